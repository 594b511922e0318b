/// The value of a dependency, whatever its type.
///
/// It is looked up by its key, which decides on its type. To have that checked again at each look-up, as a cast of an
/// `any Sendable` would, costs more than all the rest of one.
class DependencyBox: @unchecked Sendable {
  // Unchecked: only the subclass makes it, with a value that is Sendable.
  fileprivate init() {}

  /// The value.
  ///
  /// - Precondition: The box was filled with a value of this type.
  final func unboxed<Value: Sendable>(as _: Value.Type) -> Value {
    unsafeDowncast(self, to: TypedDependencyBox<Value>.self).value
  }

  /// The type of the value itself, where that of the dependency is a protocol.
  var valueType: Any.Type { Never.self }
}

/// The value of a dependency.
final class TypedDependencyBox<Value: Sendable>: DependencyBox, @unchecked Sendable {
  fileprivate let value: Value

  init(_ value: Value) {
    self.value = value
    super.init()
  }

  override var valueType: Any.Type { type(of: value as Any) }
}
