import Core

/// A script that is being read.
struct OpenScript {
  /// The name that errors show.
  let name: String
  /// What the paths in it are relative to, with its slash, or nothing.
  let directory: String
  /// What stays the same whichever way a file is named; `nil` for what is no file.
  let identity: String?
  /// Where it is sourced; `nil` for the outermost one.
  let call: SourceLocation?

  init(_ source: ScriptSource, call: SourceLocation?) {
    self.call = call
    let path = source.path
    name = source.name
    directory = path.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } } ?? ""
    identity = path.map(AtomicFile.resolvingLinks)
  }
}
