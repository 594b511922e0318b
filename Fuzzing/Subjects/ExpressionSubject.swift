import ShellKit

/// Questions about a state with values of every kind.
enum ExpressionSubject {
  private static let stepLimit = 5_000

  static func check(_ input: [UInt8]) throws(Finding) {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    let expression: Expression
    do throws(Diagnostic) { expression = try Expression(parsing: SourceText(text)) } catch {
      return try error.check(in: text)
    }
    try checkRoundTrip(expression)
    let answer = try answer(expression, in: text)
    try require(answer == (try self.answer(expression, in: text)), "another answer, the second time")
    try checkExplanation(expression, in: text)
  }

  private static func checkRoundTrip(_ expression: Expression) throws(Finding) {
    let again = try? Expression(parsing: SourceText(expression.description))
    try require(again == expression, "\(expression) reads back as another expression")
  }

  /// What the expression comes to, or why to nothing.
  private static func answer(_ expression: Expression, in text: String) throws(Finding) -> String {
    do throws(Diagnostic) {
      return try expression.evaluate(in: context).formatted { "<\(type(of: $0))>" }
    } catch {
      try error.check(in: text)
      return error.message
    }
  }

  /// An expectation holds exactly where there is no explanation why not.
  private static func checkExplanation(_ expression: Expression, in text: String) throws(Finding) {
    let holds = try? expression.holds(in: context)
    let explanation: Diagnostic?
    do throws(Diagnostic) {
      explanation = try expression.explanationOfFailure(in: context) { "<\(type(of: $0))>" }
    } catch {
      return try error.check(in: text)
    }
    try explanation?.check(in: text)
    try require(
      holds == (explanation == nil),
      "it \(holds.map { $0 ? "holds" : "fails" } ?? "has no answer")"
    )
  }

  private static var context: ExpressionContext {
    ExpressionContext(
      ExpressionWorld(),
      variables: ["now": Duration.seconds(3), "moment": 7],
      stepLimit: stepLimit
    )
  }
}
