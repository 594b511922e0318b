import TodoShellCommands
import Core

/// What a client has announced about itself.
struct DebugClient {
  /// What is added to lines and columns from 1 for the client.
  private var lineOffset = 0
  private var columnOffset = 0
  /// Whether it names files by URIs.
  private var usesURIs = false
  private(set) var takesProgress = false
  private(set) var takesInvalidations = false
  /// How the client names files, by the path without links.
  private var names: [String: String] = [:]
  /// The paths without links, by the paths that were asked for: output names the same few files again and again.
  private var resolvedPaths: [String: String] = [:]

  init() {}

  init(_ request: DebugRequest) throws(DebugError) {
    let format = request["pathFormat"]?.string ?? "path"
    guard ["path", "uri"].contains(format) else {
      throw DebugError("the path format '\(format)' is neither 'path' nor 'uri'")
    }
    usesURIs = format == "uri"
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

  /// The path of a source from the client, without links; the client's name for it is remembered.
  mutating func path(of source: JSON?) throws(DebugError) -> String {
    guard let name = source?["path"]?.string else { throw DebugError("the source has no path") }
    guard let path = path(from: name) else { throw DebugError("'\(name)' is not the URI of a file") }
    return note(path, as: name)
  }

  /// The path of a file that the client names; `nil` if the client uses URIs, and the name is not one.
  func path(from name: String) -> String? { usesURIs ? DocumentURI.path(of: name) : name }

  /// The path of a file without links; the client's name for the file is remembered.
  @discardableResult
  mutating func note(_ path: String, as name: String? = nil) -> String {
    let resolved = resolved(path)
    names[resolved] = name ?? self.name(of: path.first == "/" ? path : resolved)
    return resolved
  }

  private func name(of path: String) -> String { usesURIs ? DocumentURI.uri(of: path) : path }

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
    let name = names[resolved] ?? self.name(of: resolved)
    let path = path(from: name) ?? resolved
    return ["name": AtomicFile.name(of: path).json, "path": name.json]
  }
}
