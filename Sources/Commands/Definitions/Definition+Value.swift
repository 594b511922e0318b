import Core

extension Definition {
  /// The value in a state.
  ///
  /// The type decides whether there can be one, not the present value: a list is refused even while it is empty, so
  /// that a script does not work only for some data.
  ///
  /// - Throws: An error if the expression has no value, or a value without a literal.
  func variable(in context: ExpressionContext) throws(Diagnostic) -> Variable {
    let value = try expression.evaluate(in: context)
    if !value.isNothing, let variable = Variable(value) { return variable }
    let type = expression.resultType(in: context)
    if value.isNothing, type.map(Expression.canWrite) ?? true, let variable = Variable(value) {
      return variable
    }
    let name = type.flatMap { $0 == [Any].self ? nil : dumpTypeName($0) } ?? value.typeName
    throw source.diagnostic(
      "a variable cannot hold \(name.withArticle), which has no literal",
      hint: hint(for: type)
    )
  }

  private var source: SourceText { expression.trimmedSource }

  private func hint(for type: Any.Type?) -> String {
    let text = source.text
    guard type is any Collection.Type else {
      return "use a member of it: \(text)\(expression.mayBeMissing ? "?" : "").NAME"
    }
    return "use its count, \(text).count, or one member of each element: \(text).map(\\.NAME)"
  }
}

extension ExpressionValue {
  /// Whether it has no elements, or is `nil`.
  fileprivate var isNothing: Bool {
    guard let wrapped, !(wrapped is any StringProtocol) else { return wrapped == nil }
    return (wrapped as? any Collection)?.isEmpty ?? false
  }
}

extension String {
  /// The name of a type with `a` or `an`.
  fileprivate var withArticle: String {
    "\(first.map { "AEIOaeio".contains($0) } ?? false ? "an" : "a") \(self)"
  }
}
