/// The commands of a script of any length, several at a time.
struct ScriptStream {
  /// How many bytes are scanned at once; their commands, at worst one for every other byte, are in memory together.
  static var chunk: Int { 1 << 14 }

  private let bytes: [UInt8]
  /// The next lines to scan.
  private(set) var place: Place
  private var nodes: [ScriptNode]

  /// A position in a script, with the beginning of the line and of the command that continue there.
  struct Place {
    fileprivate var position = 0
    fileprivate var scanner: ScriptScanner
    fileprivate var tree: ScriptTree
  }

  /// - Parameters:
  ///   - source: The script.
  ///   - table: The commands.
  ///   - place: Where to begin, as an earlier scan found it; `nil` for the start.
  init(_ source: ScriptSource, _ table: CommandTable, from place: Place? = nil) {
    bytes = source.bytes
    nodes = source.nodes
    let scanner = ScriptScanner(
      file: source.name,
      line: source.firstLine,
      mayStartPrograms: source.mayStartPrograms
    )
    self.place = place ?? Place(scanner: scanner, tree: ScriptTree(table))
  }

  /// The next commands outside of blocks, each with its block; `nil` at the end.
  mutating func next() -> [ScriptNode]? {
    while nodes.isEmpty, !place.scanner.isStopped {
      let end = min(place.position + Self.chunk, bytes.count)
      if place.position < end {
        bytes.withUnsafeBufferPointer {
          place.scanner.scan(UnsafeBufferPointer(rebasing: $0[place.position..<end]))
        }
        place.position = end
      } else {
        place.scanner.finish()
      }
      for item in place.scanner.takeItems() { place.tree.append(item) }
      nodes = place.scanner.isStopped ? place.tree.finish() : place.tree.takeComplete()
    }
    defer { nodes = [] }
    return nodes.nonEmpty
  }
}
