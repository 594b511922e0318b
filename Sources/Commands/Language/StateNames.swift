import Core

/// The names with which an expression over a state can start.
enum StateNames<State> {
  /// Whether a text starts with such a name: `todos` of `todos[0].isComplete`.
  static func has(startOf text: String) -> Bool {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard name.first?.isNumber == false, let expression = try? Expression(parsing: SourceText(String(name))),
      !expression.isConstant
    else { return false }
    do throws(Diagnostic) {
      try expression.check(for: State.self, naming: ExpressionContext.factNames)
      return true
    } catch {
      return false
    }
  }
}
