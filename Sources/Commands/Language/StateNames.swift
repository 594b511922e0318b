/// The names with which an expression over a state can start.
enum StateNames<State> {
  /// Whether a text starts with such a name: `todos` in `todos[0].isComplete`.
  static func has(startOf text: String) -> Bool {
    let name = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    return ExpressionContext.hasMember(name, of: State.self) || ExpressionContext.factNames.contains(name)
  }
}
