/// The lines of a script of any length, several at a time.
struct ScriptStream {
  /// How many bytes are scanned at once; their commands, at worst one for every other byte, are in memory together.
  static var chunk: Int { 1 << 14 }

  private let bytes: [UInt8]
  /// The next lines to scan.
  private(set) var place: Place
  private var items: [ScriptScanner.Item]

  /// A position in a script, with the beginning of the line that continues there.
  struct Place {
    fileprivate var position = 0
    fileprivate var scanner: ScriptScanner
  }

  /// - Parameters:
  ///   - source: The script.
  ///   - place: Where to begin, as an earlier scan found it; `nil` for the start.
  init(_ source: ScriptSource, from place: Place? = nil) {
    bytes = source.bytes
    items = source.scanned
    let scanner = ScriptScanner(
      file: source.name,
      line: source.firstLine,
      mayStartPrograms: source.mayStartPrograms
    )
    self.place = place ?? Place(scanner: scanner)
  }

  /// The next lines; `nil` at the end.
  mutating func next() -> [ScriptScanner.Item]? {
    while items.isEmpty, !place.scanner.isStopped {
      let end = min(place.position + Self.chunk, bytes.count)
      if place.position < end {
        bytes.withUnsafeBufferPointer {
          place.scanner.scan(UnsafeBufferPointer(rebasing: $0[place.position..<end]))
        }
        place.position = end
      } else {
        place.scanner.finish()
      }
      items = place.scanner.takeItems()
    }
    defer { items = [] }
    return items.nonEmpty
  }
}
