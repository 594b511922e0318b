import Core

/// Compares values of two types, in one way for each pair of types, which all operators and methods use.
enum Comparison {
  /// Whether two values are equal; `nil` if they cannot be compared.
  typealias Equality = (Value, Value) -> Bool?

  /// - Returns: `nil` if values of these types can never be equal, such as a number and a string.
  static func equality(_ left: Shape, _ right: Shape) -> Equality? {
    if left === right, let areEqual = left.equality { return native(areEqual, ==) }
    if let equality = converted(left, right, ==, ==) { return equality }
    if let equality = spelled(left, by: right) ?? named(left, by: right) { return equality }
    if let equality = spelled(right, by: left) ?? named(right, by: left) { return { equality($1, $0) } }
    if left.typeKind == .reference || right.typeKind == .reference {
      return { left, right in
        guard let left = left.any, let right = right.any else { return nil }
        func open<Object: Equatable>(_ left: Object) -> Bool? { (right as? Object).map { left == $0 } }
        if let left = left as? any Equatable { return open(left) }
        return type(of: left) == type(of: right) ? (left as AnyObject) === (right as AnyObject) : nil
      }
    }
    if left.has(.collection), right.has(.collection), !left.has(.string), !right.has(.string) {
      return collections(left, right)
    }
    if let old = left.tuple?.stored, let new = right.tuple?.stored {
      let areComparable =
        old.count == new.count
        && zip(old, new).allSatisfy { old, new in
          guard let old = old.shape.settled, let new = new.shape.settled else { return true }
          return equality(old, new) != nil
        }
      return areComparable ? { areEqual($0.parts, $1.parts) } : nil
    }
    guard left === right, [.structure, .enumeration].contains(left.typeKind) else { return nil }
    return { left, right in left.read { left in right.read { Sameness.isSame(left, $0) } } ?? nil }
  }

  /// Whether two values are equal, whatever their types.
  static func areEqual(_ left: Value, _ right: Value) -> Bool? {
    guard let old = left.shape, let new = right.shape else { return left.isNull && right.isNull }
    return equality(old, new).flatMap { $0(left, right) }
  }

  /// Whether a value is less than another; `nil` if they cannot be compared.
  ///
  /// - Returns: `nil` if values of these types have no order.
  static func order(_ left: Shape, _ right: Shape) -> Equality? {
    if left === right, let isLess = left.order { return native(isLess, <) }
    guard let old = left.tuple?.stored, let new = right.tuple?.stored else {
      return converted(left, right, <, <)
    }
    let haveOrder = zip(old, new).allSatisfy { old, new in
      guard let old = old.shape.settled, let new = new.shape.settled else { return false }
      return order(old, new) != nil
    }
    guard haveOrder, old.count == new.count, old.count <= 6 else { return nil }
    // The first parts that differ decide.
    return { left, right in
      let parts = zip(left.parts, right.parts)
      guard let (left, right) = parts.first(where: { areEqual($0, $1) != true }) else { return false }
      return isLess(left, right)
    }
  }

  /// Whether a value is less than another, whatever their types.
  static func isLess(_ left: Value, _ right: Value) -> Bool? {
    guard let old = left.shape, let new = right.shape else { return nil }
    return order(old, new).flatMap { $0(left, right) }
  }

  /// The comparison of two values of one type.
  @inline(__always)
  private static func native(
    _ compare: @escaping Shape.Comparison,
    _ integers: @escaping (Int, Int) -> Bool
  ) -> Equality {
    { left, right in
      if case (.integer(let left), .integer(let right)) = (left, right) { return integers(left, right) }
      return left.read { left in right.read { compare(left.address, $0.address) } ?? false }
    }
  }

  /// The comparison of two numbers or two texts of different types.
  private static func converted(
    _ left: Shape,
    _ right: Shape,
    _ numbers: @escaping (Number, Number) -> Bool,
    _ texts: @escaping (String, String) -> Bool
  ) -> Equality? {
    if left.has(.number), right.has(.number) {
      return { left, right in Number(left.any).flatMap { left in Number(right.any).map { numbers(left, $0) } }
      }
    }
    guard left.has(.text), right.has(.text) else { return nil }
    return { left, right in text(of: left.any).flatMap { left in text(of: right.any).map { texts(left, $0) } }
    }
  }

  /// Compares a value with a string or number that stands for it.
  private static func spelled(_ shape: Shape, by literal: Shape) -> Equality? {
    if shape.type == UUID.self, literal.has(.text) {
      return { id, text in
        TodoShellValues.text(of: text.any).flatMap(UUID.init(uuidString:)).map {
          id.unboxed(as: UUID.self) == $0
        }
      }
    }
    // A raw value without a case would make a comparison with an enum silently false.
    guard shape.choice == nil, let rawValue = Members.of(shape).rawValue, let type = rawValue.type,
      let equality = equality(type, literal)
    else { return nil }
    return { value, literal in equality(value.part(rawValue.read), literal) }
  }

