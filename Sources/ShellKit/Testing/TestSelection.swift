import TodoShellCommands
import Core
import TodoShellSystem

/// Which scripts `test` runs, and how many at a time.
public struct TestSelection: Equatable, Sendable {
  /// The number of scripts that run at a time; `nil` for as many as there are processors.
  public var jobs: Int?
  /// A text that the path of a script must contain.
  public var filter: String?

  /// Whether to run only the scripts that failed when they last ran, or all if none did.
  public var onlyFailed = false
  /// Whether to run the scripts again when one changes, until the program is interrupted.
  public var watches = false

  /// Creates the selection of all scripts.
  public init(jobs: Int? = nil, filter: String? = nil) {
    self.jobs = jobs
    self.filter = filter
  }

  var jobCount: Int { jobs ?? Processors.count }

  /// The scripts at the given paths: files with any name, the `*.todoscript` files in folders and their subfolders,
  /// except in hidden folders and links to folders, and the blocks of Markdown documents, such as `README.md:12`. The line of
  /// a place such as `a.todoscript:3` counts only for a document.
  ///
  /// - Parameters:
  ///   - paths: The paths; the working folder if there are none.
  ///   - unreadable: Receives the folders that cannot be searched.
  /// - Returns: The paths of the scripts, relative if they are in the working folder; those of a folder are sorted.
  /// - Throws: `SystemError` if a path does not exist.
  func scripts(at paths: [String], _ unreadable: inout [SystemError]) throws(SystemError) -> [String] {
    let workingFolder = Self.workingFolder
    var scripts: [String] = []
    for place in (paths.isEmpty ? ["."] : paths).map(ScriptPlace.init) {
      let path = place.path
      let name = Self.relative(path, to: workingFolder)
      let kind = FileKind(at: path)
      guard kind != .brokenLink else { throw SystemError("read", subject: path) }
      if kind == .folder {
        scripts += Self.scripts(in: path, named: name, &unreadable)
      } else if ScriptSource.isMarkdown(path) {
        let source = try ScriptSource.regularFile(path)
        var blocks = source.fencedScripts
        if let line = place.position?.line {
          guard let block = source.fencedBlock(at: line) else {
            throw SystemError("read", subject: "\(path):\(line)", code: ENOENT)
          }
          blocks = [block]
        }
        scripts += blocks.map { "\(name):\($0.lowerBound)" }
      } else {
        scripts.append(name)
      }
    }
    let filter = filter ?? ""
    return scripts.filter { filter.isEmpty || $0.contains(filter) }.removingDuplicates
  }

  /// The working folder, with a slash.
  static var workingFolder: String {
    guard let pointer = getcwd(nil, 0) else { return "/" }
    defer { free(pointer) }
    return String(path: pointer) + "/"
  }

  private static func scripts(
    in folder: String,
    named name: String,
    _ unreadable: inout [SystemError]
  ) -> [String] {
    var names: [String] = []
    do { names = try Folder.names(in: folder) } catch {
      unreadable.append(SystemError(error.attempt, subject: name, code: error.code))
    }
    var scripts: [String] = []
    let prefix = name == "." ? "" : name.hasSuffix("/") ? name : name + "/"
    for entry in names.sorted() where !entry.hasPrefix(".") {
      let path = "\(folder)/\(entry)"
      var status = stat()
      if entry.hasSuffix(".todoscript"), FileKind(at: path) != .folder {
        scripts.append(prefix + entry)
      } else if path.withPath({ lstat($0, &status) }) != 0 {
        if errno != ENOENT, unreadable.last?.subject != name {
          // "read", and not "search", since the exit code is that of any input that cannot be read.
          unreadable.append(SystemError("read", subject: name))
        }
      } else if status.st_mode & S_IFMT == S_IFDIR {
        // Links could form a cycle.
        scripts += Self.scripts(in: path, named: prefix + entry, &unreadable)
      }
    }
    return scripts
  }

  /// The path of a file relative to the working folder, if the file is in it.
  private static func relative(_ path: String, to workingFolder: String) -> String {
    var path = path[...]
    if path + "/" == workingFolder { return "." }
    if path.hasPrefix(workingFolder) { path = path.dropFirst(workingFolder.count) }
    while path.hasPrefix("./"), path.count > 2 { path = path.dropFirst(2) }
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    return path == "./" ? "." : String(path)
  }
}
