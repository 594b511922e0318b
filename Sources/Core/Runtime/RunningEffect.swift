/// An effect in flight, or one of the parts that it is made of: a node in their tree.
///
/// A node finishes when its work, or the last of its children, has finished. It is current in its tasks, which use it to
/// call the engine.
final class RunningEffect: @unchecked Sendable {
  // Unchecked: touched only by the thread that owns the engine, on which the engine's executor runs its jobs too;
  // everything else is constant or atomic.
  let id: Int
  let engine: EffectEngine
  /// Where it was started, and where its parts are.
  let place: EffectPlace
  private(set) weak var parent: RunningEffect?
  /// The effect whose work this is a part of.
  let outer: RunningEffect?
  private(set) var children = NumberedTable<RunningEffect>()
  var kind: Kind
  /// The operations that have not been started, last first.
  var rest: [EffectOperation] = []
  var status: Status = []
  /// The description of an effect, shared by the parts of its work.
  var record: EffectRecord?
  /// The id that cancels this node, besides those around it.
  let cancelID: CancelID?
  /// The action that returned the effect.
  let origin: EffectOrigin
  /// The group that the effect counts towards.
  private(set) var group: EffectGroup?
  /// How far the effect has got.
  let progress = EffectProgress()

  enum Kind {
    /// An action on its way to the reducer.
    case action
    /// Asynchronous work in a task.
    case work(Task<Void, Never>?)
    /// A pause on a controlled clock, and what ends it.
    case pause(cancel: (() -> Void)?)
    /// A part of such work with its own cancellation id, and what cancels its task.
    case part(cancel: (() -> Void)?)
    /// What is in flight under a cancellation id.
    case cancellable
    /// Effects one after the other, and the ids under which some of them were cancelled before they started.
    case sequence(dropped: [CancelID])
    /// The interval of a throttled effect, and the effect to start at its end, unless that is cancelled.
    case interval(Pending?)
  }

  /// A throttled effect that waits for the end of an interval.
  struct Pending {
    let operation: EffectOperation
    let place: EffectPlace
    /// The action that returned the effect.
    let origin: EffectOrigin
  }

  struct Status: OptionSet {
    let rawValue: UInt8

    static let cancelled = Status(rawValue: 1)
    static let finished = Status(rawValue: 2)
    /// One of its parts is being started.
    static let starting = Status(rawValue: 4)
    /// Its work is to begin even if it is cancelled before that.
    static let beginsCancelled = Status(rawValue: 8)
  }

  init(
    _ kind: Kind,
    _ id: Int,
    under cancelID: CancelID?,
    of engine: EffectEngine,
    at place: EffectPlace,
    in parent: RunningEffect?,
    from origin: EffectOrigin,
    _ group: EffectGroup?
  ) {
    self.kind = kind
    self.id = id
    self.cancelID = cancelID
    self.engine = engine
    self.place = place
    self.parent = parent
    outer = if case .part = kind { parent } else { nil }
    self.origin = origin
    self.group = group
    parent?.children.insert(self, number: id)
    place.scope.insert(self)
    group?.insert(self)
  }

  /// The effect that the current task is part of, or the innermost separately cancellable part of it.
  static var current: RunningEffect? { TaskContext.current.effect }

  /// The effect that this is, or is a part of.
  var whole: RunningEffect { outer?.whole ?? self }

  var isCancelled: Bool { status.contains(.cancelled) }

  var isFinished: Bool { status.contains(.finished) }

  /// Whether the effect has ended; for a part, whether the whole effect has ended too.
  var hasEnded: Bool { isFinished && outer?.hasEnded ?? true }

  /// The ids that reach this node, innermost first.
  var cancelIDs: [CancelID] {
    var ids = parent?.cancelIDs ?? []
    if let cancelID { ids.insert(cancelID, at: 0) }
    return ids
  }

  /// The number of operations that are left here and in each sequence around this node.
  var left: Int { (parent?.left ?? 0) &* 31 &+ rest.count }

  /// The ids under which operations of the sequences around this node were cancelled before they started.
  var dropped: [CancelID] {
    let outer = parent?.dropped ?? []
    if case .sequence(let dropped) = kind { return outer + dropped }
    return outer
  }

  /// Whether this is the interval of a throttled effect with nothing pending.
  var isIdleInterval: Bool { if case .interval(nil) = kind { true } else { false } }
}

extension RunningEffect {
  /// Whether this is an effect, not cancelled, that is busy with anything but sleeping on a controlled clock.
  var isBusy: Bool {
    if case .work = kind { !isCancelled && !progress.isAsleep } else { false }
  }

  func didFallAsleep() { whole.progress.didFallAsleep() }

  func didWakeUp() { whole.progress.didWakeUp() }

  /// Prevents the node and its descendants from sending or starting anything, and cancels their tasks.
  ///
  /// - Parameter cancellation: The cause, if it is recorded.
  func cancel(_ cancellation: Cancellation? = nil) {
    guard status.isDisjoint(with: [.cancelled, .finished]) else { return }
    status.insert(.cancelled)
    // The cancellation of a whole effect already covers its parts.
    if let record, outer?.isCancelled != true { cancellation?.note(record, isPart: outer != nil) }
    rest = []
    place.scope.unregister(self)
    switch kind {
    case .work(let task): task?.cancel()
    case .part(let cancel), .pause(let cancel): cancel?()
    case .interval: kind = .interval(nil)
    case .action, .cancellable, .sequence: break
    }
    children.forEach { $0.cancel(cancellation) }
  }

  /// Cancels the operations of this sequence that would start later under an id.
  ///
  /// - Returns: Whether there were any.
  func drop(_ id: CancelID) -> Bool {
    guard case .sequence(let dropped) = kind,
      let rest = EffectOperation.replacing(rest, { $0.without(id) })
    else { return false }
    self.rest = rest
    kind = .sequence(dropped: dropped + [id])
    return true
  }

  /// Removes the node from the tree.
  func finish() {
    status.insert(.finished)
    switch kind {
    // A task holds the effect.
    case .work: kind = .work(nil)
    case .part, .pause: kind = .part(cancel: nil)
    case .sequence: place.scope.removeSequence(self)
    case .action, .cancellable, .interval: break
    }
    place.scope.remove(self)
    group?.remove(self)
    parent?.children.remove(id)
  }

  /// Queues an effect for the end of this interval, which from now on counts as in flight with it.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - group: The effect's group.
  func wait(for effect: Pending, in group: EffectGroup?) {
    kind = .interval(effect)
    guard group !== self.group else { return }
    group?.insert(self)
    self.group?.remove(self)
    self.group = group
  }
}

/// Where an effect is started.
struct EffectPlace {
  /// The scope in the feature tree.
  var scope: EffectScope
  /// Transforms its actions.
  var transform: ActionTransform?
  /// The parts that lead from the scope's state to the state of its feature, outermost first.
  var parts: [HashedKeyPath] = []

  /// Transforms an action to that of the root feature.
  func outermost(_ action: ErasedAction, _ animation: Animation?) -> (ErasedAction, Animation?) {
    transform?.apply(action, animation) ?? (action, animation)
  }
}