  /// Compares a case with one whose type was not known when it was read, in a list such as `[.all, .active]`.
  private static func named(_ shape: Shape, by untyped: Shape) -> Equality? {
    guard untyped.type == UntypedCase.self, let choice = shape.choice, choice.isReadable else { return nil }
    return { value, literal in
      guard let element = value.read({ $0.current?.element }), let element,
        let literal = literal.unboxed(as: UntypedCase.self)
      else { return nil }
      return ".\(element.name)" == literal.customDumpDescription
    }
  }

  /// Whether values of two types are compared element by element, and so copied.
  static func copiesElements(_ left: Shape, _ right: Shape) -> Bool {
    left.has(.collection) && right.has(.collection) && !left.has(.string)
      && !(left === right && left.equality != nil)
  }

  private static func collections(_ left: Shape, _ right: Shape) -> Equality? {
    if (left.kind == .table) != (right.kind == .table) { return nil }
    if let old = left.pairs?.value.settled, let new = right.pairs?.value.settled, equality(old, new) == nil {
      return nil
    }
    if left.kind == .table {
      return { left, right in left.pairs.flatMap { left in right.pairs.flatMap { areEqual(left, $0) } } }
    }
    if let left = left.element?.settled, let right = right.element?.settled,
      equality(left, right) == nil
    {
      return nil
    }
    let isUnordered = left.has(.unordered) || right.has(.unordered)
    return { left, right in
      // Values that cannot be compared are an error, however many there are.
      guard let count = left.elementCount, count == right.elementCount else {
        if left.elementCount == 0 || right.elementCount == 0 { return false }
        return areEqual(left.element(at: 0), right.element(at: 0)).map { _ in false }
      }
      // Within other values, the steps of a copy are not counted.
      guard count <= ExpressionContext.defaultStepLimit else { return nil }
      let (left, right) = (left.elements, right.elements)
      if !isUnordered || left.isEmpty { return areEqual(left, right) }
      return matches(of: left, among: right).map { $0.count == left.count }
    }
  }

  private static func areEqual(_ left: [Value], _ right: [Value]) -> Bool? {
    for (left, right) in zip(left, right) {
      guard let isEqual = areEqual(left, right) else { return nil }
      if !isEqual { return false }
    }
    return true
  }

  /// The positions of the equals of some values among as many others, each of which is used once.
  ///
  /// - Returns: `nil` if values cannot be compared; fewer positions if a value has no equal.
  private static func matches(of left: [Value], among right: [Value]) -> [Int]? {
    var found: [Int] = []
    if let type = left.first?.shape, type.hashable != nil, (left + right).allSatisfy({ $0.isOf(type) }) {
      var free = Dictionary(grouping: right.indices) { right[$0].hashable }
      for value in left {
        guard let match = free[value.hashable]?.popLast() else { return found }
        found.append(match)
      }
      return found
    }
    // Each is compared with each, which nothing else limits.
    guard left.count <= ExpressionContext.defaultStepLimit / max(1, right.count) else { return nil }
    var free = Array(right.indices)
    for value in left {
      guard let first = right.first, areEqual(value, first) != nil else { return nil }
      guard let match = free.firstIndex(where: { areEqual(value, right[$0]) == true }) else { return found }
      found.append(free.remove(at: match))
    }
    return found
  }

  private static func areEqual(
    _ left: [(key: Any, value: Any)],
    _ right: [(key: Any, value: Any)]
  ) -> Bool? {
    let (keys, others) = (left.map { Value(flattening: $0.key) }, right.map { Value(flattening: $0.key) })
    let (values, found) = (
      left.map { Value(flattening: $0.value) }, right.map { Value(flattening: $0.value) }
    )
    guard let value = values.first, let other = found.first else { return left.isEmpty && right.isEmpty }
    guard areEqual(keys[0], others[0]) != nil, areEqual(value, other) != nil else { return nil }
    if keys.count != others.count { return false }
    return matches(of: keys, among: others).flatMap { matches in
      matches.count == keys.count ? areEqual(values, matches.map { found[$0] }) : false
    }
  }
}

extension Value {
  /// Copies of all elements; the caller has counted them as steps.
  var elements: [Value] {
    var elements: [Value] = []
    // Only a diagnostic of the closure would be thrown.
    try? forEachElement { element in
      elements.append(element.kept)
      return true
    }
    return elements
  }
}
