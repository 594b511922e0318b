/// Runs a reducer and its effects, one delivery at a time.
///
/// This is the only place in Core where an action is reduced and effects are started. A *delivery* is an action on its
/// way to the reducer. The owner takes the next one with ``nextDelivery()``, which lets effects go on until one of
/// them sends something or none can go on, and hands it to ``deliver(_:moment:)``: the reducer runs, the effects that
/// it returns are started, and the sender is resumed. Nothing is re-entrant, and there is no other thread.
///
/// Used by one thread at a time.
final class Engine<State, Action> {
  private(set) var state: State
  private let reducer: any Reducer<State, Action>
  /// What holds while the reducer runs and in its effects.
  var dependencies: DependencyValues
  let executor: DrainedExecutor
  private let inbox: Inbox<Action>
  private let root = EffectScope<Action>()

  /// The effects in flight.
  private(set) var records: EffectRecords = [:]
  /// How many effects have been started: the number of the next one.
  private(set) var effectCount: Int
  private var moment = 0
  private var group: EffectGroup<Action>?
  /// Who processes what is ready when a clock is moved from outside.
  weak var owner: (any EngineOwner)?

  /// Creates an engine in which nothing is in flight.
  ///
  /// - Parameters:
  ///   - state: The state to start with.
  ///   - effectCount: How many effects were started before, so that numbers go on where they were.
  ///   - dependencies: What holds while the reducer runs and in its effects.
  ///   - reducer: The feature.
  ///   - wake: Called, on any thread, when something has become ready to be processed.
  init(
    state: State,
    effectCount: Int = 0,
    dependencies: DependencyValues,
    reducer: any Reducer<State, Action>,
    wake: (@Sendable () -> Void)? = nil
  ) {
    executor = DrainedExecutor(wake: wake)
    inbox = Inbox(wake: wake)
    self.state = state
    self.effectCount = effectCount
    self.dependencies = dependencies
    self.reducer = reducer
  }

  /// Whether nothing is in flight: from here on only a new action can change anything.
  var isQuiescent: Bool { records.isEmpty && inbox.isEmpty && executor.isIdle }

  /// Whether an effect is busy with something that neither this engine nor a clock that someone moves decides on.
  ///
  /// - Complexity: O(*n*) in the number of effects in flight.
  var isBusyElsewhere: Bool { root.isBusy }

  /// The effects that sleep on a clock that someone moves, or wait for a shared value to change.
  var waitingEffects: Set<Int> { root.waiting }

  /// Whether something could be processed now.
  var isReady: Bool { !inbox.isEmpty || !executor.isIdle }

  /// Puts an action from outside in front of all that waits.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How the change it makes is to be animated.
  ///   - group: What the effects that follow are to be counted with.
  func receive(_ action: Action, animation: Animation? = nil, group: EffectGroup<Action>? = nil) {
    inbox.prepend(Delivery(action: action, animation: animation, effect: nil, group: group))
  }

  /// Puts an action from outside behind all that waits.
  func enqueue(_ action: Action, animation: Animation? = nil, group: EffectGroup<Action>? = nil) {
    inbox.append(Delivery(action: action, animation: animation, effect: nil, group: group))
  }

  /// Puts an action of an effect behind all that waits, and waits until it is processed.
  ///
  /// May be called on any thread.
  func submit(_ action: Action, animation: Animation?, from effect: RunningEffect<Action>) async {
    let action = UncheckedSendable(action)
    await withUnsafeContinuation { sender in
      inbox.append(Delivery(action: action.value, animation: animation, effect: effect, sender: sender))
    }
  }

  /// Lets effects go on until one has sent an action.
  ///
  /// - Returns: The delivery, or `nil` if all effects in flight wait for something.
  func nextDelivery() -> Delivery<Action>? {
    prepareDelivery() ? inbox.popFirst() : nil
  }

  /// Lets effects go on until one has sent an action, and leaves that where it is.
  ///
  /// - Returns: Whether there is a delivery.
  func prepareDelivery() -> Bool {
    repeat {
      if hasDelivery() { return true }
    } while executor.runNext()
    return false
  }

  /// The next action that was sent already; effects do not go on.
  func nextWaitingDelivery() -> Delivery<Action>? {
    hasDelivery() ? inbox.popFirst() : nil
  }

  /// Whether an action waits that its effect may still send. Those of cancelled effects are dropped.
  private func hasDelivery() -> Bool {
    while let first = inbox.first {
      guard first.effect?.isCancelled == true else { return true }
      inbox.popFirst().map(conclude)
    }
    return false
  }

  /// Reduces an action, starts the effects that follow and lets the sender go on.
  ///
  /// - Parameters:
  ///   - delivery: The action, as ``nextDelivery()`` gave it.
  ///   - moment: The number under which the effects that it starts are recorded.
  func deliver(_ delivery: Delivery<Action>, moment: Int = 0) {
    self.moment = moment
    group = delivery.group ?? delivery.effect?.group
    let effect = DependencyValues.$current.withValue(dependencies) {
      StateObservation.suspended { reducer.reduce(into: &state, action: delivery.action) }
    }
    start(effect, under: nil, in: root)
    conclude(delivery)
  }

  private func conclude(_ delivery: Delivery<Action>) {
    if let sender = delivery.sender {
      sender.resume()
    } else if let effect = delivery.effect {
      finish(effect)
    }
  }

