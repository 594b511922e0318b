/// What `$NAME` stands for.
public struct Variable: Hashable, Sendable {
  /// What is put inside of double quotes.
  public let text: String
  /// What is put everywhere else: the value as the language writes it.
  public let literal: String

  /// A value that was given as text: a number, a duration, `true`, `.active` and the like are what they look like, and
  /// everything else is a text.
  public init(given text: String) {
    self.text = text
    literal = Self.isLiteral(text) ? text : text.quotedAsLiteral
  }

  /// A text, whatever it looks like.
  init(text: String) {
    self.text = text
    literal = text.quotedAsLiteral
  }

  init(_ number: Int) {
    text = "\(number)"
    literal = text
  }

  /// The value of an expression.
  ///
  /// - Returns: `nil` for a value that cannot be written on a line.
  init?(_ value: ExpressionValue) {
    if let string = value.wrapped as? any StringProtocol {
      self.init(text: String(string))
      return
    }
    guard let short = ValueText.short(value.wrapped) else { return nil }
    self.init(text: short, literal: short)
  }

  private init(text: String, literal: String) {
    self.text = text
    self.literal = literal
  }

  private static func isLiteral(_ text: String) -> Bool {
    guard text.utf8.first?.isBlank == false, text.utf8.last?.isBlank == false,
      let expression = try? Expression(parsing: SourceText(text))
    else { return false }
    return expression.isLiteral && !expression.isText
  }
}

extension Variable {
  /// Whether a variable can be called so: ASCII letters, digits and `_`, and no digit first.
  package static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.continuesVariableName) && name.utf8.first?.isDigit == false
  }

  /// Checks the name of a variable that is about to be defined.
  ///
  /// - Throws: That it is none.
  static func name(_ word: Word) throws(Diagnostic) -> String {
    if !word.isQuoted, isName(word.text) { return word.text }
    throw word.diagnostic(
      "invalid variable name '\(word.text)'",
      hint: "a name has letters, digits and '_', and does not start with a digit"
    )
  }
}
