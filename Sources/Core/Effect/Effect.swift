/// What a reducer asks to be done outside of it: work that may feed actions back.
///
/// An effect is a description. Nothing runs until the runtime that called the reducer starts it, after the state has
/// changed. The descriptions compose: they can be merged, run one after another, made cancellable, and mapped.
public struct Effect<Action>: @unchecked Sendable {
  // Unchecked: an action inside `send` is only ever taken out on the thread that owns the runtime, which is the one
  // that made it; everything else in an operation is Sendable.
  let operation: Operation

  enum Operation {
    case none
    case send(Action, Animation?)
    case run(EffectRun<Action>)
    case merge([Effect])
    case concatenate([Effect])
    indirect case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    case cancel(CancelID)
    indirect case scoped(Effect, ScopeID, dismissal: Action?)
    case cancelScope(ScopeID)
    indirect case throttle(Effect, id: CancelID, pause: Effect, latest: Bool)
  }

  init(_ operation: Operation) {
    self.operation = operation
  }

  /// The same effect as part of a scope.
  ///
  /// - Parameters:
  ///   - scope: What the effect belongs to: when that goes, the effect is cancelled.
  ///   - dismissal: The action that takes the scope's feature away, if effects in it may ask for that.
  func scoped(to scope: ScopeID, dismissal: Action? = nil) -> Self {
    isNone ? self : Self(.scoped(self, scope, dismissal: dismissal))
  }

  var isNone: Bool {
    if case .none = operation { true } else { false }
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
    Self(.send(action, animation))
  }

  /// Effects that run at the same time.
  ///
  /// - Complexity: O(*k*) in the number of effects.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    var parts: [Self] = []
    for effect in effects {
      switch effect.operation {
      case .none: continue
      case .merge(let inner): parts += inner
      default: parts.append(effect)
      }
    }
    return switch parts.count {
    case 0: .none
    case 1: parts[0]
    default: Self(.merge(parts))
    }
  }

  /// Effects that run at the same time.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// This effect and another, at the same time.
  public func merge(with other: Self) -> Self { .merge(self, other) }

  /// Effects that run one after the other: each starts when all of the one before it has finished.
  ///
  /// - Complexity: O(*k*) in the number of effects.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    let parts = effects.filter { !$0.isNone }
    return switch parts.count {
    case 0: .none
    case 1: parts[0]
    default: Self(.concatenate(parts))
    }
  }

  /// Effects that run one after the other: each starts when all of the one before it has finished.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// This effect and then another.
  public func concatenate(with other: Self) -> Self { .concatenate(self, other) }

  /// The same effect, with every action it sends passed through a function.
  ///
  /// - Complexity: O(*k*) in the number of effects it is composed of.
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    mapSends { (transform($0), $1) }
  }

  /// The same effect, with how each of its changes is to be animated; what it said itself of that no longer counts.
  ///
  /// - Complexity: O(*k*) in the number of effects it is composed of.
  public func animation(_ animation: Animation? = .default) -> Self {
    mapSends { action, _ in (action, animation) }
  }

  private func mapSends<T>(
    _ transform: @escaping @Sendable (Action, Animation?) -> (T, Animation?)
  ) -> Effect<T> {
    switch operation {
    case .none: return .none
    case .send(let action, let animation):
      let (action, animation) = transform(action, animation)
      return .send(action, animation: animation)
    case .run(let run): return Effect<T>(.run(run.mapSends(transform)))
    case .merge(let effects): return Effect<T>(.merge(effects.map { $0.mapSends(transform) }))
    case .concatenate(let effects): return Effect<T>(.concatenate(effects.map { $0.mapSends(transform) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      return Effect<T>(.cancellable(effect.mapSends(transform), id: id, cancelInFlight: cancelInFlight))
    case .cancel(let id): return Effect<T>(.cancel(id))
    case .scoped(let effect, let scope, let dismissal):
      let dismissal = dismissal.map { transform($0, nil).0 }
      return Effect<T>(.scoped(effect.mapSends(transform), scope, dismissal: dismissal))
    case .cancelScope(let scope): return Effect<T>(.cancelScope(scope))
    case .throttle(let effect, let id, let pause, let latest):
      let (effect, pause) = (effect.mapSends(transform), pause.mapSends(transform))
      return Effect<T>(.throttle(effect, id: id, pause: pause, latest: latest))
    }
  }
}

/// The effects of a reducer: `EffectOf<Todos>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
