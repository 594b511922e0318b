import TodoShellSystem

/// Splits the bytes of a script, as they arrive, into logical lines, and parses those as commands.
struct ScriptScanner {
  private enum Entry {
    case command(PlacedLine)
    indirect case error(Diagnostic)
  }

  /// A scanned logical line.
  enum Item {
    case command(ScriptLine)
    indirect case error(Diagnostic)

    var line: ScriptLine? { try? get() }

    func get() throws(Diagnostic) -> ScriptLine {
      switch self {
      case .command(let line): return line
      case .error(let diagnostic): throw diagnostic
      }
    }
  }

  /// The scanned lines that have not been taken yet, in order.
  private var entries: [Entry] = []
  /// The positions of the commands among them.
  private var page = SourcePage.Draft()
  /// Whether to stop reading because the input cannot be a script.
  private(set) var isStopped = false

  /// How many were taken last, to estimate the next capacity.
  private var lastCount = 0
  private let file: String
  private let mayStartPrograms: Bool
  private var number: Int
  private var isFirstLine = true
  private var errorCount = 0
  /// The start of an incomplete line.
  private var rest: [UInt8] = []
  private var pending = PendingLine()
  /// Whether a NUL was seen, which more likely means endless binary input than a mistake in a script.
  private var hasNull = false

  /// - Parameters:
  ///   - file: The name that errors show.
  ///   - line: The number of the first line.
  ///   - mayStartPrograms: Whether its lines may start programs.
  init(file: String, line: Int = 1, mayStartPrograms: Bool = false) {
    self.file = file
    self.mayStartPrograms = mayStartPrograms
    number = line
  }

  /// Takes the lines scanned since the last call.
  mutating func takeItems() -> [Item] {
    defer {
      lastCount = entries.count
      entries = []
      page = SourcePage.Draft()
    }
    let page = page.page(file: file)
    var items: [Item] = []
    items.reserveCapacity(entries.count)
    for entry in entries {
      switch entry {
      case .command(let place):
        guard let page else { continue }
        items.append(.command(ScriptLine(on: page, at: place, mayStartPrograms: mayStartPrograms)))
      case .error(let diagnostic): items.append(.error(diagnostic))
      }
    }
    return items
  }

