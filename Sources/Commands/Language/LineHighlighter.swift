/// Finds the highlights of a line being typed: known and unknown commands, strings, numbers, options, comments.
package struct LineHighlighter {
  let table: CommandTable
  /// Whether a word is an alias.
  let isAlias: (String) -> Bool

  package init(table: CommandTable, isAlias: @escaping (String) -> Bool = { _ in false }) {
    self.table = table
    self.isAlias = isAlias
  }

  /// The highlights of a line, in order.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package func highlights(of line: String) -> [Highlight] {
    var reader = Reader(line)
    reader.skipBlanks()
    switch reader.next {
    case UInt8(ascii: "#"), UInt8(ascii: "|"): reader.mark(toEnd: .dimmed)
    case UInt8(ascii: "."): reader.readAction()
    // Each command is an argument of the one before.
    default: for _ in 0..<ScriptExtent.deepest where !reader.isAtEnd { readCommand(&reader) }
    }
    return reader.highlights
  }

  /// Reads a command, up to a command that is its argument.
  private func readCommand(_ reader: inout Reader) {
    reader.skipBlanks()
    let start = reader.position
    let name = reader.next == UInt8(ascii: ".") ? "" : reader.skipWord()
    let call = isAlias(name) && !table.hasCommand(name) ? nil : table.call(startingWith: name)
    if call?.isNamed ?? isAlias(name) {
      reader.mark(from: start, .strong)
    } else if call != nil {
      // It is read again as the start of an expression.
      reader.position = start
    } else if !reader.isAtEnd || !table.mayBecomeCommand(name) && !table.types.focus.mayBecomeMember(name) {
      reader.mark(from: start, .error)
    }
    let command = call?.command
    let place = reader.position
    let redirection = command?.redirection(in: reader.words(from: place))?.place
    var wordCount = 0
    let keywords = command?.keywords ?? []
    let wordsBeforeCommand = command.flatMap {
      $0.takesCommand ? $0.parameters.wordsBeforeCommand(in: reader.words(from: place)) : nil
    }
    while !reader.isAtEnd {
      reader.skipBlanks()
      if wordCount == wordsBeforeCommand { return }
      let start = reader.position
      switch reader.next {
      case _ where reader.isAtComment: return reader.mark(toEnd: .dimmed)
      case UInt8(ascii: ".") where reader.startsCase: reader.readAction()
      default:
        wordCount += 1
        guard let word = reader.readArgument() else { continue }
        if wordCount - 1 == redirection || keywords.contains(word) {
          reader.mark(from: start, .strong)
        }
        guard let options = command?.options, !options.isEmpty, word.hasPrefix("-"),
          word.dropFirst().first.map({ $0 == "-" || $0.isLetter }) == true
        else { continue }
        let isKnown = options.contains { $0.names.contains { $0.hasPrefix(word) } }
        reader.mark(from: start, isKnown || word == "--" ? .note : .error)
      }
    }
  }

  /// Scans a line.
  private struct Reader {
    private let line: String
    private let bytes: [UInt8]
    /// The kind of each byte.
    private var tokens: [Tokenizer.Token] = []
    var position = 0
    private(set) var highlights: [Highlight] = []

    init(_ line: String) {
      self.line = line
      bytes = Array(line.utf8)
      tokens.reserveCapacity(bytes.count)
      var tokenizer = Tokenizer()
      for index in bytes.indices {
        tokens.append(tokenizer.read(bytes[index], before: index + 1 < bytes.count ? bytes[index + 1] : nil))
      }
    }

    var next: UInt8? { isAtEnd ? nil : bytes[position] }
    var isAtEnd: Bool { position >= bytes.count }
    private var token: Tokenizer.Token? { isAtEnd ? nil : tokens[position] }
    var isAtComment: Bool { token == .comment }

    mutating func mark(from start: Int, _ style: Style) {
      if start < position { highlights.append(Highlight(start..<position, style)) }
    }

    mutating func mark(toEnd style: Style) {
      let start = position
      position = bytes.count
      mark(from: start, style)
    }

    mutating func skipBlanks() {
      while token == .blank { position += 1 }
    }

    /// Whether the dot here begins the name of a case.
    var startsCase: Bool {
      position + 1 < bytes.count && bytes[position + 1].continuesSwiftName && !bytes[position + 1].isDigit
    }

    mutating func skipWord() -> String {
      let start = position
      while let token, token != .blank, token != .comment { position += 1 }
      return text(from: start)
    }

    func text(from start: Int, to end: Int? = nil) -> String {
      String(decoding: bytes[start..<(end ?? position)], as: UTF8.self)
    }

    /// The words up to the end of the line.
    func words(from start: Int) -> [String] {
      TypedWords(text(from: start, to: bytes.count).drop { $0 == " " }).words.map(String.init)
    }

    /// Reads a word, and highlights strings in it, or the word if it is a number.
    ///
    /// - Returns: The word, unless it is quoted.
    mutating func readArgument() -> String? {
      let start = position
      var isQuoted = false
      while let token, token != .blank, token != .comment {
        if token == .quote {
          isQuoted = true
          readString()
        } else {
          position += 1
        }
      }
      guard !isQuoted else { return nil }
      let word = text(from: start)
      let digits = word.drop { "+-@#".contains($0) }
      let isNumber =
        digits.first?.isNumber == true
        && digits.allSatisfy { $0.isNumber || $0.isLetter || ".-,%".contains($0) }
      if isNumber { mark(from: start, .note) }
      return word
    }

    /// Reads a string up to its quote, or to the end, since it can continue on the next line.
    private mutating func readString() {
      let start = position
      repeat { position += 1 } while token == .quoted
      if token == .quote { position += 1 }
      mark(from: start, .added)
    }

    /// Reads Swift syntax to the end of the line.
    mutating func readAction() {
      let end = tokens[position...].firstIndex(of: .comment) ?? bytes.count
      for mark in SyntaxOutline(SourceText(line).slice(position..<end)).marks {
        let style =
          switch mark.kind {
          case .name: Style.strong
          case .text: Style.added
          case .number: Style.note
          }
        highlights.append(Highlight(mark.range, style))
      }
      position = end
      mark(toEnd: .dimmed)
    }
  }
}

/// A highlighted part of a line.
package struct Highlight: Equatable, Sendable {
  /// The range in the line, in UTF-8 offsets.
  package var range: Range<Int>
  /// The style.
  package var style: Style

  /// Creates a highlight.
  ///
  /// - Parameters:
  ///   - range: The range in the line, in UTF-8 offsets.
  ///   - style: The style.
  package init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}
