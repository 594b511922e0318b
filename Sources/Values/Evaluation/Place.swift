import Core

/// Where the value of a part of an expression is: how to find it in the root value, in the current element of a method,
/// or by a name.
///
/// A question about a long history reads values of the same types at each moment, so these are read in place: stored
/// properties, `count`, `isEmpty`, `first`, `last`, elements at constant positions, unwrapped optionals, and names of known
/// types; comparisons of values of one type with each other and with literals, of enums with case names, and of optionals
/// with `nil`; the number of elements of a short list that satisfy a condition; and `&&`, `||` and `!` of these.
struct Place {
  /// What the value is read from.
  struct Frame {
    let root: UnsafeRawPointer
    /// The current element of the enclosing method.
    var element: UnsafeRawPointer?
    /// The value of a name that is not a member of the root value.
    let fact: (_ name: String) -> Any?

    fileprivate func whole(_ isElement: Bool) -> UnsafeRawPointer? { isElement ? element : root }
  }

  /// Reads the value.
  ///
  /// - Returns: `false` where the evaluator must decide: an optional is `nil`, a position out of range.
  typealias Visit = (_ frame: Frame, _ read: (UnsafeRawPointer) -> Void) -> Bool

  /// The types of what it is read from; `nil` for what is not read.
  struct Origin {
    var root: Shape?
    var element: Shape?

    fileprivate func joined(with other: Origin) -> Origin {
      Origin(root: root ?? other.root, element: element ?? other.element)
    }
  }

  let origin: Origin
  let shape: Shape
  private let visit: Visit
  /// Whether what it is computed from is known to be the same in two frames.
  private var sameness: Sameness?

  /// The offset from the root value or the current element, if it is fixed.
  private var fixed: (isInElement: Bool, offset: Int)?

  private typealias Sameness = (_ old: Frame, _ new: Frame) -> Bool

  private init(in origin: Origin, _ shape: Shape, _ visit: @escaping Visit) {
    (self.origin, self.shape, self.visit) = (origin, shape, visit)
  }

  /// The place of the root value.
  init(root shape: Shape) {
    self.init(in: Origin(root: shape), shape, isInElement: false, at: 0)
  }

  /// The place of the current element.
  init(element shape: Shape) {
    self.init(in: Origin(element: shape), shape, isInElement: true, at: 0)
  }

  private init(in origin: Origin, _ shape: Shape, isInElement: Bool, at offset: Int) {
    self.init(in: origin, shape) { frame, read in
      guard let whole = frame.whole(isInElement) else { return false }
      read(whole + offset)
      return true
    }
    fixed = (isInElement, offset)
  }

  /// The value of a name that is not a member of the root value.
  init(fact name: String, _ shape: Shape) {
    self.init(in: Origin(), shape) { frame, read in
      guard let value = frame.fact(name), type(of: value) == shape.type else { return false }
      withAddress(of: value, read)
      return true
    }
  }

  fileprivate init(constant: Any) {
    self.init(in: Origin(), .of(value: constant)) { _, read in
      withAddress(of: constant, read)
      return true
    }
  }

  private init<Value>(in origin: Origin, _ sameness: Sameness?, _ compute: @escaping (Frame) -> Value?) {
    self.init(in: origin, .of(Value.self)) { frame, read in
      guard let value = compute(frame) else { return false }
      withUnsafePointer(to: value) { read($0) }
      return true
    }
    self.sameness = sameness
  }

  /// A value that is computed from two others.
  private init<Value>(_ left: Place, _ right: Place, _ compute: @escaping (Frame) -> Value?) {
    self.init(
      in: left.origin.joined(with: right.origin),
      { left.isSame($0, $1) && right.isSame($0, $1) },
      compute
    )
  }

  /// A value as an evaluation passes it on.
  ///
  /// Not an optional, let alone a nested one: copying those goes through the runtime and is many times slower.
  enum Reading {
    /// There is none here.
    case none
    case null
    case value(Any)

    init(_ value: Any?) { if let value { self = .value(value) } else { self = .null } }
  }

  /// The value for the root value of a context and the current element.
  func value(in context: ExpressionContext, for element: Reading = .none) -> Reading {
    guard origin.root.map({ type(of: context.root) == $0.type }) ?? true, isValue else { return .none }
    return withAddress(of: context.root) { root in
      guard let shape = origin.element else { return value(in: Frame(root: root, fact: context.variable)) }
      guard case .value(let element) = element, type(of: element) == shape.type else { return .none }
      return withAddress(of: element) { element in
        value(in: Frame(root: root, element: element, fact: context.variable))
      }
    }
  }

  private func value(in frame: Frame) -> Reading {
    var reading = Reading.none
    _ = visit(frame) { address in
      let value = shape.value(at: address)
      reading = shape.has(.flattened) ? Reading(flattened(value)) : .value(value)
    }
    return reading
  }

  /// Whether its type is that of the value.
  private var isValue: Bool {
    switch shape.typeKind {
    case .structure, .enumeration, .optional, .tuple: true
    default: false
    }
  }

