/// What a reducer asks to be done outside of it: work that may feed actions back.
///
/// An effect is a description. Nothing runs until the runtime that called the reducer starts it, after the state has
/// changed. The descriptions compose: they can be merged, run one after another, made cancellable, and mapped.
public struct Effect<Action>: @unchecked Sendable {
  // Unchecked: of an effect that can be sent elsewhere only the type of its actions may not be Sendable.
  let operation: EffectOperation

  init(_ operation: EffectOperation) {
    self.operation = operation
  }

  /// Whether it does nothing.
  @usableFromInline var isNone: Bool { operation.isNone }

  /// The same effect as part of a scope.
  ///
  /// - Parameters:
  ///   - scope: What the effect belongs to: when that goes, the effect is cancelled.
  ///   - place: Where the scope's feature is in the state of this one's parent.
  ///   - dismissal: The action that takes the scope's feature away, if effects in it may ask for that.
  func scoped(to scope: ChildIdentity, in place: ChildPlace, dismissal: Action? = nil) -> Self {
    isNone ? self : Self(.scoped(operation, scope, in: place, dismissal: dismissal.map(TypedBox.init)))
  }

  /// The same effect, as one of the enclosing feature.
  ///
  /// - Parameters:
  ///   - reach: Where the state of this one's feature is in that of the enclosing feature.
  ///   - transform: Makes an action of the enclosing feature.
  func mapped<T>(in reach: StateReach, _ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    guard !operation.isNone else { return .none }
    return Effect<T>(
      operation.mapped(
        ActionTransform(in: reach) { (TypedBox(transform($0.unboxed(as: Action.self))), $1) }
      )
    )
  }
}

extension Effect {
  /// An effect that does nothing.
  public static var none: Self { Self(.none) }

  /// An effect that sends an action at once, before the call that sent the first one returns.
  ///
  /// Meant for a child that tells its parent something (`.send(.delegate(…))`), not for sharing logic: a method does
  /// that better.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - animation: How the change it makes is to be animated.
  public static func send(_ action: Action, animation: Animation? = nil) -> Self {
    Self(.send(TypedBox(action), animation))
  }

  /// Effects that run at the same time.
  ///
  /// - Complexity: O(*k*) in the number of effects.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    Self(.merging(effects.map(\.operation)))
  }

  /// Effects that run at the same time.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// This effect and another, at the same time.
  public func merge(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return Self(.merging([operation, other.operation]))
  }

  /// Effects that run one after the other: each starts when all of the one before it has finished.
  ///
  /// - Complexity: O(*k*) in the number of effects, those inside of concatenations included.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    Self(.concatenating(effects.map(\.operation)))
  }

  /// Effects that run one after the other: each starts when all of the one before it has finished.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// This effect and then another.
  public func concatenate(with other: Self) -> Self { .concatenate(self, other) }

  /// The same effect, with every action it sends passed through a function.
  ///
  /// To embed a feature use ``Scope``, `ifLet` or `forEach`, which also say where the feature's state is. In a feature
  /// that is embedded by hand, effects of a child end with the child only if a reducer inside that feature takes it away.
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    mapped(in: .unknown, transform)
  }

  /// The same effect, with how each of its changes is to be animated; what it said itself of that no longer counts.
  public func animation(_ animation: Animation? = .default) -> Self {
    Self(operation.mapped(ActionTransform(in: .same) { action, _ in (action, animation) }))
  }
}

/// The effects of a reducer: `EffectOf<Todos>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
