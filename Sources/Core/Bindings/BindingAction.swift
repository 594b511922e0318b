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
