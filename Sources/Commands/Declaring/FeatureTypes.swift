/// The types of a feature's states and actions.
package struct FeatureTypes {
  package let state: Any.Type
  package let action: Any.Type

  /// Whether a text starts with a name that an expression over the state can start with.
  package func hasMember(startOf text: String) -> Bool {
    let name = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    return names.contains(name)
  }

  /// Whether a text is the beginning of such a name.
  package func mayBecomeMember(_ text: String) -> Bool { names.contains { $0.hasPrefix(text) } }

  private var names: [String] { ExpressionContext.memberNames(of: state) + ExpressionContext.factNames }
}
