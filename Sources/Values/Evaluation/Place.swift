import Core

/// Where the value of a part of an expression is: how to find it in the root value, or in the current element of a method.
///
/// A question about a long history meets the same types at each moment. Read in place are stored properties, `count`,
/// `isEmpty`, `first`, `last`, elements at constant positions and unwrapped optionals; comparisons of numbers, strings and
/// Bools with each other and with literals, and of enums with case names; and `&&`, `||` and `!` of these.
struct Place {
  /// Reads the value for the origin at an address.
  ///
  /// - Returns: `false` where the evaluator must decide: an optional is `nil`, a position out of range.
  typealias Visit = (_ origin: UnsafeRawPointer, _ read: (UnsafeRawPointer) -> Void) -> Bool

  /// What it is found in.
  struct Origin {
    let shape: Shape
    /// Whether that is the current element rather than the root value.
    let isElement: Bool
  }

  let origin: Origin
  let shape: Shape
  private let visit: Visit

  private init(in origin: Origin, _ shape: Shape, _ visit: @escaping Visit) {
    (self.origin, self.shape, self.visit) = (origin, shape, visit)
  }

  /// The place of the origin itself.
  init(of origin: Origin) {
    self.init(in: origin, origin.shape) { address, read in
      read(address)
      return true
    }
  }

