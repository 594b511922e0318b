/// A change of one property of a state, as data: which property, and its new value.
///
/// One case of an action with this payload replaces one case a property. It is made with ``set(_:_:)`` and matched by
/// key path:
///
/// ```swift
/// case .binding(\.isComplete):
///   …
/// ```
public struct BindingAction<Root>: @unchecked Sendable {
  // Unchecked: both the key path and the value are required to be Sendable where an action is made.

  /// The property.
  public let keyPath: PartialKeyPath<Root>
  /// The new value; for a toggled property, `nil`, since it depends on the state.
  public let value: Any?
  private let apply: (inout Root) -> Void
  private let isEqual: (Any?) -> Bool

  /// An action that sets a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(
      keyPath: keyPath,
      value: value,
      apply: { $0[keyPath: keyPath] = value },
      isEqual: { $0 as? Value == value }
    )
  }

  /// An action that toggles a property.
  public static func toggle(_ keyPath: any WritableKeyPath<Root, Bool> & Sendable) -> Self {
    Self(
      keyPath: keyPath,
      value: nil,
      apply: { $0[keyPath: keyPath].toggle() },
      isEqual: { $0 == nil }
    )
  }

  /// An action that sets a property of a type that is known at run time only, for what reads actions from text.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  /// - Returns: `nil` if the property cannot be set, is of another type than the value, or cannot be compared.
  package static func set(_ keyPath: PartialKeyPath<Root>, toAny value: Any) -> Self? {
    func make<Value: Equatable>(_: Value.Type) -> Self? {
      guard let path = keyPath as? WritableKeyPath<Root, Value>, let value = value as? Value else {
        return nil
      }
      return Self(
        keyPath: path,
        value: value,
        apply: { $0[keyPath: path] = value },
        isEqual: { $0 as? Value == value }
      )
    }
    return (type(of: keyPath).valueType as? any Equatable.Type).flatMap { make($0) }
  }

  /// An action that toggles a property that is known at run time only.
  ///
  /// - Returns: `nil` if the property is no truth value or cannot be set.
  package static func toggle(_ keyPath: PartialKeyPath<Root>) -> Self? {
    guard let path = keyPath as? WritableKeyPath<Root, Bool> else { return nil }
    return Self(keyPath: path, value: nil, apply: { $0[keyPath: path].toggle() }, isEqual: { $0 == nil })
  }

  /// Makes the change.
  func callAsFunction(_ state: inout Root) { apply(&state) }

  /// Whether a binding action changes the property, for `case .binding(\.isComplete)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath == action.keyPath
  }
}

extension BindingAction: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.isEqual(rhs.value)
  }
}

extension BindingAction: Hashable {
  // The value need not be hashable, so it takes no part.
  public func hash(into hasher: inout Hasher) { hasher.combine(keyPath) }
}
