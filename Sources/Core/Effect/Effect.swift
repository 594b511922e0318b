/// Work that a reducer requests outside of itself, and which may feed actions back.
///
/// An effect is a description. Nothing runs until the runtime that called the reducer starts it, after the state has
/// changed. Effects compose: they can be merged, concatenated, made cancellable, and mapped.
public struct Effect<Action>: @unchecked Sendable {
  // Unchecked: where an effect crosses threads, only its action type may lack Sendable.
  let operation: EffectOperation

  init(_ operation: EffectOperation) {
    self.operation = operation
  }

  /// Whether the effect does nothing.
  @usableFromInline var isNone: Bool { operation.isNone }

  /// Returns this effect as one of the enclosing feature.
  ///
  /// - Parameters:
  ///   - part: The part of the enclosing feature's state that is this feature's; `nil` for the same state.
  ///   - transform: Creates an action of the enclosing feature.
  func mapped<T>(in part: HashedKeyPath? = nil, _ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    guard !operation.isNone else { return .none }
    return Effect<T>(
      operation.mapped(
        ActionTransform(part: part) { (TypedBox(transform($0.unboxed(as: Action.self))), $1) }
      )
    )
  }
}

extension Effect {
  /// An effect that does nothing.
  public static var none: Self { Self(.none) }

  /// An effect that sends an action immediately, before the call that sent the original action returns.
  ///
  /// Use it for a child that notifies its parent (`.send(.delegate(…))`), not to share logic: use a method for that.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - animation: How to animate the resulting change.
  public static func send(_ action: Action, animation: Animation? = nil) -> Self {
    Self(.send(TypedBox(action), animation))
  }

  /// Runs effects concurrently.
  ///
  /// - Complexity: O(*k*) in the number of effects.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    // In generic code, a key path is made at each use.
    Self(.merging(effects.map { $0.operation }))
  }

  /// Runs effects concurrently.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Runs this effect and another concurrently.
  public func merge(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return Self(.merging([operation, other.operation]))
  }

  /// Runs effects one after the other: each starts when the one before it has finished completely.
  ///
  /// - Complexity: O(*k*) in the number of effects, including those in nested concatenations.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    Self(.concatenating(effects.map { $0.operation }))
  }

  /// Runs effects one after the other: each starts when the one before it has finished completely.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs this effect and then another.
  public func concatenate(with other: Self) -> Self { .concatenate(self, other) }

  /// Returns this effect with every action it sends transformed by a function.
  ///
  /// To embed a feature, use ``Scope``, `ifLet` or `forEach`, which also tell its children from those of other features.
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    mapped(transform)
  }

  /// Returns this effect with an animation for each of its changes, in place of any animation it had.
  public func animation(_ animation: Animation? = .default) -> Self {
    Self(operation.mapped(ActionTransform { action, _ in (action, animation) }))
  }
}

/// The effects of a reducer: `EffectOf<Todos>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// Sends actions from an effect back into the system.
///
/// ```swift
/// return .run { send in
///   let user = try await api.fetchUser(id)
///   await send(.userResponse(user))
/// }
/// ```
///
/// `await send(…)` returns once the action has been reduced and the effects it returned have been started. Actions
/// sent by a cancelled effect are dropped.
public struct Send<Action>: Sendable {
  private let target: Target

  private typealias Closure = nonisolated(nonsending) @Sendable (Action) async -> Void

  private enum Target: Sendable {
    case effect(RunningEffect)
    case closure(Closure)
  }

  init(from effect: RunningEffect) {
    target = .effect(effect)
  }

  /// Sends actions to a closure, to try the work of an effect by itself.
  ///
  /// - Parameter send: Receives the actions.
  public init(send: nonisolated(nonsending) @escaping @Sendable (_ action: Action) async -> Void) {
    target = .closure(send)
  }

  /// Sends an action from an effect.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - animation: How to animate the resulting change.
  public nonisolated(nonsending) func callAsFunction(_ action: Action, animation: Animation? = nil) async {
    guard !Task.isCancelled else { return }
    switch target {
    case .effect(let effect): await effect.send(TypedBox(action), animation: animation)
    case .closure(let send): await send(action)
    }
  }
}

extension Effect {
  /// Makes this effect cancellable by ``cancel(id:)``.
  ///
  /// The id is registered before the effect starts, so any later cancellation finds it. Ids are scoped to the feature
  /// that uses them: two elements of a list under `forEach` do not cancel each other, while a parent's `cancel(id:)`
  /// also reaches its children's effects with that id.
  ///
  /// - Parameters:
  ///   - id: The id; an enum nested in the feature keeps it distinct from those of other features.
  ///   - cancelInFlight: Whether to first cancel effects in flight with the same id. Of several effects started in a
  ///     row with `true`, the last one always survives. `.none` cancels nothing.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone ? self : Self(.cancellable(operation, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// An effect that cancels all effects in flight with the given id, in this feature and its children.
  ///
  /// - Complexity: O(*k*) in the number of effects cancelled.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(CancelID(id)))
  }
}
