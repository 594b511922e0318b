import Core

/// The value of a variable.
public struct Variable: Hashable, Sendable {
  /// The value as text, for use inside double quotes.
  public let text: String
  /// The value as a literal, for use everywhere else.
  public let literal: String

  /// A value given as text: numbers, durations, `true`, `.active` and the like are parsed as such, and everything else
  /// is a string.
  public init(given text: String) {
    self.init(text: text, literal: Self.isLiteral(text) ? text : nil)
  }

  /// The value of a word: quoted text is a string, but an action such as `.edit("Milk")` stays as it is written.
  ///
  /// - Parameter count: The number of characters before the value, which are not quoted.
  init(_ word: Word, after count: Int = 0) {
    let written = String(word.raw.dropFirst(count))
    let text = String(word.text.dropFirst(count))
    if written.hasPrefix("."), written.dropFirst().first?.isLetter == true, written.hasSuffix(")") {
      self.init(text: written, literal: written)
    } else {
      self = word.isQuoted ? Variable(text: text) : Variable(given: text)
    }
  }

  /// A value with its text and its literal, by default a string literal, whatever the text looks like.
  init(text: String, literal: String? = nil) {
    self.text = text
    self.literal = literal ?? text.quotedAsLiteral
  }

  init(_ number: Int) {
    text = "\(number)"
    literal = text
  }

  /// The value of an expression.
  ///
  /// - Returns: `nil` for a value without a literal.
  init?(_ value: ExpressionValue) {
    if let wrapped = value.wrapped, Shape.of(value: wrapped).has(.string) {
      self.init(text: "\(wrapped)")
      return
    }
    let literal = ValueText.short(value.wrapped) ?? value.wrapped.flatMap(ActionSyntax.literal)
    guard let literal else { return nil }
    self.init(text: literal, literal: literal)
  }

  /// The value as a literal whose members can follow: `(-7)`, `(0..<3)`, because `-7.magnitude` is that of 7, negated.
  var base: String {
    let isWhole = !literal.hasPrefix("-") && (try? Expression(parsing: SourceText(literal)))?.isRange != true
    return isWhole ? literal : "(\(literal))"
  }

  private static func isLiteral(_ text: String) -> Bool {
    guard text.utf8.first?.isBlank == false, text.utf8.last?.isBlank == false,
      let expression = try? Expression(parsing: SourceText(text))
    else { return false }
    return expression.isLiteral && !expression.isText
  }
}

extension Variable {
  /// Whether this is a valid name of a variable: ASCII letters, digits and `_`, not starting with a digit.
  package static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.continuesVariableName) && name.utf8.first?.isDigit == false
  }

  /// Checks the name of a new variable.
  ///
  /// - Throws: An error if the name is invalid.
  static func name(_ word: Word) throws(Diagnostic) -> String {
    if !word.isQuoted, isName(word.text) { return word.text }
    throw word.diagnostic(
      "invalid variable name '\(word.text)'",
      hint: "a name has letters, digits and '_', and does not start with a digit"
    )
  }
}
