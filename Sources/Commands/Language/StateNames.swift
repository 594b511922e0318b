/// The names with which an expression over a state can start.
package enum StateNames<State> {
  /// Whether a text starts with such a name: `todos` in `todos[0].isComplete`.
  package static func has(startOf text: String) -> Bool {
    let name = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    return all.contains(name)
  }

  /// Whether a text is the beginning of such a name.
  package static func mayBecome(_ text: String) -> Bool { all.contains { $0.hasPrefix(text) } }

  private static var all: [String] {
    ExpressionContext.memberNames(of: State.self) + ExpressionContext.factNames
  }
}
