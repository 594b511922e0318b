import Core

/// An expression compiled for one type of root: functions that know the types of the parts.
///
/// Walking the tree looks up the type of each value that it meets, and a question about a long history meets the same
/// types at each moment. Compiled is what most of these questions consist of: stored properties, `count` and `isEmpty`,
/// positions, literals, comparisons of numbers, strings and Bools, and the logical operators.
final class CompiledExpression: Sendable {
  /// `nil` if it has other parts.
  private let part: CompiledPart?

  /// - Complexity: O(*n*) in the length of the expression, with reflection for each property in it.
  init(_ node: SyntaxNode, over root: Any.Type) {
    func open<Root>(_: Root.Type) -> CompiledPart? { ExpressionCompiler<Root>().part(node) }
    part = _openExistential(root, do: open)
  }

  /// The value of the expression.
  ///
  /// - Returns: `nil` if only walking the tree can tell the value, or why there is none.
  func value(of root: Any) -> Any? { part?.value(of: root) }
}

/// A part of an expression as a function from the root, specialized for the types of the root and of its value.
private class CompiledPart: @unchecked Sendable {
  // Unchecked: key paths are not known to be Sendable. A part never changes after its creation.
  fileprivate init() {}

  func value(of root: Any) -> Any? { nil }
  /// The part without optionals; `nil` if values of its type may stand for others, or may have another dynamic type.
  var plain: CompiledPart? { nil }
  func member(_ name: String) -> CompiledPart? { nil }
  func element(at position: Int) -> CompiledPart? { nil }
}

/// Thrown where walking the tree must decide: an optional is `nil`, a position out of range.
///
/// Returning an optional would take longer: generic code looks up its type each time.
private struct Undecided: Error {}

private final class TypedPart<Root, Value>: CompiledPart, @unchecked Sendable {
  typealias Read = (Root) throws(Undecided) -> Value
  let read: Read

  init(_ read: @escaping Read) {
    self.read = read
    super.init()
  }

  override func value(of root: Any) -> Any? {
    guard let root = unboxed(root, as: Root.self) else { return nil }
    do { return try read(root) } catch { return nil }
  }

  override var plain: CompiledPart? {
    func open<Wrapped>(_: Wrapped.Type) -> CompiledPart? {
      guard let part = self as? TypedPart<Root, Wrapped?> else { return nil }
      return TypedPart<Root, Wrapped> { (root) throws(Undecided) in
        guard let value = try part.read(root) else { throw Undecided() }
        return value
      }.plain
    }
    switch RuntimeType(Value.self) {
    case .optional: return (Value.self as? any OptionalType.Type).flatMap { open($0.wrappedType) }
    case .structure, .enumeration: return ValueTraits.of(type: Value.self).isPlain ? self : nil
    default: return nil
    }
  }

  override func member(_ name: String) -> CompiledPart? {
    if let type = Value.self as? any ExpressionMembers.Type, type.expressionMemberNames.contains(name) {
      return nil
    }
    if let type = Value.self as? any Collection.Type { return size(name, type) }
    if Value.self is any CustomReflectable.Type || Value.self == Duration.self { return nil }
    if let type = Value.self as? any DumpFieldsProviding.Type { return described(name, type) }
    return KeyPathFields(of: Value.self).fields.first { $0.name == name }.flatMap(stored)
  }

  /// The number of elements; `nil` for strings and ranges, which answer in their own way.
  private func size<C: Collection>(_ name: String, _: C.Type) -> CompiledPart? {
    let traits = ValueTraits.of(type: C.self)
    guard !traits.isText, !traits.isRangeOfIntegers, let part = self as? TypedPart<Root, C> else {
      return nil
    }
    switch name {
    case "count": return TypedPart<Root, Int> { (root) throws(Undecided) in try part.read(root).count }
    case "isEmpty": return TypedPart<Root, Bool> { (root) throws(Undecided) in try part.read(root).isEmpty }
    default: return nil
    }
  }

