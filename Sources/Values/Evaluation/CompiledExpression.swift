import Core

/// An expression compiled for one type of root: functions that read the parts in place.
///
/// Walking the tree looks up the type of each value that it meets, and a question about a long history meets the same
/// types at each moment. Compiled is what most of these questions consist of: stored properties, `count` and `isEmpty`,
/// positions, literals, comparisons of numbers, strings and Bools, and the logical operators.
final class CompiledExpression: Sendable {
  private let root: Shape
  /// `nil` if it has other parts.
  private let part: CompiledPart?

  /// - Complexity: O(*n*) in the length of the expression, with reflection for each property in it.
  init(_ node: SyntaxNode, over root: Any.Type) {
    self.root = Shape.of(root)
    part = ExpressionCompiler(root: self.root).part(node)
  }

  /// The value of the expression.
  ///
  /// - Returns: `nil` if only walking the tree can tell the value, or why there is none.
  func value(of root: Any) -> Any? {
    guard let part, type(of: root) == self.root.type else { return nil }
    var value: Any?
    _ = withAddress(of: root) { part.visit($0) { value = part.shape.value(at: $0) } }
    return value
  }
}

/// A part of an expression as a function from the root.
private struct CompiledPart: @unchecked Sendable {
  // Unchecked: the functions read types and constants only.

  /// Reads the part of the root at an address.
  ///
  /// - Returns: `false` where walking the tree must decide: an optional is `nil`, a position out of range.
  typealias Visit = (_ root: UnsafeRawPointer, _ read: (UnsafeRawPointer) -> Void) -> Bool

  let shape: Shape
  let visit: Visit

  init(_ shape: Shape, _ visit: @escaping Visit) { (self.shape, self.visit) = (shape, visit) }

  init<Value>(_ compute: @escaping (_ root: UnsafeRawPointer) -> Value?) {
    self.init(Shape.of(Value.self)) { root, read in
      guard let value = compute(root) else { return false }
      withUnsafePointer(to: value) { read($0) }
      return true
    }
  }

  /// The part as a value; `nil` if it has another type.
  func reader<Value>(as _: Value.Type) -> ((UnsafeRawPointer) -> Value?)? {
    guard shape.type == Value.self else { return nil }
    return { [visit] root in
      var value: Value?
      _ = visit(root) { value = $0.assumingMemoryBound(to: Value.self).pointee }
      return value
    }
  }

  /// The part without optionals; `nil` if values of its type may stand for others, or may have another dynamic type.
  var plain: CompiledPart? {
    switch shape.typeKind {
    case .optional: shape.wrapped.flatMap { unwrapped(to: $0).plain }
    case .structure, .enumeration: shape.has(.flattened) ? nil : self
    default: nil
    }
  }

  private func unwrapped(to wrapped: Shape) -> CompiledPart {
    CompiledPart(wrapped) { [visit, shape] root, read in
      var isPresent = false
      _ = visit(root) { optional in
        guard let address = shape.wrappedAddress(at: optional) else { return }
        isPresent = true
        read(address)
      }
      return isPresent
    }
  }

  func member(_ name: String) -> CompiledPart? {
    if let type = shape.type as? any ExpressionMembers.Type, type.expressionMemberNames.contains(name) {
      return nil
    }
    if let type = shape.type as? any Collection.Type { return size(name, type) }
    // What is stored wrapped may depend on the current view.
    guard !shape.has(.customMirror), shape.type != Duration.self, let part = shape.record?.part(named: name),
      part.storedName == name, !part.shape.has(.storage)
    else { return nil }
    return CompiledPart(part.shape) { [visit] root, read in visit(root) { part.read(in: $0, read) } }
  }

  /// The number of elements; `nil` for strings and ranges, which answer in their own way.
  private func size<C: Collection>(_ name: String, _: C.Type) -> CompiledPart? {
    guard !shape.has(.string), !shape.has(.integers), let collection = reader(as: C.self) else { return nil }
    switch name {
    case "count": return CompiledPart { collection($0)?.count }
    case "isEmpty": return CompiledPart { collection($0)?.isEmpty }
    default: return nil
    }
  }