  /// Cancels all effects in flight.
  func cancelAll() {
    root.cancelAll()
  }

  /// Cancels all effects and lets them end. Nothing can be delivered afterwards.
  ///
  /// An effect that ignores its cancellation goes on elsewhere, unheard.
  func shutDown() {
    cancelAll()
    while let delivery = nextDelivery() { conclude(delivery) }
    inbox.close()
    executor.retire()
    root.removeAll()
  }
}

extension Engine {
  private func start(
    _ effect: Effect<Action>,
    under parent: RunningEffect<Action>?,
    in scope: EffectScope<Action>
  ) {
    // A cancellation that is part of the same effect may come before what it cancels.
    if let parent, parent.isCancelled { return }
    switch effect.operation {
    case .none:
      break
    case .send(let action, let animation):
      let leaf = makeLeaf(under: parent, in: scope, name: nil, site: nil)
      inbox.append(Delivery(action: action, animation: animation, effect: leaf))
    case .run(let run):
      launch(run, as: makeLeaf(under: parent, in: scope, name: run.name, site: run.site))
    case .merge(let effects):
      for effect in effects { start(effect, under: parent, in: scope) }
    case .concatenate(let effects):
      let sequence = makeNode(under: parent, in: scope)
      sequence.rest = effects.reversed()
      startNext(of: sequence)
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { scope.cancel(id) }
      let node = makeNode(under: parent, in: scope)
      scope.register(node, id: id)
      node.rest = [effect]
      startNext(of: node)
    case .cancel(let id):
      scope.cancel(id)
    case .scoped(let effect, let id, let dismissal):
      start(effect, under: parent, in: scope.scope(id, dismissal: dismissal))
    case .cancelScope(let id):
      scope.cancelScope(id)
    case .throttle(let effect, let id, let pause, let latest):
      throttle(effect, id: id, pause: pause, latest: latest, under: parent, in: scope)
    }
  }

  /// Starts an effect, unless one with the same id was started so recently that its pause is not over: then it takes
  /// its turn at the end of the pause.
  private func throttle(
    _ effect: Effect<Action>,
    id: CancelID,
    pause: Effect<Action>,
    latest: Bool,
    under parent: RunningEffect<Action>?,
    in scope: EffectScope<Action>
  ) {
    let again = Effect<Action>(.throttle(effect, id: id, pause: pause, latest: latest))
    if let pausing = scope.pauses[id] {
      if latest || pausing.afterwards == nil { pausing.afterwards = again }
      return
    }
    start(effect, under: parent, in: scope)
    let pausing = makeNode(under: nil, in: scope)
    pausing.pauseID = id
    scope.pauses[id] = pausing
    scope.register(pausing, id: id)
    pausing.rest = [pause]
    startNext(of: pausing)
  }

  func makeNode(
    under parent: RunningEffect<Action>?,
    in scope: EffectScope<Action>
  ) -> RunningEffect<Action> {
    effectCount += 1
    // A part of a sequence may start while another action is processed: it belongs to the action of its sequence.
    let (moment, group) = parent.map { ($0.moment, $0.group) } ?? (moment, group)
    return RunningEffect(id: effectCount, parent: parent, scope: scope, moment: moment, group: group)
  }

  private func makeLeaf(
    under parent: RunningEffect<Action>?,
    in scope: EffectScope<Action>,
    name: String?,
    site: SourceSite?
  ) -> RunningEffect<Action> {
    let leaf = makeNode(under: parent, in: scope)
    let record = EffectRecord(
      id: leaf.id,
      name: name,
      moment: leaf.moment,
      site: site,
      cancelIDs: leaf.cancelIDs
    )
    leaf.record = record
    records[leaf.id] = record
    return leaf
  }

  private func launch(_ run: EffectRun<Action>, as leaf: RunningEffect<Action>) {
    let context = EngineContext(leaf, in: self)
    let send = Send<Action> { await context.send($0, animation: $1) }
    // Touched only where the task runs on the executor, which is to say on the owner's thread.
    let engine = UncheckedSendable(self)
    leaf.context = context
    leaf.task = DependencyValues.$current.withValue(run.dependencies) {
      EffectContext.$current.withValue(context) {
        Task(executorPreference: executor, priority: run.priority) {
          if !leaf.isCancelled { await run.operation(send) }
          engine.value.taskEnded(leaf)
        }
      }
    }
  }

  private func taskEnded(_ leaf: RunningEffect<Action>) {
    guard !executor.isRetired else { return }
    finish(leaf)
  }

  /// Starts the parts of a node one after the other, as long as they have nothing to wait for.
  private func startNext(of node: RunningEffect<Action>) {
    // A part that finishes while it is being started must not start the next, nor finish the node.
    guard !node.isStarting, !node.isFinished else { return }
    node.isStarting = true
    while node.children.isEmpty, let part = node.rest.popLast() {
      start(part, under: node, in: node.scope)
    }
    node.isStarting = false
    if node.children.isEmpty { finish(node) }
  }

  private func finish(_ effect: RunningEffect<Action>) {
    records[effect.id] = nil
    let parent = effect.parent
    effect.finish()
    if let parent { startNext(of: parent) }
    if let afterwards = effect.afterwards {
      (moment, group) = (effect.moment, effect.group)
      start(afterwards, under: nil, in: effect.scope)
    }
  }
}
