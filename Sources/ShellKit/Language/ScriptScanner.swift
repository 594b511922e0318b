/// Turns the bytes of a script into logical lines, and those into commands.
struct ScriptScanner {
  private(set) var commandLines: [CommandLine] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let bytes: [UInt8]
  private let file: String
  /// Of a fragment the beginning may be missing, so that expected output can come first.
  private let isFragment: Bool
  /// Of what comes last the end may be missing, and what is missing was not read.
  private let isCut: Bool
  private var position = 0
  private var number: Int
  private var isStopped = false
  private var pending = PendingLine()

  init(bytes: [UInt8], file: String, line: Int, isFragment: Bool, isCut: Bool) {
    self.bytes = bytes
    self.file = file
    self.isFragment = isFragment
    self.isCut = isCut
    number = line
  }

  mutating func scan() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return reportUTF16() }
    while position < bytes.count, !isStopped {
      readPhysicalLine(nextPhysicalLine())
      number += 1
    }
    if !isStopped, !isCut { reportMissingContinuation() }
  }

  private mutating func nextPhysicalLine() -> ArraySlice<UInt8> {
    let rest = bytes[position...]
    let end = rest.firstIndex(of: .newline) ?? bytes.endIndex
    position = end + 1
    let line = rest[..<end]
    return line.last == .carriageReturn ? line.dropLast() : line
  }

  private mutating func readPhysicalLine(_ line: ArraySlice<UInt8>) {
    if pending.isAbandoned { return skipAbandoned(line) }
    guard pending.bytes.count + line.count <= Script.longestLine else { return reportTooLong(line) }
    guard let text = String(validating: line, as: UTF8.self) else { return reportInvalidUTF8(line) }
    if reportControlCharacter(in: line, text: text) { return }
    let isExpectedOutput = pending.pieces.isEmpty && line.first { !$0.isBlank } == UInt8(ascii: "|")
    let isContinued = isExpectedOutput ? false : pending.end.read(line)
    pending.append(isContinued ? line.dropLast() : line, text: text, number: number)
    if !isContinued { finishLogicalLine() }
  }

  private mutating func finishLogicalLine() {
    let line = LogicalLine(file: file, bytes: pending.bytes, pieces: pending.pieces)
    pending = PendingLine()
    var lexer = Lexer(line: line)
    do {
      guard let commandLine = try lexer.commandLine() else { return }
      if commandLine.kind == .expectedOutput, commandLines.isEmpty, diagnostics.isEmpty, !isFragment {
        report(commandLine.source.diagnostic("no command stands before this expected output"))
      }
      guard commandLines.count < Script.mostCommands else { return reportTooMany(commandLine) }
      commandLines.append(commandLine)
    } catch {
      report(error)
    }
  }
}

/// The physical lines of a command, as far as they have been read.
private struct PendingLine {
  var bytes: [UInt8] = []
  var pieces: [LogicalLine.Piece] = []
  var end = LineEnd()
  /// An error was reported for an earlier line of this command, so the rest of it is passed over.
  var isAbandoned = false

  mutating func append(_ line: ArraySlice<UInt8>, text: String, number: Int) {
    pieces.append(LogicalLine.Piece(start: bytes.count, number: number, text: text))
    bytes.append(contentsOf: line)
  }
}

extension ScriptScanner {
  private mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    guard diagnostics.count == Script.mostDiagnostics else { return }
    isStopped = true
    diagnostics[diagnostics.count - 1].notes.append("there were too many errors; the rest was not read")
  }

  /// After an error the lines that continue the bad one are no commands of their own.
  private mutating func abandon(_ line: ArraySlice<UInt8>) {
    pending = PendingLine()
    pending.isAbandoned = line.last == .backslash
  }

  private mutating func skipAbandoned(_ line: ArraySlice<UInt8>) {
    pending.isAbandoned = line.last == .backslash
  }

  private mutating func reportTooLong(_ line: ArraySlice<UInt8>) {
    let limit = Script.longestLine - pending.bytes.count
    // The window that a person sees must not cost a copy of a line of any length.
    let shown = String(decoding: line.prefix(max(0, limit) + 100), as: UTF8.self)
    let piece = LogicalLine.Piece(start: 0, number: number, text: shown)
    let kept = LogicalLine(file: file, bytes: Array(shown.utf8), pieces: [piece])
    let length = pending.bytes.count + line.count
    let isWhole = !isCut || position <= bytes.count
    report(
      SourceText(line: kept, range: 0..<kept.bytes.count).diagnostic(
        isWhole
          ? "the line has \(length) bytes; \(Script.longestLine) are the most it can have"
          : "the line has more than \(Script.longestLine) bytes, the most it can have",
        at: max(0, limit)..<max(0, limit) + 1,
        remedy: "is this a script? Give each command a line of its own"
      )
    )
    abandon(line)
  }

  private mutating func reportTooMany(_ line: CommandLine) {
    report(
      line.source.diagnostic(
        "a script can have \(Script.mostCommands) commands at most",
        notes: ["nothing after it was read"],
        remedy: "cut it into several scripts"
      )
    )
    isStopped = true
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
        remedy: "save the file as UTF-8, or convert it: iconv -f LATIN1 -t UTF-8"
      )
    )
    isStopped = true
  }

  private mutating func reportUTF16() {
    report(
      Diagnostic(
        "the file is UTF-16; a script is UTF-8",
        location: SourceLocation(file: file, line: number, column: 1),
        sourceLine: "",
        remedy: "save the file as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8"
      )
    )
  }

  /// - Returns: whether there was one.
  private mutating func reportControlCharacter(in line: ArraySlice<UInt8>, text: String) -> Bool {
    guard let offset = line.firstControlCharacter else { return false }
    let piece = LogicalLine.Piece(start: 0, number: number, text: text)
    let logicalLine = LogicalLine(file: file, bytes: Array(line), pieces: [piece])
    let source = SourceText(line: logicalLine, range: 0..<line.count)
    let start = offset - line.startIndex
    let scalar = source.slice(start..<line.count).text.unicodeScalars.first ?? "\u{FFFD}"
    report(
      source.diagnostic(
        "the control character \(scalar.nameInMessage) cannot stand in a script",
        at: start..<start + 1,
        remedy: scalar.remedyInScript
      )
    )
    abandon(line)
    return true
  }

  private mutating func reportMissingContinuation() {
    guard let last = pending.pieces.last else { return }
    let offset = pending.bytes.count
    let line = LogicalLine(file: file, bytes: pending.bytes + [.backslash], pieces: pending.pieces)
    report(
      SourceText(line: line, range: 0..<line.bytes.count).diagnostic(
        "the \\ at the end of line \(last.number) continues it, but no line follows",
        at: offset..<offset + 1,
        remedy: "remove the \\"
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

  fileprivate var remedyInScript: String {
    switch self {
    case "\r": "end lines with LF or CR LF, or write \\r in double quotes"
    case "\0": "is this a script? In double quotes it is written \\0"
    default: "write it as \(escapeSequence) in double quotes"
    }
  }
}

extension ArraySlice<UInt8> {
  /// Where the first control character or line separator is that a script may not hold, in valid UTF-8.
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
