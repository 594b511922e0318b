import TodoShellCommands
import Core

/// The scripts that failed when they last ran, for `test --last-failed`: their paths, one per line, in the file `failed` of
/// the user's state folder.
struct FailedScripts {
  private let path: String?

  /// - Parameter program: The name of the program, which has a state folder of its own.
  init(of program: String) { path = ShellConfiguration.stateFile("failed", of: program) }

  /// The scripts among the given ones that failed; all of them if none did.
  func selection(of scripts: [String]) throws(SystemError) -> [String] {
    let failed = try load()
    let selection = scripts.filter { failed.contains(key($0)) }
    return selection.isEmpty ? scripts : selection
  }

  /// Adds the scripts that have failed now, and removes those that have passed or are gone.
  ///
  /// - Parameter results: The results of the scripts that have run.
  func note(_ results: [ScriptResult]) throws(SystemError) {
    let failed = results.filter(\.verdict.hasFailed).map { key($0.name) }
    guard let path else { return }
    if failed.isEmpty, try load().isEmpty { return }
    let folder = AtomicFile.folder(of: path)
    try AtomicFile.makeFolder(folder)
    // Several runs may end at the same time.
    let lock = try FileLock(folder: folder)
    defer { lock.release() }
    let known = try load()
    let all = known.subtracting(results.map { key($0.name) }).union(failed).filter { script in
      FileKind(at: ScriptPlace(script).path) != .brokenLink
    }
    guard all != known else { return }
    try AtomicFile.replace(path, with: all.sorted().joined(separator: "\n").utf8)
  }

  private func load() throws(SystemError) -> Set<String> {
    guard let path, let bytes = try AtomicFile.read(path) else { return [] }
    return Set(String(decoding: bytes, as: UTF8.self).allLines.map(String.init))
  }

  /// The path of a script, which is the same from each working folder.
  private func key(_ script: String) -> String {
    let folder = AtomicFile.resolvingLinks(AtomicFile.folder(of: script))
    return "\(folder == "/" ? "" : folder)/\(AtomicFile.name(of: script))"
  }
}
