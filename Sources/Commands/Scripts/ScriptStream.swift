import Core

/// Reads a script of any length, several lines at a time.
final class ScriptStream {
  /// How many bytes are read at once; their commands, at worst one for every other byte, are in memory together.
  static var chunk: Int { 1 << 14 }

  private let name: String
  private let content: Content
  /// The next lines to read.
  private(set) var place: Place
  private var items: [ScriptScanner.Item] = []
  private let buffer: UnsafeMutableRawBufferPointer
  /// Whether the last part read differs from what was checked.
  private var isChanged = false

  private enum Content {
    case bytes([UInt8])
    /// A file, from an offset. `isAsChecked` returns whether a part of it, by number, is unchanged since it was
    /// checked.
    case file(OpenFile, start: Int, isAsChecked: (Int, UnsafeRawBufferPointer) -> Bool)
  }

  /// A position in a script, with the beginning of the line that continues there.
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

  init(
    name: String,
    file: OpenFile,
    start: Int,
    from place: Place? = nil,
    isAsChecked: @escaping (Int, UnsafeRawBufferPointer) -> Bool
  ) {
    self.name = name
    content = .file(file, start: start, isAsChecked: isAsChecked)
    self.place = place ?? Place(position: start, scanner: ScriptScanner(file: name))
    buffer = .allocate(byteCount: Self.chunk, alignment: 1)
  }

  /// Creates a stream of parsed lines, or of an error.
  convenience init(name: String, items: [ScriptScanner.Item]) {
    self.init(name: name, bytes: [])
    self.items = items
  }

  deinit { buffer.deallocate() }

  /// The next parsed lines; `nil` at the end. If the file has changed since it was first read, the last item is an
  /// error.
  ///
  /// - Throws: `SystemError` if the file cannot be read.
  func next() throws(SystemError) -> [ScriptScanner.Item]? {
    if !items.isEmpty {
      defer { items = [] }
      return items
    }
    while !place.scanner.isStopped, !isChanged {
      if try !readChunk() { place.scanner.finish() }
      if isChanged { return [.error(change)] }
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
    case .file(let file, let start, let isAsChecked):
      let (number, rest) = (place.position - start).quotientAndRemainder(dividingBy: Self.chunk)
      // Only the last part is shorter than the others.
      if rest > 0 { return false }
      var count = 0
      while count < Self.chunk {
        let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let added = try file.read(free, at: place.position + count, subject: name)
        if added == 0 { break }
        count += added
      }
      let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      isChanged = !isAsChecked(number, part)
      guard count > 0, !isChanged else { return false }
      place.scanner.scan(part.assumingMemoryBound(to: UInt8.self))
      place.position += count
    }
    return true
  }

  private var change: Diagnostic {
    Diagnostic(
      "the script was changed after it was checked",
      location: SourceLocation(file: name, line: 1, column: 1),
      sourceLine: "",
      notes: ["only what was checked is run, so the rest was skipped"],
      hint: "if a command writes the script, run it afterwards, as a separate script"
    )
  }
}
