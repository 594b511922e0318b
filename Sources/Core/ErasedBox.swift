/// A box for a value whose type is known only to its creator and its consumer.
///
/// Generic code that passes an opaque value on would look up type metadata at each step, and casting an `Any` checks
/// the type each time: both cost more than the actual work on the value. Code for boxes is compiled once, and the
/// consumer knows the type by other means, such as a key. That is checked by comparing two addresses.
package class ErasedBox: @unchecked Sendable {
  // Unchecked: a box never changes after its creation. Its contents are passed between threads as they would be
  // without it.
  private let type: ObjectIdentifier

  fileprivate init(of type: Any.Type) { self.type = ObjectIdentifier(type) }

  /// The value.
  ///
  /// - Precondition: The box was filled with a value of this type, or the type is `Any`.
  package final func unboxed<Value>(as _: Value.Type) -> Value {
    // The cast is a function of its own: it makes an optional, whose type would be looked up in every call.
    type == ObjectIdentifier(Value.self)
      ? unsafeDowncast(self, to: TypedBox<Value>.self).value : castContents()
  }

  private func castContents<Value>() -> Value {
    guard let value = contents as? Value else {
      preconditionFailure("A box with a \(valueType) was opened as one with a \(Value.self).")
    }
    return value
  }

  /// The value, if the box was filled with one of this type.
  final func unboxed<Value>(ifOf _: Value.Type) -> Value? {
    // Not a conditional cast, which would look up the class.
    type == ObjectIdentifier(Value.self) ? unsafeDowncast(self, to: TypedBox<Value>.self).value : nil
  }

  /// The value, whatever its type.
  package var contents: Any { preconditionFailure("A box without a type is empty.") }

  /// Gives access to the value in place.
  package func withContents(_: (UnsafeRawPointer) -> Void) {}

  /// Gives access to the value in place, if the box was filled with one of a type.
  package final func withContents(ofType type: Any.Type, _ body: (UnsafeRawPointer) -> Void) {
    if self.type == ObjectIdentifier(type) { withContents(body) }
  }

  /// The type of the contents; the box's own type may be a protocol.
  package final var valueType: Any.Type { Swift.type(of: contents) }

  /// Whether another box with a value of the same type has an equal one.
  package func isEqual(to _: ErasedBox) -> Bool { false }
}

/// A value in a box.
///
/// Not final: code that knows `Value` only at run time looks up the class each time it creates a box, unless it holds
/// the class itself and creates the box through it.
package class TypedBox<Value>: ErasedBox, @unchecked Sendable {
  fileprivate final let value: Value

  package required init(_ value: Value) {
    self.value = value
    super.init(of: Value.self)
  }

  package final override var contents: Any { value }

  package final override func withContents(_ body: (UnsafeRawPointer) -> Void) {
    withUnsafePointer(to: value) { body($0) }
  }

  package final override func isEqual(to other: ErasedBox) -> Bool {
    other.unboxed(ifOf: Value.self).map { areEqual(value, $0) } ?? false
  }
}

/// The value as the given type, if its dynamic type is exactly that.
///
/// A cast would also work, but it first tries optionals, bridging and subclasses, which takes longer than the typical
/// work on a value.
///
/// - Parameters:
///   - value: A value of any type.
///   - type: The type.
/// - Returns: `nil` if the value has another type, even if a cast would succeed.
@inlinable
package func unboxed<Value>(_ value: Any, as type: Value.Type) -> Value? {
  func open<Boxed>(_ boxed: Boxed) -> Value? {
    guard Boxed.self == Value.self else {
      // An element of `[Any]` passed on by generic code is boxed twice.
      return Swift.type(of: value) == Value.self ? value as? Value : nil
    }
    // `Boxed` is `Value`.
    return withUnsafePointer(to: boxed) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
  }
  return _openExistential(value, do: open)
}
