/// Classifies each byte of a line, valid or not.
///
/// Execution, input, highlighting and completion share it, so that they agree on quotes, brackets and comments. It
/// stores no text, so a line may arrive in pieces.
package struct Tokenizer {
  package enum Token {
    case blank
    /// A literal part of a word.
    case text
    /// One of `( [ {`.
    case opening
    /// One of `) ] }`.
    case closing
    /// Opens or closes a quoted text.
    case quote
    /// Inside quotes.
    case quoted
    /// From a `#` to the end of the line.
    case comment
  }

  /// The hint for a `#` that was meant to begin a comment.
  package static let commentHint = "put a space before and after the '#' of a comment"

  /// The open quote character, if any.
  package private(set) var quote: UInt8?
  /// Whether the next byte follows a backslash in double quotes.
  package private(set) var isEscaped = false
  /// The number of open brackets.
  package private(set) var openBrackets = 0
  /// The number of open brackets before each value that is being interpolated in double quotes.
  private var interpolations: [Int] = []
  private let hasComments: Bool
  private var isInComment = false
  private var isAtWordStart = true
  /// Whether a word has begun on the line.
  private var hasWord = false

  /// - Parameter hasComments: Whether `#` can begin a comment; it cannot in the middle of a line.
  package init(hasComments: Bool = true) {
    self.hasComments = hasComments
  }

  /// Reads the next byte.
  ///
  /// - Parameter next: The byte after it; `nil` at the end of the line.
  // It runs for each byte of each line; as a call, it takes half of the time of reading an edit.
  @inline(__always)
  package mutating func read(_ byte: UInt8, before next: @autoclosure () -> UInt8?) -> Token {
    if let open = quote { return readQuoted(byte, open) }
    if isInComment { return .comment }
    if byte.isBlank {
      // A string is part of one word.
      guard interpolations.isEmpty else { return .quoted }
      isAtWordStart = true
      return .blank
    }
    // After other words a digit or a `$` may follow: `#2` is a moment, and `#$n` may be one.
    if byte == .hash, isAtWordStart, hasComments,
      !hasWord || next().map({ !$0.isDigit && $0 != .dollar }) ?? true
    {
      isInComment = true
      return .comment
    }
    isAtWordStart = false
    hasWord = true
    switch byte {
    case .singleQuote, .doubleQuote:
      quote = byte
      return .quote
    case .openParenthesis, .openBracket, .openBrace:
      openBrackets += 1
      return .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      openBrackets -= 1
      guard openBrackets == interpolations.last else { return .closing }
      interpolations.removeLast()
      quote = .doubleQuote
      return .quoted
    default: return .text
    }
  }

  private mutating func readQuoted(_ byte: UInt8, _ open: UInt8) -> Token {
    if isEscaped {
      isEscaped = false
      if byte == .openParenthesis {
        interpolations.append(openBrackets)
        openBrackets += 1
        quote = nil
      }
    } else if byte == open {
      quote = nil
      return .quote
    } else {
      isEscaped = byte == .backslash && open == .doubleQuote
    }
    return .quoted
  }

  /// Reads the next character; only ASCII is significant.
  package mutating func read(_ character: Character) -> Token {
    read(character.asciiValue ?? 0x80, before: nil)
  }

  /// Reads a physical line without its line ending.
  ///
  /// - Parameter isPart: Whether the text that is read next belongs to the same line.
  /// - Returns: Whether the line ends with a `\` that continues it.
  package mutating func readLine(_ line: UnsafeBufferPointer<UInt8>, isPart: Bool = false) -> Bool {
    for (index, byte) in line.enumerated() {
      let isLast = index + 1 == line.count
      if isLast, byte == .backslash, !isEscaped, !isInComment, quote != .singleQuote { return true }
      _ = read(byte, before: isLast ? nil : line[index + 1])
    }
    if !isPart { (isEscaped, isInComment, isAtWordStart, hasWord) = (false, false, true, false) }
    return false
  }
}
