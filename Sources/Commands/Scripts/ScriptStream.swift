import Core

/// Reads a script from its start to its end, some lines at a time, whatever its length.
final class ScriptStream {
  /// How many bytes are read at once: what they hold, a command every other byte at worst, is in memory together.
  private static var chunk: Int { 1 << 14 }

  private let name: String
  private let content: Content
  /// What is read next.
  private(set) var place: Place
  private var items: [ScriptScanner.Item] = []
  private let buffer: UnsafeMutableRawBufferPointer

  private enum Content {
    case bytes([UInt8])
    case file(OpenFile)
  }

  /// Somewhere in a script, and what there is of the line that goes on there.
  struct Place {
    fileprivate var position: Int
    fileprivate var scanner: ScriptScanner
  }

  init(name: String, bytes: [UInt8], firstLine: Int = 1, from place: Place? = nil) {
    self.name = name
    content = .bytes(bytes)
    self.place = place ?? Place(position: 0, scanner: ScriptScanner(file: name, line: firstLine))
    buffer = .allocate(byteCount: 0, alignment: 1)
  }

  init(name: String, file: OpenFile, start: Int, from place: Place? = nil) {
    self.name = name
    content = .file(file)
    self.place = place ?? Place(position: start, scanner: ScriptScanner(file: name))
    buffer = .allocate(byteCount: Self.chunk, alignment: 1)
  }

  /// A script that has been read already, or of which nothing is known but what is wrong with it.
  convenience init(name: String, items: [ScriptScanner.Item]) {
    self.init(name: name, bytes: [])
    self.items = items
  }

  deinit { buffer.deallocate() }

  /// What some more lines are; `nil` at the end.
  ///
  /// - Throws: `SystemError` if the file cannot be read.
  func next() throws(SystemError) -> [ScriptScanner.Item]? {
    if !items.isEmpty {
      defer { items = [] }
      return items
    }
    while !place.scanner.isStopped {
      if try !readChunk() { place.scanner.finish() }
      let items = place.scanner.takeItems()
      if !items.isEmpty { return items }
    }
    return nil
  }

  /// - Returns: Whether there was any.
  private func readChunk() throws(SystemError) -> Bool {
    switch content {
    case .bytes(let bytes):
      let end = min(place.position + Self.chunk, bytes.count)
      guard place.position < end else { return false }
      bytes.withUnsafeBufferPointer {
        place.scanner.scan(UnsafeBufferPointer(rebasing: $0[place.position..<end]))
      }
      place.position = end
    case .file(let file):
      let count = try file.read(buffer, at: place.position, subject: name)
      guard count > 0 else { return false }
      place.scanner.scan(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self)
      )
      place.position += count
    }
    return true
  }
}
