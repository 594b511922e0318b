import Core

/// A part of an expression, compiled for one type of root value.
final class Term: @unchecked Sendable {
  // Unchecked: nothing changes, and the functions read only types and constants.

  typealias Body = (inout Evaluator) throws(Diagnostic) -> Any?

  /// An argument of a case, an index, a method or an initializer.
  struct Argument {
    let label: SyntaxNode.Name?
    let value: Term
  }

  let node: SyntaxNode
  let type: StaticType
  /// Where its value is, if it can be read without copying or boxing what it is a part of.
  let place: Place?
  /// Its value, if that is always the same.
  let constant: Any?
  /// What it filters by what, if it is a `filter`.
  let filter: (base: Term, arguments: [Argument])?
  /// Tells its value, or why there is none, where ``place`` does not.
  let body: Body

  init(
    _ node: SyntaxNode,
    _ type: StaticType = .unknown,
    at place: Place? = nil,
    constant: Any? = nil,
    filter: (base: Term, arguments: [Argument])? = nil,
    _ body: @escaping Body
  ) {
    (self.node, self.type, self.place, self.constant) = (node, type, place, constant)
    (self.filter, self.body) = (filter, body)
  }

  convenience init(_ node: SyntaxNode, constant: Any) {
    self.init(node, constant: constant) { _ in constant }
  }
}

/// What is known of the value of a part of an expression before there is one.
indirect enum StaticType {
  case unknown
  case type(Shape)
  /// A list whose type has been erased.
  case list(of: StaticType)

  /// The type without optionals.
  var shape: Shape? { if case .type(let shape) = self { shape.unwrapped } else { nil } }

  /// The members, if the type alone tells them all.
  var members: Members? { shape.map(Members.of).flatMap { $0.areAllKnown ? $0 : nil } }

  /// The type of the elements of a collection.
  var element: StaticType {
    if case .list(let element) = self { return element }
    // The elements of a string are strings; those of a dictionary are its keys with their values.
    guard let shape, !shape.has(.string), !(shape.type is any DictionaryElements.Type) else {
      return .unknown
    }
    return elementType(of: shape.type).map { .type(.of($0)) } ?? .unknown
  }
}
