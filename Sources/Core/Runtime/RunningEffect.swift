/// A node in the tree of effects that have been started and have not finished.
///
/// A leaf is a task or an action on its way; an inner node is a sequence, or what a cancellation id names. A node
/// finishes when its work, or the last of its children, has finished. The children of a leaf are the parts of its work
/// that have cancellation ids of their own.
final class RunningEffect: @unchecked Sendable {
  // Unchecked: touched only by the thread that owns the engine, on which the engine's executor runs its jobs too.
  let id: Int
  let scope: EffectScope
  private(set) weak var parent: RunningEffect?
  private(set) var children = NumberedTable<RunningEffect>()
  private(set) var isCancelled = false
  private(set) var isFinished = false

  /// What is known of a leaf; a part of it has the same.
  var record: EffectRecord?
  /// What the tasks of a leaf know of it.
  var context: EffectContext?
  /// The task of a leaf that runs asynchronous work.
  var task: Task<Void, Never>?
  /// Cancels a part of a leaf, which runs in a task of its own.
  var onCancel: (() -> Void)?
  /// The parts of an inner node that have not been started, last first.
  var rest: [EffectOperation] = []
  /// The id of a throttled effect whose interval this node is.
  var intervalID: CancelID?
  /// What is to be started at the end of the interval, unless it is cancelled.
  private(set) var pending: Pending?
  /// Whether a part is being started at this moment.
  var isStarting = false
  /// The id that cancels this node.
  private(set) var cancelID: CancelID?
  /// The ids that reach this node, innermost first.
  private(set) var cancelIDs: [CancelID]

  /// The moment whose action asked for it.
  let moment: Int
  /// What it is counted with.
  private(set) var group: EffectGroup?

  /// What becomes of the actions that are sent in it.
  let transform: ActionTransform?
  /// The way to the state of its feature from that of the scope.
  private let route: [StatePart]?

  /// A throttled effect that waits for the end of an interval.
  struct Pending {
    let operation: EffectOperation
    let place: EffectPlace
    /// The moment whose action asked for it.
    let moment: Int
  }

  init(id: Int, at place: EffectPlace, moment: Int, group: EffectGroup?) {
    self.id = id
    parent = place.parent
    cancelIDs = place.parent?.cancelIDs ?? []
    scope = place.scope
    transform = place.transform
    route = place.route
    self.moment = moment
    self.group = group
    parent?.children.insert(self, number: id)
    scope.insert(self)
    group?.insert(self)
  }

  /// Where its parts are started.
  var inside: EffectPlace { EffectPlace(scope: scope, parent: self, transform: transform, route: route) }

  /// Whether it has ended, and with it the effect that it is a part of, if it is one.
  var hasEnded: Bool {
    guard isFinished, let parent, record != nil, parent.record === record else { return isFinished }
    return parent.hasEnded
  }

  /// Forbids the node and its descendants to send or to start anything more, and cancels their tasks.
  ///
  /// - Parameter cancellation: What cancels it, if that is recorded.
  /// - Complexity: O(*k* log *k*) in the number of descendants.
  func cancel(_ cancellation: Cancellation? = nil) {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    if let record {
      let isPart = parent?.record === record
      // A part goes with the effect that it is a part of.
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

  /// Takes the node out of the tree.
  func finish() {
    isFinished = true
    task = nil
    onCancel = nil
    // The context refers to its effect.
    context = nil
    endInterval()
    if let cancelID, !isCancelled { scope.unregister(self, id: cancelID) }
    scope.remove(self)
    group?.remove(self)
    parent?.children.remove(id)
  }

  /// Has an effect wait for the end of this interval, which counts as in flight with it from here on.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - group: What it is counted with.
  func wait(for effect: Pending, in group: EffectGroup?) {
    pending = effect
    guard group !== self.group else { return }
    group?.insert(self)
    self.group?.remove(self)
    self.group = group
  }

  /// Lets the next throttled effect with the interval's id run at once.
  func endInterval() {
    if let intervalID, scope.intervals[intervalID] === self { scope.intervals[intervalID] = nil }
  }

  /// Notes the id that cancels this node, before anything is started inside it.
  func willRegister(under id: CancelID) {
    cancelID = id
    cancelIDs.insert(id, at: 0)
  }
}

/// Where an effect is started.
struct EffectPlace {
  /// The part of the feature tree that it belongs to.
  var scope: EffectScope
  /// The effect that it is a part of.
  var parent: RunningEffect?
  /// What becomes of its actions.
  var transform: ActionTransform?
  /// The way to the state of its feature from that of the scope, outermost part first; `nil` if it is not known.
  var route: [StatePart]? = []

  /// The same place for what is no part of the effect.
  var detached: EffectPlace { EffectPlace(scope: scope, transform: transform, route: route) }

  /// An action as the feature at the root knows it.
  func outermost(_ action: ErasedAction, _ animation: Animation?) -> (ErasedAction, Animation?) {
    transform?(action, animation) ?? (action, animation)
  }
}
