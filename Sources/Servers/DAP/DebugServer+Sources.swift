import Commands
import Core
import Debugger
import Platform
import Values

/// The scripts.
extension DebugServer {
  /// The paths of the script and of those that it has run so far.
  private var scripts: [String] {
    guard let debuggee else { return [] }
    let files = debuggee.trace.entries.reduce(into: [debuggee.launch.program]) { files, entry in
      let file = entry.source.page.file
      if !files.contains(file) { files.append(file) }
    }
    return files.map(DebugClient.resolved).removingDuplicates
  }

  func loadedSources() -> JSON { .object(["sources": .array(scripts.map { client.source($0) })]) }

  /// The lines of each command of a script; empty for a file that cannot be read.
  func commandLines(of path: String) -> [ClosedRange<Int>] {
    (try? application.commandLines(in: .file(path, { false }))) ?? []
  }
}
