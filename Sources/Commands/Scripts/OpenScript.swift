import Core

/// A script being checked.
struct OpenScript {
  /// The name in errors.
  let name: String
  /// The base directory of its paths, with a slash, or empty.
  let directory: String
  /// The identity of the file, independent of its path; `nil` if it is not a file.
  let identity: String?
  /// The location of the `source` command; `nil` for the outermost script.
  let call: SourceLocation?

  init(_ source: ScriptSource, call: SourceLocation?) {
    self.call = call
    let path = source.path
    name = source.name
    directory = path.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } } ?? ""
    identity = path.map(AtomicFile.resolvingLinks)
  }
}
