import Commands
import Core

/// What a client told about itself.
struct DebugClient {
  /// What is added to lines and columns from 1 for the client.
  private var lineOffset = 0
  private var columnOffset = 0
  private(set) var takesProgress = false
  private(set) var takesInvalidations = false
  /// The spelling of paths that the client uses, by the path without links.
  private var paths: [String: String] = [:]
  /// The paths without links, by the paths that were asked for: output names the same few files again and again.
  private var resolvedPaths: [String: String] = [:]

  init() {}

  init(_ request: DebugRequest) throws(DebugError) {
    if request["pathFormat"]?.string == "uri" { throw DebugError("only the path format 'path' is supported") }
    lineOffset = request["linesStartAt1"]?.bool == false ? -1 : 0
    columnOffset = request["columnsStartAt1"]?.bool == false ? -1 : 0
    takesProgress = request["supportsProgressReporting"]?.bool == true
    takesInvalidations = request["supportsInvalidatedEvent"]?.bool == true
  }

  func line(_ line: Int) -> JSON { .number(line + lineOffset) }
  func column(_ column: Int) -> JSON { .number(column + columnOffset) }
  /// A line from the client, from 1.
  func line(from line: Int) -> Int { line - lineOffset }
  /// A column from the client, from 1.
  func column(from column: Int) -> Int { column - columnOffset }

  /// The path of a source from the client, without links; its spelling is remembered.
  mutating func path(of source: JSON?) throws(DebugError) -> String {
    guard let path = source?["path"]?.string else { throw DebugError("the source has no path") }
    return note(path)
  }

  /// The path without links of a file whose spelling is remembered.
  mutating func note(_ path: String) -> String {
    let resolved = resolved(path)
    paths[resolved] = path
    return resolved
  }

  /// The absolute path of a file without links, which identifies it.
  mutating func resolved(_ path: String) -> String {
    if let known = resolvedPaths[path] { return known }
    let resolved = AtomicFile.resolvingLinks(path)
    resolvedPaths[path] = resolved
    return resolved
  }

  /// A file of the debuggee as the client knows it.
  mutating func source(_ file: String) -> JSON {
    let resolved = resolved(file)
    let path = paths[resolved] ?? resolved
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return ["name": .string(name), "path": .string(path)]
  }
}
