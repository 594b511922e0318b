/// Follows quotes and comments through physical lines, to know how each of them ends.
///
/// It must agree with `Lexer` about what is quoted; it keeps no text, so that it can run before the lines
/// of a command have been put together.
struct LineEnd {
  enum Quote: Hashable {
    case none
    case single
    case double
  }

  /// The quote that is open at the end of what was read.
  private(set) var quote = Quote.none
  /// Brackets that are open, outside of quotes and comments.
  private(set) var openBrackets = 0
  private var isAtWordStart = true

  /// Reads one physical line, without its line end.
  ///
  /// - Returns: whether its last character is a `\` that continues it.
  mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      let isLast = index + 1 == line.endIndex
      switch quote {
      case .none:
        if byte == .backslash, isLast { return true }
        if byte == UInt8(ascii: "#"), isAtWordStart { return false }
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
    return false
  }

  private mutating func readUnquoted(_ byte: UInt8) {
    isAtWordStart = byte.isBlank
    switch byte {
    case .singleQuote: quote = .single
    case .doubleQuote: quote = .double
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openBrackets += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): openBrackets -= 1
    default: break
    }
  }
}

/// Why a typed line is not finished yet, for a prompt that goes on on a further line.
public enum UnfinishedInput: Hashable, Sendable {
  /// It ends with `\`.
  case continuation
  /// A double quote is open.
  case quote
  /// A bracket is open.
  case bracket

  /// - Parameters:
  ///   - text: what was typed so far.
  ///   - countsBrackets: whether an open bracket continues the line, as it should for an action or an
  ///     expression, but not for `add (`.
  /// - Returns: `nil` if the text is finished, or if more input could not finish it.
  public init?(_ text: String, countsBrackets: Bool = false) {
    let bytes = Array(text.utf8)
    var lineEnd = LineEnd()
    var isContinued = false
    for line in bytes.split(separator: .newline, omittingEmptySubsequences: false) {
      isContinued = lineEnd.read(line)
    }
    if isContinued {
      self = .continuation
    } else if lineEnd.quote == .double {
      self = .quote
    } else if countsBrackets, lineEnd.quote == .none, lineEnd.openBrackets > 0 {
      self = .bracket
    } else {
      return nil
    }
  }

  /// Puts the text and the line typed after it into one logical line that says the same.
  public func joining(_ text: String, _ next: String) -> String {
    switch self {
    case .continuation: text.dropLast() + next
    case .quote: text + "\\n" + next
    case .bracket: text + " " + next
    }
  }
}
