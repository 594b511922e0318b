import Core

/// A part of an expression, compiled for one type of root value.
final class Term: @unchecked Sendable {
  // Unchecked: nothing changes, and the functions of a place read only types and constants.

  /// An operand, with its label if it is an argument.
  struct Argument {
    var label: SyntaxNode.Name?
    let value: Term
  }

  let node: SyntaxNode
  /// The parts that its value is made from: the base first, then the arguments.
  let operands: [Argument]
  let type: StaticType
  /// Where its value is, if it can be read without copying or boxing what it is a part of.
  let place: Place?
  /// Its value, if that is always the same.
  let constant: Any?
  /// A value that it may have, if its type does not supply one.
  private let example: Any?

  init(
    _ node: SyntaxNode,
    _ operands: [Argument] = [],
    _ type: StaticType = .unknown,
    at place: Place? = nil,
    constant: Any? = nil,
    example: Any? = nil
  ) {
    self.node = node
    self.operands = operands
    self.type = type
    self.place = place
    self.constant = constant
    self.example = example
  }

  convenience init(_ node: SyntaxNode, constant: Any) {
    // Only a string: a number could be zero as a divisor, or too large for a sum.
    self.init(node, [], .type(.of(value: constant)), constant: constant, example: constant as? String)
  }

  subscript(position: Int) -> Term { operands[position].value }

  /// A value that it may have; `nil` if none is known.
  var typical: Any? { example ?? type.typical }

  /// The only argument of a method, if it can be a condition.
  var condition: Term? {
    guard operands.count == 2, operands[1].label == nil || operands[1].label?.text == "where" else {
      return nil
    }
    return self[1]
  }

  /// What it filters by what, if it is a `filter`.
  var filter: (base: Term, condition: Term)? {
    guard case .method(_, "filter", _, _) = node.kind else { return nil }
    return condition.map { (self[0], $0) }
  }
}

/// What is known of the value of a part of an expression before there is one.
indirect enum StaticType {
  case unknown
  case type(Shape)
  /// A list whose type has been erased.
  case list(of: StaticType)

  static func of(_ type: Any.Type) -> StaticType { .type(.of(type)) }

  /// The type without optionals.
  var shape: Shape? { if case .type(let shape) = self { shape.unwrapped } else { nil } }

  /// The type of the value, unless the value is `nil`; `nil` if only the value determines it, as for an object, which
  /// may be of a subclass.
  var exact: Shape? {
    if case .list = self { return .of([Any].self) }
    guard let shape, !shape.has(.flattened) else { return nil }
    return switch shape.typeKind {
    case .structure, .enumeration, .tuple: shape
    default: nil
    }
  }

  /// The members, if the type alone tells them all.
  var members: Members? { exact.map(Members.of).flatMap { $0.areAllKnown ? $0 : nil } }

  /// The type of the elements of a collection. Those of a string are strings, but not of its type.
  var element: StaticType {
    if case .list(let element) = self { return element }
    guard let shape, !shape.has(.string) else { return .unknown }
    return elementType(of: shape.type).map(StaticType.of) ?? .unknown
  }

  /// The type, if it is certainly also that of another value.
  func joined(with other: StaticType) -> StaticType {
    if case .type = self, let exact, exact === other.exact { self } else { .unknown }
  }

  /// A value of the type; `nil` if the type is unknown, or none can be made.
  var typical: Any? {
    if case .list(let element) = self { return [element.typical].compactMap(\.self) }
    guard let exact else { return nil }
    func list<Element>(_: Element.Type) -> Any? {
      guard exact.type == [Element].self else { return nil }
      return (StaticType.of(Element.self).typical as? Element).map { [$0] }
    }
    return elementType(of: exact.type).flatMap { list($0) } ?? Members.example(of: exact.type)
  }
}