  /// The place without optionals; `nil` if values of its type may stand for others, or may have another dynamic type.
  private var plain: Place? {
    switch shape.typeKind {
    case .optional: shape.wrapped.flatMap { unwrapped(to: $0).plain }
    case .structure, .enumeration: shape.has(.flattened) ? nil : self
    default: nil
    }
  }

  /// The place with all optionals unwrapped, itself if it is not optional; `nil` if a value may stand for `nil`.
  var present: Place? {
    if let wrapped = shape.wrapped { return unwrapped(to: wrapped).present }
    return shape.has(.flattened) ? nil : self
  }

  private func unwrapped(to wrapped: Shape) -> Place {
    Place(in: origin, wrapped) { [visit, shape] frame, read in
      var isPresent = false
      _ = visit(frame) { optional in
        guard let address = shape.wrappedAddress(at: optional) else { return }
        isPresent = true
        read(address)
      }
      return isPresent
    }
  }

  func member(_ name: String) -> Place? {
    guard let base = plain else { return nil }
    // The number of a range is found in another way.
    if let type = base.shape.type as? any Collection.Type, !base.shape.has(.integers) {
      return base.collectionMember(name, type)
    }
    guard let part = Members.of(base.shape)[name]?.part else { return nil }
    if let (isInElement, offset) = base.fixed, let bytes = part.bytes {
      return Place(in: origin, part.shape, isInElement: isInElement, at: offset + bytes.lowerBound)
    }
    return Place(in: origin, part.shape) { frame, read in base.visit(frame) { part.read(in: $0, read) } }
  }

  private func collectionMember<C: Collection>(_ name: String, _: C.Type) -> Place? {
    let count = shape.elements?.count ?? { $0.assumingMemoryBound(to: C.self).pointee.count }
    return switch name {
    case "count": computing(count)
    case "isEmpty": computing { $0.assumingMemoryBound(to: C.self).pointee.isEmpty }
    case "first": element { _ in 0 }
    case "last": element { count($0) - 1 }
    default: nil
    }
  }

  /// What is computed from the value.
  private func computing<Value>(_ compute: @escaping (UnsafeRawPointer) -> Value) -> Place {
    Place(in: origin, sameness) { [visit] frame in
      var value: Value?
      _ = visit(frame) { value = compute($0) }
      return value
    }
  }

  func element(at position: Int) -> Place? { element { _ in position } }

  /// - Parameter position: The position in the list at an address; negative for none.
  private func element(at position: @escaping (_ list: UnsafeRawPointer) -> Int) -> Place? {
    guard let base = plain, let elements = base.shape.elements else { return nil }
    return Place(in: origin, elements.shape) { frame, read in
      var isFound = false
      _ = base.visit(frame) { list in
        let position = position(list)
        if position >= 0 { isFound = elements.readOne(list, position, read) }
      }
      return isFound
    }
  }

  /// What is derived from the number of elements for which a condition holds. The evaluator remembers that of a longer
  /// list from one version to the next.
  func counting(_ result: Method.Counted, where condition: Term) -> Place? {
    guard let base = plain, let elements = base.shape.elements, condition.node.usesSubject,
      let place = condition.place, place.origin.element === elements.shape, let holds = place.condition
    else { return nil }
    let origin = base.origin.joined(with: Origin(root: place.origin.root))
    let count = { (frame: Frame) -> (matching: Int, total: Int)? in
      var (matching, total, isKnown) = (0, 0, true)
      let isFound = base.visit(frame) { list in
        guard elements.count(list) <= 64 else { return isKnown = false }
        var frame = frame
        total = elements.read(list) { element in
          frame.element = element
          guard isKnown, let isMatch = holds(frame) else { return isKnown = false }
          if isMatch { matching += 1 }
        }
      }
      return isFound && isKnown ? (matching, total) : nil
    }
    let sameness = condition.node.isClosed ? base.sameCounts(of: elements, where: holds) : nil
    switch result {
    case .number: return Place(in: origin, sameness) { count($0)?.matching }
    case .condition(let holds):
      return Place(in: origin, sameness) { frame in count(frame).map { holds($0, $1) } }
    }
  }

  /// Tells from the elements that differ whether the same number of elements satisfies a condition in two versions of a list.
  private func sameCounts(of elements: Shape.Elements, where holds: @escaping (Frame) -> Bool?) -> Sameness {
    { [visit] old, new in
      var (old, new) = (old, new)
      var isSame = false
      _ = visit(old) { before in
        _ = visit(new) { after in
          var change: Int? = 0
          let areComparable = elements.differences(before, after) { before, after in
            (old.element, new.element) = (before, after)
            guard let known = change, let held = holds(old), let holdsNow = holds(new) else {
              return change = nil
            }
            change = known + (holdsNow ? 1 : 0) - (held ? 1 : 0)
          }
          isSame = areComparable && change == 0
        }
      }
      return isSame
    }
  }

