extension Store where Action: BindableAction, Action.State == State {
  /// Reads a property of the state; writing it sends the action that sets it.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { core.state[keyPath: keyPath] }
    set { send(.binding(.set(keyPath, newValue, at: nil))) }
  }

  /// The store as what its properties are bound through: `store.bindings.query` is a ``StoreBinding``.
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

  /// The binding of a property.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> StoreBinding<Value> {
    StoreBinding(
      get: { state()[keyPath: keyPath] },
      set: { send(.set(keyPath, $0, at: nil), $1) }
    )
  }
}

/// A property of a store that can be read and written: writing sends an action.
@MainActor
@propertyWrapper
public struct StoreBinding<Value> {
  private let get: () -> Value
  private let set: (Value, Animation?) -> Void
  private var animation: Animation?

  init(get: @escaping () -> Value, set: @escaping (Value, Animation?) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value of the property. Writing it sends the action that sets it.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue, animation) }
  }

  /// The binding itself, to be given to what changes the property.
  public var projectedValue: Self { self }

  /// The same binding, with what is written sent with an animation.
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

  /// What the bindings of the store's properties are found through: `$store.query`.
  public var projectedValue: Self { self }

  /// The binding of a property of the store.
  public subscript<State, Action: BindableAction, Property: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Property> & Sendable
  ) -> StoreBinding<Property> where Value == Store<State, Action>, Action.State == State {
    wrappedValue.bindings[dynamicMember: keyPath]
  }
}
