extension Store where Action: BindableAction, Action.State == State {
  /// Reads a property of the state; setting it sends the corresponding binding action.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { core.state[keyPath: keyPath] }
    set { send(.binding(.set(keyPath, newValue, at: nil))) }
  }

  /// Bindings for the store's properties: `store.bindings.query` is a ``StoreBinding``.
  public var bindings: StoreBindings<State, Action> {
    StoreBindings(state: { self.core.state }, send: { self.send(.binding($0), animation: $1) })
  }
}

/// The properties of a store as bindings: `store.bindings.query`.
@MainActor
@dynamicMemberLookup
public struct StoreBindings<State, Action: BindableAction> where Action.State == State {
  let state: () -> State
  let send: (BindingAction<State>, Animation?) -> Void

  /// The binding for a property.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> StoreBinding<Value> {
    StoreBinding(
      get: { state()[keyPath: keyPath] },
      set: { send(.set(keyPath, $0, at: nil), $1) }
    )
  }
}

/// A readable and writable property of a store: writing sends an action.
@MainActor
@propertyWrapper
public struct StoreBinding<Value> {
  fileprivate let get: () -> Value
  fileprivate let set: (Value, Animation?) -> Void
  fileprivate var animation: Animation?

  /// The property's value. Setting it sends the corresponding binding action.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue, animation) }
  }

  /// The binding itself, to pass to whatever changes the property.
  public var projectedValue: Self { self }

  /// Returns this binding with an animation for its changes.
  public func animation(_ animation: Animation? = .default) -> Self {
    var copy = self
    copy.animation = animation
    return copy
  }
}

/// Holds a store so that `$store.property` is a binding: `@Bindable var store: StoreOf<Todo>`.
@MainActor
@dynamicMemberLookup
@propertyWrapper
public struct Bindable<Value> {
  /// The store.
  public var wrappedValue: Value

  /// Holds a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Provides bindings for the store's properties: `$store.query`.
  public var projectedValue: Self { self }

  /// The binding for a property of the store.
  public subscript<State, Action: BindableAction, Property: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Property> & Sendable
  ) -> StoreBinding<Property> where Value == Store<State, Action>, Action.State == State {
    wrappedValue.bindings[dynamicMember: keyPath]
  }
}