  /// Whether the values in two frames are known to be the same: they consist of the same bytes, or are computed from values
  /// that do.
  func isSame(_ old: Frame, _ new: Frame) -> Bool {
    if let sameness, sameness(old, new) { return true }
    var isSame = false
    _ = visit(old) { old in _ = visit(new) { isSame = haveSameBits(old, $0, size: shape.size) } }
    return isSame
  }

  /// Reads whether it is true.
  var condition: ((Frame) -> Bool?)? {
    guard let place = plain, place.shape.type == Bool.self else { return nil }
    if let (isInElement, offset) = place.fixed {
      return { ($0.whole(isInElement).map { $0 + offset })?.assumingMemoryBound(to: Bool.self).pointee }
    }
    return { frame in
      var value: Bool?
      _ = place.visit(frame) { value = $0.assumingMemoryBound(to: Bool.self).pointee }
      return value
    }
  }
}

// Operators.
extension Place {
  init?(not operand: Term) {
    guard let place = operand.place, let holds = place.condition else { return nil }
    self.init(in: place.origin, place.isSame) { holds($0).map { !$0 } }
  }

  /// - Returns: `nil` if the operands are not compared in place.
  init?(_ binary: BinaryOperator, _ left: Term, _ right: Term) {
    guard
      let place = Self.logical(binary, left, right) ?? Self.comparison(binary, left, right)
        ?? Self.choice(binary, left, right) ?? Self.choice(binary, right, left)
        ?? Self.absence(binary, left, right) ?? Self.absence(binary, right, left)
    else { return nil }
    self = place
  }

  private static func logical(_ binary: BinaryOperator, _ left: Term, _ right: Term) -> Place? {
    guard binary == .and || binary == .or, let left = left.place, let right = right.place,
      let first = left.condition, let second = right.condition
    else { return nil }
    let decisive = binary == .or
    return Place(left, right) { frame in
      first(frame).flatMap { $0 == decisive ? decisive : second(frame) }
    }
  }

  /// Compares two values of one type.
  private static func comparison(_ binary: BinaryOperator, _ left: Term, _ right: Term) -> Place? {
    let operands = (left.operand(besides: right)?.plain, right.operand(besides: left)?.plain)
    guard let left = operands.0, let right = operands.1, left.shape === right.shape,
      let holds = left.shape.comparison(binary)
    else { return nil }
    return Place(left, right) { frame in
      var result: Bool?
      _ = left.visit(frame) { left in _ = right.visit(frame) { result = holds(left, $0) } }
      return result
    }
  }

  /// `filter == .active`: only the case is compared, whatever its payload.
  private static func choice(_ binary: BinaryOperator, _ value: Term, _ literal: Term) -> Place? {
    guard case .enumCase(let name, let arguments) = literal.node.kind, arguments?.isEmpty ?? true,
      let place = value.place?.plain, let choice = place.shape.choice, choice.isReadable
    else { return nil }
    // Cases with different labels may share a name.
    let tags = choice.cases.filter { $0.name == name }.map(\.tag)
    return tags.isEmpty ? nil : place.equality(binary) { tags.contains(choice.tag(at: $0)) }
  }

  /// `alert == nil`
  private static func absence(_ binary: BinaryOperator, _ value: Term, _ null: Term) -> Place? {
    guard case .null = null.node.kind, let place = value.place, let wrapped = place.shape.wrapped,
      wrapped.typeKind != .optional, place.plain != nil
    else { return nil }
    return place.equality(binary) { place.shape.wrappedAddress(at: $0) == nil }
  }

  /// Whether the value is, or is not, what it is compared with.
  private func equality(_ binary: BinaryOperator, _ isEqual: @escaping (UnsafeRawPointer) -> Bool) -> Place? {
    guard binary == .equal || binary == .notEqual else { return nil }
    return computing { isEqual($0) == (binary == .equal) }
  }
}

extension Term {
  /// Where its value is. A literal has the type of the other operand if that is a number.
  fileprivate func operand(besides other: Term) -> Place? {
    if let place { return place }
    let type = other.place?.shape.unwrapped.type
    return switch (constant, type) {
    case (let value as Int, is Double.Type): Place(constant: Double(value))
    case (let value as Int, let type as any BinaryInteger.Type): Place(integer: value, type)
    default: constant.map { Place(constant: $0) }
    }
  }
}

extension Place {
  fileprivate init?<Value: BinaryInteger>(integer: Int, _: Value.Type) {
    guard let value = Value(exactly: integer) else { return nil }
    self.init(constant: value)
  }
}

extension Shape {
  /// Compares the values at two addresses; `nil` if values of the type cannot be compared so.
  fileprivate func comparison(_ binary: BinaryOperator) -> Comparison? {
    guard binary.isComparison, let equality else { return nil }
    return switch binary {
    case .equal: equality
    case .notEqual: { !equality($0, $1) }
    case .less: order
    case .greater: order.map { isLess in { isLess($1, $0) } }
    case .lessOrEqual: order.map { isLess in { isLess($0, $1) || equality($0, $1) } }
    default: order.map { isLess in { isLess($1, $0) || equality($0, $1) } }
    }
  }
}
