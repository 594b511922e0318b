import Core

/// Actions as Swift text: `.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))`.
///
/// Actions of any type can be read and written: enums with any payload, with or without macros; literals, collections,
/// tuples, structures by their stored properties, and `Decodable` types; UUIDs, dates, URLs, durations, index sets;
/// changes of properties by key path.
///
/// ```swift
/// let action = try ActionSyntax.action(Todos.Action.self, parsing: SourceText(".delete([0, 2])"))
/// ActionSyntax.text(action)  // ".delete([0, 2])"
/// ```
///
/// Structures are built from their stored properties without calling an initializer, unless other labels are used and
/// the type is `Decodable`.
public enum ActionSyntax {
  /// Reads an action that spans all of `source`.
  ///
  /// - Throws: A diagnostic for the first error, with what was expected.
  /// - Complexity: O(*n*) in the length of the source. Brackets nested more than 64 deep are an error.
  public static func action<Action>(
    _ type: Action.Type = Action.self,
    parsing source: SourceText
  ) throws(Diagnostic) -> Action {
    try ValueReader(parsing: source).read(type)
  }

  /// Reads an action of a type that is known only at run time.
  package static func action(of type: Any.Type, parsing source: SourceText) throws(Diagnostic) -> Any {
    try ValueReader(parsing: source).value(of: type)
  }

  /// The action, or a part of one, on one line; reading it yields the same action.
  ///
  /// - Complexity: O(size of the action)
  public static func text(_ action: Any) -> String { actionText(action) }

  /// A hash of the text of an action without its numbers and strings, if these do not decide whether it reads back; `nil`
  /// if they may, as those of an initializer do: a URL may be invalid, and a date out of range.
  ///
  /// - Complexity: O(*n*) in the length of the text
  package static func form(of text: [UInt8]) -> Int? {
    var form: UInt = 0
    var (isQuoted, isEscaped) = (false, false)
    var word: Int?
    var digits = 0
    for (index, byte) in text.enumerated() {
      if isQuoted {
        isQuoted = isEscaped || byte != .doubleQuote
        isEscaped = !isEscaped && byte == .backslash
        continue
      }
      isQuoted = byte == .doubleQuote
      if byte.continuesSwiftName {
        if word == nil, byte.isDigit {
          digits += 1
          // A larger number may not fit in 64 bits.
          if digits > 18 { return nil }
          continue
        }
        word = word ?? index
      } else {
        if byte == .openParenthesis, let word, (0x41...0x5A).contains(text[word]),
          !text[word..<index].elementsEqual("UUID".utf8)
        {
          return nil
        }
        word = nil
      }
      digits = 0
      form = (form ^ UInt(byte)) &* 0x100_0000_01B3
    }
    return Int(bitPattern: form)
  }

  /// A pattern for an action of a type, for use in examples.
  package static func example(of type: Any.Type) -> String {
    Choice.names(of: type)?.first.map { ".\($0.asMember)" } ?? "_"
  }
}