  /// Scans another chunk of the script. The start of a line that ends in a later chunk is kept.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func scan(_ chunk: UnsafeBufferPointer<UInt8>) {
    defer { if hasNull { isStopped = true } }
    if entries.isEmpty {
      entries.reserveCapacity(lastCount)
      page.reserve(lineCount: lastCount, byteCount: lastCount > 0 ? chunk.count : 0)
    }
    var position = chunk.startIndex
    while !isStopped, let end = chunk.newline(from: position) {
      readLine(startingWith: UnsafeBufferPointer(rebasing: chunk[position..<end]))
      position = end + 1
    }
    guard !isStopped, position < chunk.endIndex else { return }
    rest.append(contentsOf: chunk[position...])
    // A byte order mark and a CR do not count as part of a line.
    if rest.count > Script.longestLine + 4 {
      readRest(isWhole: false)
      isStopped = true
    } else if rest.contains(0) {
      readRest(isWhole: false)
    }
  }

  /// Scans a last line without a line end.
  mutating func finish() {
    guard !isStopped else { return }
    if !rest.isEmpty { readRest(isWhole: true) }
    if !isStopped { reportMissingContinuation() }
    isStopped = true
  }

  private mutating func readLine(startingWith bytes: UnsafeBufferPointer<UInt8>) {
    if rest.isEmpty { return readPhysicalLine(bytes, isWhole: true) }
    rest.append(contentsOf: bytes)
    readRest(isWhole: true)
  }

  private mutating func readRest(isWhole: Bool) {
    let line = rest
    rest = []
    line.withUnsafeBufferPointer { readPhysicalLine($0, isWhole: isWhole) }
  }

  private mutating func readPhysicalLine(_ whole: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    var line = whole
    if isFirstLine { readMark(&line) }
    if line.last == .carriageReturn { line = UnsafeBufferPointer(rebasing: line.dropLast()) }
    if !isStopped { readText(line, isWhole: isWhole) }
    number += 1
  }

  /// Skips a byte order mark.
  private mutating func readMark(_ line: inout UnsafeBufferPointer<UInt8>) {
    isFirstLine = false
    if line.hasByteOrderMark { line = UnsafeBufferPointer(rebasing: line.dropFirst(3)) }
    if line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) { reportUTF16() }
  }

  private mutating func readText(_ line: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    if pending.isAbandoned { return abandon(line) }
    guard pending.bytes.count + line.count <= Script.longestLine else {
      return reportTooLong(line, isWhole: isWhole)
    }
    if !line.isPlain, reportBadCharacter(in: Array(line)) { return }
    // Only lines that end with a backslash, and their continuations, must be scanned for quotes.
    let mayContinue = line.last == .backslash || !pending.pieces.isEmpty
    let isContinued = mayContinue && isContinued(line)
    if !isContinued, pending.pieces.isEmpty {
      // A quote that is open here does not reach into the next line.
      if mayContinue { pending.tokenizer = Tokenizer() }
      if !line.isEmpty { read(LogicalLine(bytes: line, number: number)) }
      return
    }
    pending.append(line, isContinued: isContinued, number: number)
    if !isContinued { finishLogicalLine() }
  }

  private mutating func isContinued(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let isExpectedOutput = pending.pieces.isEmpty && line.first { !$0.isBlank } == UInt8(ascii: "|")
    return isExpectedOutput ? false : pending.tokenizer.readLine(line)
  }

  private mutating func finishLogicalLine() {
    let bytes = pending.bytes
    let pieces = pending.pieces
    pending = PendingLine()
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer {
      read(LogicalLine(bytes: $0, number: pieces[0].number, several: pieces))
    }
  }

  private mutating func read(_ line: LogicalLine) {
    do {
      if let place = try Lexer.read(line, file: file, to: &page) { entries.append(.command(place)) }
    } catch {
      report(error)
    }
  }
}

/// The physical lines of the current command so far.
private struct PendingLine {
  var bytes: [UInt8] = []
  var pieces: [SourcePage.Piece] = []
  var tokenizer = Tokenizer()
  /// An error was reported for an earlier line of this command, so the rest of it is skipped.
  var isAbandoned = false

  mutating func append(_ line: UnsafeBufferPointer<UInt8>, isContinued: Bool, number: Int) {
    let text = isContinued ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
    let start = bytes.count
    bytes.append(contentsOf: text)
    let ending = isContinued ? SourcePage.Ending.continuation : .line
    pieces.append(SourcePage.Piece(range: start..<bytes.count, number: number, ending: ending))
  }
}

extension ScriptScanner {
  private mutating func report(_ diagnostic: Diagnostic) {
    errorCount += 1
    isStopped = errorCount == Script.mostDiagnostics
    entries.append(.error(isStopped ? diagnostic.asTheLast : diagnostic))
  }

  /// After an error, the lines that continue the invalid one are not separate commands.
  private mutating func abandon(_ line: some BidirectionalCollection<UInt8>) {
    pending = PendingLine()
    pending.isAbandoned = line.last == .backslash
  }

  private mutating func reportTooLong(_ line: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    let limit = Script.longestLine - pending.bytes.count
    // The excerpt in an error must not copy a line of any length.
    let shown = String(decoding: line.prefix(max(0, limit) + 100), as: UTF8.self)
    let length = pending.bytes.count + line.count
    report(
      SourceText(shown, file: file, line: number).diagnostic(
        isWhole
          ? "the line has \(length) bytes; the limit is \(Script.longestLine)"
          : "the line has more than \(Script.longestLine) bytes, which is the limit",
        at: max(0, limit)..<max(0, limit) + 1,
        hint: "is this a script? Put each command on its own line"
      )
    )
    abandon(line)
  }

  /// - Returns: Whether there was one.
  private mutating func reportBadCharacter(in line: [UInt8]) -> Bool {
    guard String(validating: line, as: UTF8.self) != nil else {
      reportInvalidUTF8(line[...])
      return true
    }
    guard let offset = line[...].firstControlCharacter else { return false }
    reportControlCharacter(at: offset, of: line)
    return true
  }

