import TodoShellCommands
import Core

/// The script to debug, as given by the `launch` request.
package struct DebugLaunch {
  /// The path of the script.
  package let program: String
  /// The options of the command line with which it runs.
  package let options: [String]
  /// Whether to stop before its first command.
  let stopsOnEntry: Bool
  /// Whether to run it without stopping.
  let isWithoutStops: Bool

  init(_ client: DebugClient, _ arguments: (String) -> JSON?) throws(DebugError) {
    guard let program = arguments("program")?.string, !program.isEmpty else {
      throw DebugError("'launch' needs the path of a script as 'program'")
    }
    // Editors replace variables such as ${file} by paths, even if they use URIs for sources.
    self.program = client.path(from: program) ?? program
    stopsOnEntry = arguments("stopOnEntry")?.bool ?? false
    isWithoutStops = arguments("noDebug")?.bool ?? false
    var options: [String] = []
    for option in arguments("args")?.elements ?? [] {
      guard let text = option.string else { throw DebugError("'args' is a list of strings") }
      options.append(text)
    }
    if let session = arguments("session")?.string { options.append("--session=\(session)") }
    self.options = options
  }
}
