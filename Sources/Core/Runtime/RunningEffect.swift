/// A node in the tree of effects in flight.
///
/// A leaf is a task or an action on its way to the reducer; an inner node is a sequence, or the scope of a
/// cancellation id. A node finishes when its work, or the last of its children, has finished. The children of a leaf
/// are the parts of its work that have their own cancellation ids.
final class RunningEffect: @unchecked Sendable {
  // Unchecked: touched only by the thread that owns the engine, on which the engine's executor runs its jobs too.
  let id: Int
  let scope: EffectScope
  private(set) weak var parent: RunningEffect?
  private(set) var children = NumberedTable<RunningEffect>()
  private(set) var isCancelled = false
  private(set) var isFinished = false

  /// The description of a leaf, shared by its parts.
  var record: EffectRecord?
  /// The context of a leaf's tasks.
  var context: EffectContext?
  /// The task of a leaf that runs asynchronous work.
  var task: Task<Void, Never>?
  /// Cancels a part of a leaf, which runs in its own task.
  var onCancel: (() -> Void)?
  /// The parts of an inner node that have not been started, last first.
  var rest: [EffectOperation] = []
  /// Whether this is a sequence, whose parts can be cancelled before they start.
  var isSequence = false
  /// The ids under which parts of this sequence, or of one around it, were cancelled before they started.
  private(set) var dropped: [CancelID]
  /// The id of a throttled effect whose interval this node is.
  var intervalID: CancelID?
  /// The effect to start at the end of the interval, unless it is cancelled.
  private(set) var pending: Pending?
  /// Whether a part is currently being started.
  var isStarting = false
  /// Whether the work of a leaf is to begin even if the leaf is cancelled before that.
  var beginsCancelled = false
  /// The id that cancels this node.
  var cancelID: CancelID?
  /// The ids that reach this node, innermost first.
  var cancelIDs: [CancelID]

  /// The action that returned the effect.
  let origin: EffectOrigin
  /// The group that the effect counts towards.
  private(set) var group: EffectGroup?

  /// Transforms the actions sent in the effect.
  let transform: ActionTransform?
  /// The parts that lead from the scope's state to the state of the effect's feature.
  private let parts: [HashedKeyPath]

  /// A throttled effect that waits for the end of an interval.
  struct Pending {
    let operation: EffectOperation
    let place: EffectPlace
    /// The action that returned the effect.
    let origin: EffectOrigin
  }

  init(id: Int, at place: EffectPlace, origin: EffectOrigin, group: EffectGroup?) {
    self.id = id
    parent = place.parent
    cancelIDs = place.parent?.cancelIDs ?? []
    dropped = place.parent?.dropped ?? []
    scope = place.scope
    transform = place.transform
    parts = place.parts
    self.origin = origin
    self.group = group
    parent?.children.insert(self, number: id)
    scope.insert(self)
    group?.insert(self)
  }

  /// The number of parts that are left in this sequence and in each one around it.
  var left: Int { (parent?.left ?? 0) &* 31 &+ rest.count }

  /// The place in which its parts are started.
  var inside: EffectPlace { EffectPlace(scope: scope, parent: self, transform: transform, parts: parts) }

  /// Whether the effect has ended; for a part, whether the part or the whole effect has ended.
  var hasEnded: Bool {
    guard isFinished, let parent, record != nil, parent.record === record else { return isFinished }
    return parent.hasEnded
  }

  /// Prevents the node and its descendants from sending or starting anything, and cancels their tasks.
  ///
  /// - Parameter cancellation: The cause, if it is recorded.
  func cancel(_ cancellation: Cancellation? = nil) {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    if let record {
      let isPart = parent?.record === record
      // The cancellation of a whole effect already covers its parts.
      if !isPart || parent?.isCancelled == false { cancellation?.note(record, isPart: isPart) }
    }
    rest = []
    pending = nil
    endInterval()
    if let cancelID { scope.unregister(self, id: cancelID) }
    task?.cancel()
    onCancel?()
    children.forEach { $0.cancel(cancellation) }
  }

  /// Cancels the parts that would start later under an id.
  ///
  /// - Returns: Whether there were any.
  func drop(_ id: CancelID) -> Bool {
    guard let rest = EffectOperation.replacing(rest, { $0.without(id) }) else { return false }
    self.rest = rest
    noteDropped(id)
    return true
  }

  private func noteDropped(_ id: CancelID) {
    dropped.append(id)
    children.forEach { $0.noteDropped(id) }
  }

  /// Removes the node from the tree.
  func finish() {
    isFinished = true
    task = nil
    onCancel = nil
    // Breaks the reference cycle between context and effect.
    context = nil
    endInterval()
    if let cancelID, !isCancelled { scope.unregister(self, id: cancelID) }
    if isSequence { scope.removeSequence(self) }
    scope.remove(self)
    group?.remove(self)
    parent?.children.remove(id)
  }

  /// Queues an effect for the end of this interval, which from now on counts as in flight with it.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - group: The effect's group.
  func wait(for effect: Pending, in group: EffectGroup?) {
    pending = effect
    guard group !== self.group else { return }
    group?.insert(self)
    self.group?.remove(self)
    self.group = group
  }

  /// Ends the interval, so that the next throttled effect with its id runs immediately.
  func endInterval() {
    if let intervalID, scope.intervals[intervalID] === self { scope.intervals[intervalID] = nil }
  }
}

/// Where an effect is started.
struct EffectPlace {
  /// The scope in the feature tree.
  var scope: EffectScope
  /// The effect that contains it.
  var parent: RunningEffect?
  /// Transforms its actions.
  var transform: ActionTransform?
  /// The parts that lead from the scope's state to the state of its feature, outermost first.
  var parts: [HashedKeyPath] = []

  /// The same place, outside of the effect.
  var detached: EffectPlace { EffectPlace(scope: scope, transform: transform, parts: parts) }

  /// Transforms an action to that of the root feature.
  func outermost(_ action: ErasedAction, _ animation: Animation?) -> (ErasedAction, Animation?) {
    transform?(action, animation) ?? (action, animation)
  }
}