  private mutating func reportInvalidUTF8(_ line: ArraySlice<UInt8>) {
    let prefix = line.prefix(line.validUTF8Prefix)
    let text = String(decoding: line, as: UTF8.self)
    let column = String(decoding: prefix, as: UTF8.self).count + 1
    let byte = String(line[prefix.endIndex], radix: 16, uppercase: true)
    report(
      Diagnostic(
        "byte 0x\(byte.count == 1 ? "0" : "")\(byte) is not valid UTF-8",
        location: SourceLocation(file: file, line: number, column: column),
        sourceLine: text,
        notes: ["nothing after it was read"],
        hint: "save the file as UTF-8, or convert it: iconv -f LATIN1 -t UTF-8"
      )
    )
    isStopped = true
  }

  private mutating func reportUTF16() {
    defer { isStopped = true }
    report(
      Diagnostic(
        "the file is UTF-16; a script is UTF-8",
        location: SourceLocation(file: file, line: number, column: 1),
        sourceLine: "",
        hint: "save the file as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8"
      )
    )
  }

  private mutating func reportControlCharacter(at offset: Int, of line: [UInt8]) {
    hasNull = hasNull || line.contains(0)
    let source = SourceText(String(decoding: line, as: UTF8.self), file: file, line: number)
    let scalar = source.slice(offset..<line.count).text.unicodeScalars.first ?? "\u{FFFD}"
    report(
      source.diagnostic(
        "invalid control character \(scalar.nameInMessage)",
        at: offset..<offset + 1,
        hint: scalar.hintInScript
      )
    )
    abandon(line)
  }

  private mutating func reportMissingContinuation() {
    guard !pending.pieces.isEmpty else { return }
    let (offset, pieces) = (pending.bytes.count, pending.pieces)
    let source = (pending.bytes + [.backslash]).withUnsafeBufferPointer {
      LogicalLine(bytes: $0, number: pieces[0].number, several: pieces).source(file: file)
    }
    report(
      source.diagnostic(
        "the \\ at the end of the line continues it, but no line follows",
        at: offset..<offset + 1,
        hint: "remove the \\"
      )
    )
  }
}

extension Unicode.Scalar {
  fileprivate var nameInMessage: String {
    let digits = String(value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return value == 0 ? "NUL (\(name))" : name
  }

  fileprivate var hintInScript: String {
    switch self {
    case "\r": "end lines with LF or CR LF, or write \\r in double quotes"
    case "\0": "is this a script? To write the character, use \\0 in double quotes"
    default: "write it as \(escapeSequence) in double quotes"
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether it is all ASCII without control characters other than tabs, which most lines are.
  fileprivate var isPlain: Bool {
    for byte in self where byte &- 0x20 >= 0x5F && byte != 0x09 { return false }
    return true
  }

  fileprivate func newline(from position: Int) -> Int? {
    guard let baseAddress, position < count else { return nil }
    guard let found = memchr(baseAddress + position, Int32(UInt8.newline), count - position) else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }
}

extension ArraySlice<UInt8> {
  /// The position of the first invalid control character or line separator, in valid UTF-8.
  fileprivate var firstControlCharacter: Int? {
    var index = startIndex
    while index < endIndex {
      switch self[index] {
      case 0x09: break
      case 0..<0x20, 0x7F: return index
      // U+0080 to U+009F
      case 0xC2 where index + 1 < endIndex && self[index + 1] < 0xA0: return index
      // U+2028 and U+2029
      case 0xE2
      where index + 2 < endIndex && self[index + 1] == 0x80 && (0xA8...0xA9).contains(self[index + 2]):
        return index
      default: break
      }
      index += 1
    }
    return nil
  }

  /// How many bytes from the start are well-formed UTF-8.
  fileprivate var validUTF8Prefix: Int {
    var decoder = UTF8()
    var iterator = makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      count += UTF8.width(scalar)
    }
    return Swift.min(count, self.count - 1)
  }
}
