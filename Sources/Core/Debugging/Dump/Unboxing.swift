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
