import Core

extension Expression {
  /// The type of its value, even if the value is currently `nil` or empty; `nil` if the type is unknown.
  package func resultType(in context: ExpressionContext) -> Any.Type? {
    if let type = (try? compiled(for: type(of: context.root)))?.term.type { return type.type }
    return (try? evaluate(in: context))?.wrapped.map { type(of: $0) }
  }

  /// Whether it may be `nil` in another state, because it looks up an element.
  package var mayBeMissing: Bool {
    switch root.kind {
    case .member(_, let name, _): name == "first" || name == "last"
    case .method(_, let name, _, _): Method.everything.first { $0.name == name }?.isElement == true
    case .index(_, let arguments, _): arguments.contains { $0.label != nil }
    default: false
    }
  }

  /// Whether it consists of literals only.
  package var isLiteral: Bool { root.isLiteral }

  /// Whether it is a range, as written.
  package var isRange: Bool {
    if case .range = root.kind { true } else { false }
  }

  /// Whether it is a string literal.
  package var isText: Bool {
    if case .string = root.kind { true } else { false }
  }

  /// The source without surrounding spaces.
  package var trimmedSource: SourceText { source.slice(root.range) }

  /// Whether every value of a type can be kept in a variable, apart from values that are too long.
  package static func canWrite(_ type: Any.Type) -> Bool {
    let shape = Shape.of(type).unwrapped
    return shape.isLiteralStructure || isShort(shape)
  }

  /// Whether the values of a type are printed as literals.
  private static func isShort(_ shape: Shape) -> Bool {
    if let wrapped = shape.wrapped { return isShort(wrapped) }
    if let pairs = shape.pairs { return isShort(pairs.key) && isShort(pairs.value) }
    if !shape.has(.string), let element = shape.element { return isShort(element) }
    return shape.literalExample != nil || shape.type == AnyHashable.self
      || shape.typeKind != .structure && shape.typeKind != .reference
  }
}