  func element(at position: Int) -> CompiledPart? {
    guard let elements = shape.elements else { return nil }
    return CompiledPart(elements.shape) { [visit] root, read in
      var isFound = false
      _ = visit(root) { isFound = elements.readOne($0, position, read) }
      return isFound
    }
  }
}

/// Compiles the parts of an expression over one type of root.
private struct ExpressionCompiler {
  let root: Shape

  /// - Returns: `nil` if the part must be evaluated by walking its tree.
  func part(_ node: SyntaxNode) -> CompiledPart? {
    switch node.kind {
    case .integer(let value): Int(exactly: value).map { value in CompiledPart { _ in value } }
    case .double(let value): CompiledPart { _ in value }
    case .string(let value): CompiledPart { _ in value }
    case .bool(let value): CompiledPart { _ in value }
    case .root: whole
    case .name(let name): whole?.member(name)?.plain
    case .member(let base, let name, _): part(base)?.member(name)?.plain
    case .index(let base, let arguments, _):
      position(arguments).flatMap { part(base)?.element(at: $0)?.plain }
    case .prefix(.not, let operand): negation(of: operand)
    case .binary(let binary, let left, let right): operation(binary, left, right)
    default: nil
    }
  }

  private var whole: CompiledPart? {
    CompiledPart(root) { root, read in
      read(root)
      return true
    }.plain
  }

  private func position(_ arguments: [SyntaxNode.Argument]) -> Int? {
    guard arguments.count == 1, arguments[0].label == nil, case .integer(let value) = arguments[0].value.kind,
      value >= 0
    else { return nil }
    return Int(exactly: value)
  }

  private func negation(of operand: SyntaxNode) -> CompiledPart? {
    part(operand)?.reader(as: Bool.self).map { operand in CompiledPart { root in operand(root).map { !$0 } } }
  }

  private func operation(_ binary: BinaryOperator, _ left: SyntaxNode, _ right: SyntaxNode) -> CompiledPart? {
    guard binary.isComparison || binary == .and || binary == .or, let left = part(left),
      let right = part(right)
    else { return nil }
    return logical(binary, left, right) ?? ordered(binary, left, right, as: Int.self)
      ?? ordered(binary, left, right, as: String.self) ?? ordered(binary, left, right, as: Double.self)
  }

  private func logical(_ binary: BinaryOperator, _ left: CompiledPart, _ right: CompiledPart) -> CompiledPart?
  {
    guard let left = left.reader(as: Bool.self), let right = right.reader(as: Bool.self) else { return nil }
    return switch binary {
    case .and: CompiledPart { root in left(root).flatMap { $0 ? right(root) : false } }
    case .or: CompiledPart { root in left(root).flatMap { $0 ? true : right(root) } }
    case .equal: compared(left, right, by: ==)
    case .notEqual: compared(left, right, by: !=)
    default: nil
    }
  }

  private func ordered<Value: Comparable>(
    _ binary: BinaryOperator,
    _ left: CompiledPart,
    _ right: CompiledPart,
    as _: Value.Type
  ) -> CompiledPart? {
    guard let left = left.reader(as: Value.self), let right = right.reader(as: Value.self) else { return nil }
    return switch binary {
    case .equal: compared(left, right, by: ==)
    case .notEqual: compared(left, right, by: !=)
    case .less: compared(left, right, by: <)
    case .lessOrEqual: compared(left, right, by: <=)
    case .greater: compared(left, right, by: >)
    case .greaterOrEqual: compared(left, right, by: >=)
    default: nil
    }
  }

  private func compared<Value>(
    _ left: @escaping (UnsafeRawPointer) -> Value?,
    _ right: @escaping (UnsafeRawPointer) -> Value?,
    by holds: @escaping (Value, Value) -> Bool
  ) -> CompiledPart {
    CompiledPart { root in left(root).flatMap { left in right(root).map { holds(left, $0) } } }
  }
}
