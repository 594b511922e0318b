/// A value of a type that only those know who put it in and who take it out.
///
/// Generic code that hands a value on without looking into it would look type metadata up at each step of the way, and a
/// cast of an `Any` checks the type again each time: both cost more than what is done with the value. Code for boxes is
/// compiled once, and whoever opens one knows its type from something else, such as a key.
class ErasedBox: @unchecked Sendable {
  // Unchecked: a box is filled when it is made and never changes. What is inside is handed on by one thread to the other
  // as it would be without the box.
  fileprivate init() {}

  /// The value.
  ///
  /// - Precondition: The box was filled with a value of this type.
  final func unboxed<Value>(as _: Value.Type) -> Value {
    unsafeDowncast(self, to: TypedBox<Value>.self).value
  }

  /// The value, if the box was filled with one of this type.
  final func unboxed<Value>(ifOf _: Value.Type) -> Value? { (self as? TypedBox<Value>)?.value }

  /// The type of the value itself, where the box's is a protocol.
  var valueType: Any.Type { Never.self }
}

/// A value in a box.
///
/// Not final: code that knows `Value` only when it runs looks the class up each time it makes a box, unless it holds the
/// class itself and makes the box through that.
class TypedBox<Value>: ErasedBox, @unchecked Sendable {
  fileprivate final let value: Value

  required init(_ value: Value) {
    self.value = value
    super.init()
  }

  final override var valueType: Any.Type { type(of: value as Any) }
}

/// A value as what it is, if its type is exactly the one that is asked for.
///
/// To cast it would find that out too, but look for ways around optionals, bridges and subclasses first, which takes
/// longer than what is done with most values that are asked for one after the other.
///
/// - Parameters:
///   - value: A value of any type.
///   - type: The type.
/// - Returns: `nil` if the value is of another type, even if a cast would succeed.
@inlinable
package func unboxed<Value>(_ value: Any, as type: Value.Type) -> Value? {
  func open<Boxed>(_ boxed: Boxed) -> Value? {
    guard Boxed.self == Value.self else {
      // An element of `[Any]` that generic code handed on is in a box in a box.
      return Swift.type(of: value) == Value.self ? value as? Value : nil
    }
    // `Boxed` is `Value`.
    return withUnsafePointer(to: boxed) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
  }
  return _openExistential(value, do: open)
}