  private init<Value>(in origin: Origin, _ compute: @escaping (_ origin: UnsafeRawPointer) -> Value?) {
    self.init(in: origin, .of(Value.self)) { address, read in
      guard let value = compute(address) else { return false }
      withUnsafePointer(to: value) { read($0) }
      return true
    }
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

  /// The value for an origin.
  func value(in value: Any) -> Reading {
    guard type(of: value) == origin.shape.type, isValue else { return .none }
    var reading = Reading.none
    _ = withAddress(of: value) { origin in
      visit(origin) { address in
        let value = shape.value(at: address)
        reading = shape.has(.flattened) ? Reading(flattened(value)) : .value(value)
      }
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
    Place(in: origin, wrapped) { [visit, shape] origin, read in
      var isPresent = false
      _ = visit(origin) { optional in
        guard let address = shape.wrappedAddress(at: optional) else { return }
        isPresent = true
        read(address)
      }
      return isPresent
    }
  }

  func member(_ name: String) -> Place? {
    guard let base = plain else { return nil }
    // The number of characters or of a range is found in another way.
    if let type = base.shape.type as? any Collection.Type, !base.shape.has(.string),
      !base.shape.has(.integers)
    {
      return base.collectionMember(name, type)
    }
    guard let part = Members.of(base.shape)[name]?.part else { return nil }
    return Place(in: origin, part.shape) { origin, read in base.visit(origin) { part.read(in: $0, read) } }
  }

  private func collectionMember<C: Collection>(_ name: String, _: C.Type) -> Place? {
    guard let collection = reader(as: C.self) else { return nil }
    switch name {
    case "count": return Place(in: origin) { collection($0)?.count }
    case "isEmpty": return Place(in: origin) { collection($0)?.isEmpty }
    case "first": return element { _ in 0 }
    case "last": return element { origin in (collection(origin)?.count ?? 0) - 1 }
    default: return nil
    }
  }

  func element(at position: Int) -> Place? { element { _ in position } }

  /// - Parameter position: The position in an origin; negative for none.
  private func element(at position: @escaping (_ origin: UnsafeRawPointer) -> Int) -> Place? {
    guard let base = plain, let elements = base.shape.elements else { return nil }
    return Place(in: origin, elements.shape) { origin, read in
      let position = position(origin)
      var isFound = false
      if position >= 0 { _ = base.visit(origin) { isFound = elements.readOne($0, position, read) } }
      return isFound
    }
  }

  /// Reads the value; `nil` if it has another type.
  fileprivate func reader<Value>(as _: Value.Type) -> ((UnsafeRawPointer) -> Value?)? {
    guard let place = plain, place.shape.type == Value.self else { return nil }
    return { origin in
      var value: Value?
      _ = place.visit(origin) { value = $0.assumingMemoryBound(to: Value.self).pointee }
      return value
    }
  }
}

// Operators.
extension Place {
  init?(not operand: Term) {
    guard let place = operand.place, let holds = place.reader(as: Bool.self) else { return nil }
    self.init(in: place.origin) { holds($0).map { !$0 } }
  }

  /// - Returns: `nil` if the operands are not both of one of the types that are compared in place.
  init?(_ binary: BinaryOperator, _ left: Term, _ right: Term) {
    guard let origin = (left.place ?? right.place)?.origin,
      right.place.map({ $0.origin.isElement == origin.isElement }) ?? true,
      let place = Self.logical(binary, left, right, in: origin)
        ?? Self.ordered(binary, left, right, as: Int.self, in: origin)
        ?? Self.ordered(binary, left, right, as: String.self, in: origin)
        ?? Self.ordered(binary, left, right, as: Double.self, in: origin)
        ?? Self.choice(binary, left, right, in: origin) ?? Self.choice(binary, right, left, in: origin)
    else { return nil }
    self = place
  }

  /// `filter == .active`: only the case is compared, whatever its payload.
  private static func choice(_ binary: BinaryOperator, _ value: Term, _ literal: Term, in origin: Origin)
    -> Place?
  {
    guard binary == .equal || binary == .notEqual,
      case .enumCase(let name, let arguments) = literal.node.kind,
      arguments?.isEmpty ?? true, let place = value.place?.plain, let choice = place.shape.choice,
      choice.isReadable
    else { return nil }
    // Cases with different labels may share a name.
    let tags = choice.cases.filter { $0.name == name }.map(\.tag)
    if tags.isEmpty { return nil }
    return Place(in: origin) { root in
      var isCase: Bool?
      _ = place.visit(root) { isCase = tags.contains(choice.tag(at: $0)) }
      return isCase.map { $0 == (binary == .equal) }
    }
  }

  private static func logical(_ binary: BinaryOperator, _ left: Term, _ right: Term, in origin: Origin)
    -> Place?
  {
    guard let left = left.reader(as: Bool.self), let right = right.reader(as: Bool.self) else { return nil }
    return switch binary {
    case .and: Place(in: origin) { root in left(root).flatMap { $0 ? right(root) : false } }
    case .or: Place(in: origin) { root in left(root).flatMap { $0 ? true : right(root) } }
    case .equal: compared(left, right, in: origin, by: ==)
    case .notEqual: compared(left, right, in: origin, by: !=)
    default: nil
    }
  }

  private static func ordered<Value: Comparable>(
    _ binary: BinaryOperator,
    _ left: Term,
    _ right: Term,
    as _: Value.Type,
    in origin: Origin
  ) -> Place? {
    guard let left = left.reader(as: Value.self), let right = right.reader(as: Value.self) else { return nil }
    return switch binary {
    case .equal: compared(left, right, in: origin, by: ==)
    case .notEqual: compared(left, right, in: origin, by: !=)
    case .less: compared(left, right, in: origin, by: <)
    case .lessOrEqual: compared(left, right, in: origin, by: <=)
    case .greater: compared(left, right, in: origin, by: >)
    case .greaterOrEqual: compared(left, right, in: origin, by: >=)
    default: nil
    }
  }

  private static func compared<Value>(
    _ left: @escaping (UnsafeRawPointer) -> Value?,
    _ right: @escaping (UnsafeRawPointer) -> Value?,
    in origin: Origin,
    by holds: @escaping (Value, Value) -> Bool
  ) -> Place {
    Place(in: origin) { root in left(root).flatMap { left in right(root).map { holds(left, $0) } } }
  }
}

extension Term {
  fileprivate func reader<Value>(as type: Value.Type) -> ((UnsafeRawPointer) -> Value?)? {
    place?.reader(as: type) ?? (constant as? Value).map { value in { _ in value } }
  }
}
