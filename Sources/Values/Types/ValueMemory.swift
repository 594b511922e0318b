import Core

/// Constructs a value of a type in place.
///
/// - Parameter initialize: Initializes all of the value's memory.
func madeInPlace(_ type: Any.Type, _ initialize: (UnsafeMutableRawPointer) -> Void) -> Any {
  func make<Value>(_: Value.Type) -> Any {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    initialize(UnsafeMutableRawPointer(pointer))
    return pointer.move()
  }
  return _openExistential(type, do: make)
}

/// A closure that initializes memory with a value.
///
/// - Parameters:
///   - type: The type of the memory.
///   - value: The value.
///   - isIndirect: Whether the memory holds a reference to the value, as in an indirect case.
/// - Returns: `nil` if the value is not of the type, or if the type is a function or metatype, whose representation in
///   generic code differs from that where the type is known.
func initializer(
  of type: Any.Type,
  with value: Any,
  isIndirect: Bool = false
) -> ((UnsafeMutableRawPointer) -> Void)? {
  switch RuntimeType(type) {
  case .function, .metatype: return nil
  default: break
  }
  func make<Value>(_: Value.Type) -> ((UnsafeMutableRawPointer) -> Void)? {
    guard let value = value as? Value else { return nil }
    if isIndirect { return { $0.initializeMemory(as: Box<Value>.self, to: .value(value)) } }
    return { $0.initializeMemory(as: Value.self, to: value) }
  }
  return _openExistential(type, do: make)
}

/// Has the layout of an indirect case of any enum: a reference to a box with the payload.
private indirect enum Box<Value> {
  case value(Value)
}

/// The type of any optional.
package protocol OptionalType {
  static var wrappedType: Any.Type { get }
  static var noValue: Any { get }
}

extension Optional: OptionalType {
  package static var wrappedType: Any.Type { Wrapped.self }
  package static var noValue: Any { Optional.none as Any }
}