  private func described<D: DumpFieldsProviding>(_ name: String, _: D.Type) -> CompiledPart? {
    guard let part = self as? TypedPart<Root, D>, let field = D.dumpFields.first(where: { $0.name == name })
    else { return nil }
    func open<Property>(_: Property.Type) -> CompiledPart? {
      field.reader(of: Property.self).map { read in
        TypedPart<Root, Property> { (root) throws(Undecided) in read(try part.read(root)) }
      }
    }
    return _openExistential(type(of: field.keyPath).valueType, do: open)
  }

  private func stored(_ field: KeyPathFields.Field) -> CompiledPart? {
    func open<Property>(_: Property.Type) -> CompiledPart? {
      guard let path = field.path as? KeyPath<Value, Property> else { return nil }
      return TypedPart<Root, Property> { [read] (root) throws(Undecided) in try read(root)[keyPath: path] }
    }
    return _openExistential(field.type, do: open)
  }

  override func element(at position: Int) -> CompiledPart? {
    func open<C: RandomAccessCollection>(_: C.Type) -> CompiledPart? {
      guard let part = self as? TypedPart<Root, C> else { return nil }
      return TypedPart<Root, C.Element> { (root) throws(Undecided) in
        let elements = try part.read(root)
        guard position < elements.count else { throw Undecided() }
        return elements[elements.index(elements.startIndex, offsetBy: position)]
      }
    }
    let traits = ValueTraits.of(type: Value.self)
    let isKeyed = (Value.self as? any ExpressionLookup.Type).map { $0.expressionLookupLabel == nil }
    guard !traits.isText, !traits.isRangeOfIntegers, isKeyed != true else { return nil }
    return (Value.self as? any RandomAccessCollection.Type).flatMap { open($0) }
  }
}

/// Compiles the parts of an expression over one type of root.
private struct ExpressionCompiler<Root> {
  /// - Returns: `nil` if the part must be evaluated by walking its tree.
  func part(_ node: SyntaxNode) -> CompiledPart? {
    switch node.kind {
    case .integer(let value): Int(exactly: value).map(constant)
    case .double(let value): constant(value)
    case .string(let value): constant(value)
    case .bool(let value): constant(value)
    case .root: root
    case .name(let name): root?.member(name)?.plain
    case .member(let base, let name, _): part(base)?.member(name)?.plain
    case .index(let base, let arguments, _):
      position(arguments).flatMap { part(base)?.element(at: $0)?.plain }
    case .prefix(.not, let operand): negation(of: operand)
    case .binary(let binary, let left, let right): operation(binary, left, right)
    default: nil
    }
  }

  private var root: CompiledPart? { TypedPart<Root, Root> { $0 }.plain }

  private func constant<Value>(_ value: Value) -> CompiledPart { TypedPart<Root, Value> { _ in value } }

  private func position(_ arguments: [SyntaxNode.Argument]) -> Int? {
    guard arguments.count == 1, arguments[0].label == nil, case .integer(let value) = arguments[0].value.kind,
      value >= 0
    else { return nil }
    return Int(exactly: value)
  }

  private func negation(of operand: SyntaxNode) -> CompiledPart? {
    guard let operand = part(operand) as? TypedPart<Root, Bool> else { return nil }
    return TypedPart<Root, Bool> { (root) throws(Undecided) in try !operand.read(root) }
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
    guard let left = left as? TypedPart<Root, Bool>, let right = right as? TypedPart<Root, Bool> else {
      return nil
    }
    return switch binary {
    case .and:
      TypedPart<Root, Bool> { (root) throws(Undecided) in try left.read(root) ? right.read(root) : false }
    case .or:
      TypedPart<Root, Bool> { (root) throws(Undecided) in try left.read(root) ? true : right.read(root) }
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
    guard let left = left as? TypedPart<Root, Value>, let right = right as? TypedPart<Root, Value> else {
      return nil
    }
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
    _ left: TypedPart<Root, Value>,
    _ right: TypedPart<Root, Value>,
    by holds: @escaping (Value, Value) -> Bool
  ) -> CompiledPart {
    TypedPart<Root, Bool> { (root) throws(Undecided) in holds(try left.read(root), try right.read(root)) }
  }
}
