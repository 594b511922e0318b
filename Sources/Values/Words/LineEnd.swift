/// Follows quotes and comments through physical lines, to know how each of them ends.
///
/// It must agree with `Lexer` about what is quoted; it keeps no text, so that it can run before the lines
/// of a command have been put together.
package struct LineEnd {
  package enum Quote: Hashable {
    case none
    case single
    case double
  }

  /// The quote that is open at the end of what was read.
  package private(set) var quote = Quote.none
  /// Brackets that are open, outside of quotes and comments.
  package private(set) var openBrackets = 0
  private var isAtWordStart = true
  /// Whether the line that these physical lines make up has a word already.
  private var hasWord = false

  package init() {}

  /// Reads one physical line, without its line end.
  ///
  /// - Returns: whether its last character is a `\` that continues it.
  package mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      let isLast = index + 1 == line.endIndex
      switch quote {
      case .none:
        if byte == .backslash, isLast { return true }
        let next = isLast ? nil : line[index + 1]
        if byte == UInt8(ascii: "#"), isAtWordStart,
          CommentSyntax.begins(isFirstWord: !hasWord, before: next)
        {
          hasWord = false
          return false
        }
        readUnquoted(byte)
      case .single:
        if byte == .singleQuote { quote = .none }
      case .double:
        if byte == .doubleQuote { quote = .none }
        if byte == .backslash {
          if isLast { return true }
          index += 1
        }
      }
      index += 1
    }
    isAtWordStart = true
    hasWord = false
    return false
  }

  private mutating func readUnquoted(_ byte: UInt8) {
    isAtWordStart = byte.isBlank
    hasWord = hasWord || !byte.isBlank
    switch byte {
    case .singleQuote: quote = .single
    case .doubleQuote: quote = .double
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openBrackets += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): openBrackets -= 1
    default: break
    }
  }
}
