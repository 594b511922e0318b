extension SourceText {
  /// That the first name of an expression stands for nothing.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - node: Where it stands.
  ///   - type: The type that has no such member.
  ///   - names: Those that there are.
  func unknownName(_ name: String, at node: ExpressionNode, in type: String, among names: [String])
    -> Diagnostic
  {
    diagnostic(
      "there is no '\(name)' in \(type)",
      at: node.range,
      notes: Evaluator.list(names),
      remedy: caseBehind(node).map { "a case needs no type in front of it: .\($0)" }
        ?? Spelling.suggestion(for: name, among: names)
    ).concerningTypes
  }

  /// What stands behind the names of types: `all` in `Filter.all`, of which `node` is the first part.
  private func caseBehind(_ node: ExpressionNode) -> String? {
    let rest = slice(node.range.lowerBound..<range.upperBound).text
    let end = rest.firstIndex { $0 != "." && !$0.unicodeScalars.allSatisfy(\.continuesIdentifier) }
    let names = rest[..<(end ?? rest.endIndex)].split(separator: ".", omittingEmptySubsequences: false)
    guard let place = names.firstIndex(where: { $0.first?.isUppercase != true }), place > 0 else {
      return nil
    }
    return names[place].isEmpty ? nil : String(names[place])
  }
}
