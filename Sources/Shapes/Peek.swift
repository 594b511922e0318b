/// A value in place: where it is, and what it consists of.
///
/// A part of a value is valid while the value is alive and not changed. A value that had to be computed, such
/// as an entry of a dictionary, is kept alive by its peek and by the peeks at its parts.
package struct Peek {
  package let address: UnsafeRawPointer
  /// Unowned, because shapes are never released, and a peek is copied often.
  package unowned(unsafe) let shape: Shape
  /// The side of a comparison that it belongs to.
  package let side: ComparisonSide
  private let owner: AnyObject?

  /// A value at an address.
  ///
  /// - Parameter owner: The object that keeps it alive; `nil` if the caller does.
  package init(
    at address: UnsafeRawPointer,
    _ shape: Shape,
    on side: ComparisonSide = .new,
    ownedBy owner: AnyObject? = nil
  ) {
    (self.address, self.shape, self.side, self.owner) = (address, shape, side, owner)
  }

  /// A copy of the value at an address.
  private init(copying address: UnsafeRawPointer, _ shape: Shape, on side: ComparisonSide) {
    let copy = ValueCopy.of(address, shape)
    self.init(at: copy.address, shape, on: side, ownedBy: copy)
  }

  /// A copy of a value of any type.
  package init(_ value: Any, on side: ComparisonSide = .new) {
    let shape = Shape.of(value: value)
    self = withAddress(of: value) { Peek(copying: $0, shape, on: side) }
  }

  /// Calls a function with a value of any type in place.
  package static func read<Result>(
    _ value: Any,
    on side: ComparisonSide = .new,
    _ body: (Peek) -> Result
  ) -> Result {
    withAddress(of: value) { body(Peek(at: $0, .of(value: value), on: side)) }
  }

  /// The value, or a copy of it if it is kept alive by others.
  package var kept: Peek { owner == nil ? Peek(copying: address, shape, on: side) : self }

  /// A copy of the value.
  package var value: Any { shape.value(at: address) }

  private func part(at address: UnsafeRawPointer, _ shape: Shape) -> Peek {
    Peek(at: address, shape, on: side, ownedBy: owner)
  }
}

/// A side of a comparison. A shared value may differ between them.
package enum ComparisonSide {
  case old
  case new
}

extension Peek {
  /// The value with the shape of its dynamic type.
  package var opened: Peek {
    switch shape.typeKind {
    case .existential: Peek(value, on: side)
    case .reference: part(at: address, .of(value: value))
    default: self
    }
  }

  /// The value in an optional; `nil` if there is none.
  package var wrapped: Peek? {
    guard shape.kind == .optional, let wrapped = shape.wrapped else { return nil }
    return shape.wrappedAddress(at: address).map { part(at: $0, wrapped) }
  }

  /// The value that stands for this one.
  package var represented: Peek? {
    guard shape.kind == .standIn else { return nil }
    if let type = shape.reader?.valueType, let value = shape.reader?.valueAddress(in: address) {
      return part(at: value, .of(type))
    }
    return shape.reader?.representation(at: address, on: side).map { Peek($0, on: side) }
  }

  /// The text of a string, of a number, or of a type that describes itself.
  package var text: String? { shape.reader?.text(at: address) }

  /// The mirror by which a type describes itself.
  package var mirror: Mirror? { shape.reader?.mirror(at: address) }

  /// The values of an unordered collection, with their keys. An element of a set is its own key.
  package var members: [(key: Any, value: Any)] { shape.reader?.members(at: address) ?? [] }

  /// A part of a structure or tuple.
  package func part(_ part: Part) -> Peek {
    part.address(in: address).map { self.part(at: $0, part.shape) }
      ?? part.read(in: address) { Peek(copying: $0, part.shape, on: side) }
  }

  /// The case of an enum and its payload; `nil` for other types, and where only reflection can read it.
  package var current: (element: Choice.Case, payload: Peek?)? {
    guard let choice = shape.choice, choice.isReadable else { return nil }
    let element = choice.current(at: address)
    let payload = element.payload.map { shape in
      choice.readPayload(of: element, at: address) {
        choice.hasOnePayload ? part(at: $0, shape) : Peek(copying: $0, shape, on: side)
      }
    }
    return (element, payload)
  }

  /// The number of elements of a list.
  package var count: Int { shape.elements?.count(of: address) ?? 0 }

  /// The element of a list at a position.
  package func element(at position: Int) -> Peek? {
    guard let elements = shape.elements else { return nil }
    return elements.read(position, of: address) { element in
      // An object may be bridged, and released when the call ends.
      elements.shape.typeKind == .reference
        ? Peek(elements.shape.value(at: element), on: side) : part(at: element, elements.shape).opened
    }
  }
}
