import Core

/// Reads a script from its start to its end, some lines at a time, whatever its length.
final class ScriptStream {
  /// How many bytes are read at once: what they hold, a command every other byte at worst, is in memory together.
  private static var chunk: Int { 1 << 14 }

  private let name: String
  private let content: Content
  private var position: Int
  private var scanner: ScriptScanner
  private var items: [ScriptScanner.Item] = []
  private let buffer: UnsafeMutableRawBufferPointer

  private enum Content {
    case bytes([UInt8])
    case file(OpenFile)
  }

  init(name: String, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    content = .bytes(bytes)
    position = 0
    buffer = .allocate(byteCount: 0, alignment: 1)
    scanner = ScriptScanner(file: name, line: firstLine)
  }

  init(name: String, file: OpenFile, start: Int) {
    self.name = name
    content = .file(file)
    position = start
    buffer = .allocate(byteCount: Self.chunk, alignment: 1)
    scanner = ScriptScanner(file: name)
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
    while !scanner.isStopped {
      if try !readChunk() { scanner.finish() }
      let items = scanner.takeItems()
      if !items.isEmpty { return items }
    }
    return nil
  }

  /// - Returns: Whether there was any.
  private func readChunk() throws(SystemError) -> Bool {
    switch content {
    case .bytes(let bytes):
      let end = min(position + Self.chunk, bytes.count)
      guard position < end else { return false }
      bytes.withUnsafeBufferPointer {
        scanner.scan(UnsafeBufferPointer(rebasing: $0[position..<end]))
      }
      position = end
    case .file(let file):
      let count = try file.read(buffer, at: position, subject: name)
      guard count > 0 else { return false }
      scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self))
      position += count
    }
    return true
  }
}
