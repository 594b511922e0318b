import Core

/// `NAME = EXPR`: what `let` defines.
struct Definition {
  let name: String
  let expression: Expression

  static var parameter: Parameter<Definition> {
    var form = AnyParameter(usage: "NAME = EXPR", syntax: .swift, wordsLeft: 0) { request in
      guard let equals = request.text.firstIndex(of: "=") else { return [] }
      let value = request.text[equals...].dropFirst().drop { $0 == " " }
      return request.about(value, word: request.word).memberCompletions
    }
    form.names = .variable
    return Parameter(form) { (reader) throws(Diagnostic) in
      guard let source = reader.rest() else { throw reader.missing("NAME = EXPR") }
      let definition = try Definition(parsing: source) { (value) throws(Diagnostic) in
        try reader.expression(parsing: value)
      }
      try reader.context().define(definition.name, as: definition.constant)
      return definition
    }
  }

  /// - Parameter read: Reads the expression.
  /// - Throws: An error in the name or the expression.
  init(
    parsing source: SourceText,
    _ read: (SourceText) throws(Diagnostic) -> Expression = Expression.init(parsing:)
  ) throws(Diagnostic) {
    let (name, value) = try Self.parts(of: source)
    self.name = name
    expression = try read(value)
  }

  /// The name that a line defines, even if its variables have no values yet.
  static func name(in line: ScriptLine) throws(Diagnostic) -> String {
    try parts(of: line.rest(after: 1)).name
  }

  /// The value, if it does not depend on the state.
  var constant: Variable? {
    guard expression.isLiteral else { return nil }
    return (try? expression.evaluate(in: ExpressionContext(()))).flatMap { Variable($0) }
  }

  private static func parts(of source: SourceText) throws(Diagnostic) -> (name: String, value: SourceText) {
    let bytes = source.page.bytes[source.range]
    let end = bytes.firstIndex { $0.isBlank || $0 == UInt8(ascii: "=") } ?? bytes.endIndex
    let name = source.slice(bytes.startIndex..<end)
    guard Variable.isName(name.text) else {
      throw source.diagnostic(
        "invalid variable name '\(name.text)'",
        at: bytes.startIndex..<max(end, bytes.startIndex + 1),
        hint: "write NAME = VALUE; a name has letters, digits and '_', and does not start with a digit"
      )
    }
    let value = bytes[end...].drop(while: \.isBlank)
    guard value.first == UInt8(ascii: "=") else {
      throw source.diagnostic(
        value.isEmpty ? "no value for '\(name.text)'" : "expected '=' after the name",
        at: value.startIndex..<min(value.startIndex + 1, bytes.endIndex),
        hint: "usage: let NAME = EXPR"
      )
    }
    return (name.text, source.slice(value.startIndex + 1..<bytes.endIndex))
  }
}

extension Definition {
  /// The value in a state.
  ///
  /// The type decides whether there can be one, not the present value: a list is refused even while it is empty, so
  /// that a script does not work only for some data.
  ///
  /// - Throws: An error if the expression has no value, or a value without a literal.
  func variable(in context: ExpressionContext) throws(Diagnostic) -> Variable {
    let value = try expression.evaluate(in: context)
    if !value.isNothing, let variable = Variable(value), variable.isReadable(in: context) { return variable }
    let type = expression.resultType(in: context)
    if value.isNothing, type.map(Expression.canWrite) ?? true, let variable = Variable(value) {
      return variable
    }
    let name = type.flatMap { $0 == [Any].self ? nil : dumpTypeName($0) } ?? value.typeName
    let source = expression.trimmedSource
    let text = source.text
    throw source.diagnostic(
      "a variable cannot hold \(name.withArticle), which has no literal",
      hint: type.map { Shape.of($0).has(.collection) } ?? false
        ? "use its count, \(text).count, or one member of each element: \(text).map(\\.NAME)"
        : "use a member of it: \(text)\(expression.mayBeMissing ? "?" : "")."
          + (type.map { Shape.of($0).typeKind } == .tuple ? "0" : "NAME")
    )
  }
}

extension Variable {
  /// Whether expressions can read it: they know only types that the state has.
  fileprivate func isReadable(in context: ExpressionContext) -> Bool {
    guard let expression = try? Expression(parsing: SourceText(literal)) else { return false }
    return (try? expression.evaluate(in: context)) != nil
  }
}

extension ExpressionValue {
  /// Whether it has no elements, or is `nil`.
  fileprivate var isNothing: Bool {
    guard let wrapped, !Shape.of(value: wrapped).has(.string) else { return wrapped == nil }
    return collection(wrapped)?.isEmpty ?? false
  }
}

extension String {
  /// The name of a type with `a` or `an`.
  fileprivate var withArticle: String {
    "\(first.map { "AEIOaeio".contains($0) } ?? false ? "an" : "a") \(self)"
  }
}
