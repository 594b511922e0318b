/// Runs a feature's reducer and its effects, one delivery at a time.
///
/// This is the only place in Core that reduces actions and starts effects. A *delivery* is an action on its way to
/// the reducer. The owner takes the next one with ``nextDelivery(_:)``, which runs effects until one of them sends an
/// action or all of them wait, and passes it to ``deliver(_:moment:)``: the reducer runs, the effects that it returns
/// are started, and the sender is resumed. Nothing is re-entrant, and no other thread is involved.
///
/// It is independent of the state and action types, which ``Engine`` adds.
///
/// Invariants (assertions verify them after every action while few effects are in flight): the scopes hold exactly the effects that
/// have a record, besides parts of effects; if they hold none, they are empty.
///
/// Used by one thread at a time.
package class EffectEngine {
  let executor: DrainedExecutor
  private let inbox: Inbox
  private let root = EffectScope()

  // Unchecked: every command reads the following two, and code that changes them calls nothing that reads
  // them.
  /// The effects in flight.
  @exclusivity(unchecked) private(set) final var records = EffectRecords()
  /// The number of effects started so far, which is also the latest effect's number.
  @exclusivity(unchecked) private final var effectCount: Int
  /// The action that is being processed.
  private var origin = EffectOrigin()
  private var group: EffectGroup?
  /// Notified when something becomes ready to be processed.
  let readiness: Readiness?

  /// Creates an engine with nothing in flight.
  ///
  /// - Parameters:
  ///   - effectCount: The number of effects started before, so that numbering continues.
  ///   - readiness: Notified, on any thread, when something becomes ready to be processed.
  init(effectCount: Int, readiness: Readiness?) {
    executor = DrainedExecutor(readiness: readiness)
    inbox = Inbox(readiness: readiness)
    self.effectCount = effectCount
    self.readiness = readiness
  }

  /// Runs the feature's reducer.
  ///
  /// - Returns: The effects to start.
  func reduce(_ action: ErasedAction) -> EffectOperation { .none }

  /// Runs the feature's reducer with values that it drew before, and starts no effects.
  package func replay(_: ErasedAction, drawing _: DrawnValues) {}

  /// What the feature presents in a state, from back to front.
  package func presentations(in _: ErasedBox) -> [Presentation<ErasedAction>] { [] }

  /// Boxes an action.
  ///
  /// - Precondition: It is one of the feature's.
  package func boxed(_ action: Any) -> ErasedAction { TypedBox(action) }

  /// Boxes a state.
  ///
  /// - Precondition: It is one of the feature's.
  package func boxed(state: Any) -> ErasedBox { TypedBox(state) }

  /// Starts anew in a state, with nothing in flight.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - effectCount: The number of effects started before.
  package func restart(state _: ErasedBox, effectCount: Int) { restart(effectCount: effectCount) }

  /// The text of an action.
  func text(of _: ErasedAction) -> String { "" }

  /// The log of cancelled effects, if they are recorded.
  package final var cancellations: CancellationLog?

  /// Called when an effect of the root feature has requested the feature's dismissal.
  final var didDismiss: () -> Void = {}

  /// The boxed state.
  package var boxedState: ErasedBox { preconditionFailure("An engine without a feature has no state.") }

  /// The effects in flight, and the number of effects started so far.
  package final var flight: (records: EffectRecords, effectCount: Int) {
    // Another module would check its accesses.
    @_semantics("optimize.no.crossmodule") get { (records, effectCount) }
  }

  /// Whether nothing is in flight: only a new action can change anything.
  package final var isQuiescent: Bool { records.isEmpty && inbox.isEmpty && executor.isIdle }

  /// The number of jobs of effects that have been run.
  package final var jobCount: Int { executor.jobCount }

  /// Whether an effect is busy with anything but this engine and controlled clocks.
  final var isBusyElsewhere: Bool { root.isBusy }

  /// The effects that sleep on a controlled clock, or wait for a shared value to change.
  package final var waitingEffects: Set<Int> { root.waiting }

  /// Whether something could be processed now.
  package final var isReady: Bool { !inbox.isEmpty || !executor.isIdle }

  /// Puts an action from outside ahead of all pending ones.
  final func receive(_ delivery: Delivery) { inbox.prepend(delivery) }

  /// Puts an action from outside after all pending ones.
  final func enqueue(_ delivery: Delivery) { inbox.append(delivery) }

  /// Enqueues an action of an effect and waits until it is processed.
  ///
  /// May be called on any thread.
  final nonisolated(nonsending) func deliver(
    _ action: ErasedAction,
    animation: Animation?,
    from effect: RunningEffect
  ) async {
    await withUnsafeContinuation { sender in
      inbox.append(Delivery(action: action, animation: animation, effect: effect, sender: sender))
    }
  }

  /// Runs effects until one has sent an action.
  ///
  /// - Parameter rest: How many jobs may still be run, since an effect that never waits would run forever. A delivery
  ///   counts as one.
  /// - Returns: The delivery, or `nil` if all effects in flight are waiting, or if no more jobs may be run.
  final func nextDelivery(_ rest: inout Int) -> Delivery? {
    guard prepareDelivery(&rest), rest > 0 else { return nil }
    rest -= 1
    return inbox.popFirst()
  }

  /// Runs effects until one has sent an action, and leaves the action in the inbox.
  ///
  /// - Parameter rest: How many jobs may still be run.
  /// - Returns: Whether there is a delivery.
  package final func prepareDelivery(_ rest: inout Int) -> Bool {
    while !hasDelivery() {
      guard rest > 0, executor.runNext() else { return false }
      rest -= 1
    }
    return true
  }

  /// The number of jobs to run before other work gets a turn.
  static var turn: Int { 1_000 }

  /// The next action already sent; runs no effects.
  package final func nextWaitingDelivery() -> Delivery? {
    hasDelivery() ? inbox.popFirst() : nil
  }

  /// Whether an action is pending. Actions of cancelled effects are dropped.
  private func hasDelivery() -> Bool {
    while true {
      let (dropped, isEmpty) = inbox.dropCancelled()
      guard let dropped else { return !isEmpty }
      conclude(dropped)
    }
  }

  /// Reduces an action, starts the resulting effects and resumes the sender.
  ///
  /// - Parameters:
  ///   - delivery: The delivery, as returned by ``nextDelivery(_:)``.
  ///   - moment: The moment to record for the effects that it starts.
  package final func deliver(_ delivery: Delivery, moment: Int = 0) {
    origin = EffectOrigin(moment: moment, action: delivery.action)
    group = delivery.group ?? delivery.effect?.group
    if let effect = delivery.effect, effect.hasEnded { reportEscape(of: delivery.action, from: effect) }
    start(reduce(delivery.action), at: EffectPlace(scope: root), in: nil)
    conclude(delivery)
    // An action can hold something that is to be released.
    origin = EffectOrigin()
    assertInvariants(brokenInvariant())
  }

  /// A description of the first broken invariant; `nil` if all hold, or if too many effects are in flight to look at them after
  /// every action.
  private func brokenInvariant() -> String? {
    guard records.count <= 16 else { return nil }
    let (numbers, all) = (records.numbers, root.all)
    // Parts have the record of their effect, which they may outlive.
    let effects = all.filter { $0.record?.id == $0.id }.map(\.id).sorted()
    guard effects == numbers else {
      return "The scopes hold the effects \(effects), but the records list \(numbers)"
    }
    return all.isEmpty && !root.isEmpty ? "A scope without effects is left" : root.brokenInvariant()
  }

  private func reportEscape(of action: ErasedAction, from effect: RunningEffect) {
    guard let record = effect.record, let site = record.site else { return }
    site.reportIssue(
      """
      An action was sent by an effect that had ended:

      \(text(of: action))

      The effect\(record.name.map { " \"\($0)\"" } ?? "") was created at \(site). The action is processed, but it \
      belongs to no effect in flight: it can be neither cancelled nor awaited.

      Do not let "send" outlive the closure of "Effect.run": await the task that uses it there.
      """
    )
  }

  private func conclude(_ delivery: Delivery) {
    if let sender = delivery.sender {
      sender.resume()
    } else if let effect = delivery.effect {
      finish(effect)
    }
  }

  /// Cancels all effects in flight.
  final func cancelAll() {
    root.cancelAll(nil)
  }

  /// The log entry for a cancellation happening now; `nil` if cancellations are not recorded.
  final func cancellation(_ reason: Cancellation.Reason, by effect: RunningEffect? = nil) -> Cancellation? {
    cancellations.map { Cancellation(reason, by: effect?.record, in: $0) }
  }

  /// Dismisses the root feature: cancels all effects and calls ``didDismiss``.
  final func dismiss() {
    guard !executor.isRetired else { return }
    cancelAll()
    didDismiss()
  }

  /// Cancels all effects and lets them end, so that the engine can start anew.
  ///
  /// - Returns: Whether nothing is left of them. An effect can ignore its cancellation.
  package final func clear() -> Bool {
    if !isQuiescent { end() }
    root.removeAll()
    return isQuiescent
  }

  /// Cancels all effects and lets them end, unless they ignore it.
  private func end() {
    cancelAll()
    var rest = Self.turn * (records.count + 1)
    while let delivery = nextDelivery(&rest) { conclude(delivery) }
  }

  /// Starts anew, with nothing in flight.
  ///
  /// - Parameter effectCount: The number of effects started before.
  final func restart(effectCount: Int) {
    self.effectCount = effectCount
    origin = EffectOrigin()
    group = nil
  }

  /// Cancels all effects and lets them end. Nothing can be delivered afterwards.
  ///
  /// An effect that ignores its cancellation continues elsewhere, and what it sends is dropped.
  ///
  /// - Parameter beginningAll: Whether effects that have not begun start first, even though they are cancelled: work
  ///   that nothing awaits must not be lost when its store is released.
  package final func shutDown(beginningAll: Bool = false) {
    readiness?.close()
    if beginningAll { root.letAllBegin() }
    end()
    inbox.close()
    executor.retire()
    root.removeAll()
  }
}

extension EffectEngine {
  private func start(_ effect: EffectOperation, at place: EffectPlace, in parent: RunningEffect?) {
    // A cancellation within the same effect may precede what it cancels.
    if let parent, parent.isCancelled { return }
    switch effect {
    case .none:
      break
    case .send(let action, let animation):
      let (action, animation) = place.outermost(action, animation)
      let leaf = makeNode(.action, at: place, in: parent)
      note(EffectRecord(of: leaf), of: leaf)
      inbox.append(Delivery(action: action, animation: animation, effect: leaf))
    case .run(let run):
      launch(run, at: place, in: parent)
    case .merge(let effects):
      for effect in effects { start(effect, at: place, in: parent) }
    case .concatenate(let effects):
      let sequence = makeNode(.sequence(dropped: []), at: place, in: parent)
      sequence.rest = effects.reversed()
      startNext(of: sequence)
      if !sequence.rest.isEmpty { place.scope.insertSequence(sequence) }
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { place.scope.cancel(id, cancellation(.replaced(id))) }
      if case .run(let run) = effect {
        launch(run, at: place, in: parent, under: id)
      } else {
        let node = makeNode(.cancellable, at: place, in: parent, under: id)
        node.rest = [effect]
        startNext(of: node)
      }
    case .cancel(let id):
      cancel(id, in: place.scope, by: parent, cancellation(.id(id)))
    case .scoped(let effect, let child, let dismissal):
      var inside = place
      inside.scope = place.scope.scope(
        EffectScope.Key(child: child, parts: place.parts),
        dismissal: dismissal.map { place.outermost($0, nil).0 }
      )
      inside.parts = []
      // The effect may start nothing, such as a cancellation.
      inside.scope.whileStarting { start(effect, at: inside, in: parent) }
    case .cancelScope(let child):
      place.scope.cancelScope(EffectScope.Key(child: child, parts: place.parts), cancellation(.childRemoved))
    case .throttle(let effect, let id, let pause, let latest):
      throttle(effect, id: id, pause: pause, latest: latest, at: place, in: parent)
    case .mapped(let effect, let transform):
      var inside = place
      inside.transform = transform.followed(by: place.transform)
      if let part = transform.part { inside.parts.append(part) }
      start(effect, at: inside, in: parent)
    }
  }

  /// Cancels what is in flight under an id, and what would start later under it.
  ///
  /// - Parameter effect: The effect that it is a part of.
  final func cancel(
    _ id: CancelID,
    in scope: EffectScope,
    by effect: RunningEffect?,
    _ cancellation: @autoclosure () -> Cancellation?
  ) {
    scope.cancel(id, cancellation())
    for sequence in scope.drop(id, by: effect) { renewRecords(in: sequence) }
  }

  /// Renews the descriptions of the effects in a node, which has changed.
  ///
  /// - Parameter origin: The action to which they now belong; `nil` for the same as before.
  private func renewRecords(in node: RunningEffect, origin: EffectOrigin? = nil) {
    for child in node.children.values {
      if let old = child.record, old.id == child.id {
        note(EffectRecord(of: child, name: old.name, site: old.site, origin: origin ?? old.origin), of: child)
      } else {
        renewRecords(in: child, origin: origin)
      }
    }
  }

  /// Starts an effect, unless the interval of an earlier one with the same id is still open, in which case it starts
  /// at the interval's end.
  ///
  /// For replay, the interval is in flight, because it determines what follows. It counts as an effect in flight only
  /// while an effect waits for its end.
  private func throttle(
    _ effect: EffectOperation,
    id: CancelID,
    pause: EffectOperation,
    latest: Bool,
    at place: EffectPlace,
    in parent: RunningEffect?
  ) {
    if let interval = place.scope.interval(id) {
      if latest || interval.isIdleInterval {
        let again = EffectOperation.throttle(effect, id: id, pause: pause, latest: latest)
        interval.wait(for: .init(operation: again, place: place, origin: origin), in: group)
        renewRecords(in: interval, origin: origin)
      }
      return
    }
    start(effect, at: place, in: parent)
    let outer = group
    group = nil
    let interval = makeNode(.interval(nil), at: place, in: nil, under: id)
    interval.rest = [pause]
    startNext(of: interval)
    group = outer
  }

  private func note(_ record: EffectRecord, of leaf: RunningEffect) {
    if leaf.record != nil { records.remove(leaf.id) }
    leaf.record = record
    records.insert(record, number: leaf.id)
  }

  /// Starts the effect that waits for the end of an interval.
  private func startPending(of interval: RunningEffect) {
    guard case .interval(let pending?) = interval.kind else { return }
    // The next throttled effect with its id runs immediately.
    interval.place.scope.unregister(interval)
    let outer = (origin, group)
    (origin, group) = (pending.origin, interval.group)
    start(pending.operation, at: pending.place, in: nil)
    (origin, group) = outer
  }

  func makeNode(
    _ kind: RunningEffect.Kind,
    at place: EffectPlace,
    in parent: RunningEffect?,
    under id: CancelID? = nil
  ) -> RunningEffect {
    effectCount += 1
    // A part of a sequence that starts while another action is processed belongs to the action of its sequence.
    let (origin, group) = parent.map { ($0.origin, $0.group) } ?? (origin, group)
    return RunningEffect(kind, effectCount, under: id, of: self, at: place, in: parent, from: origin, group)
  }

  private func launch(
    _ run: EffectRun,
    at place: EffectPlace,
    in parent: RunningEffect?,
    under id: CancelID? = nil
  ) {
    let leaf = makeNode(.work(nil), at: place, in: parent, under: id)
    note(EffectRecord(of: leaf, name: run.name, site: run.site), of: leaf)
    if let pause = run.pause, let clock = pause.clock { return launch(leaf, for: pause.duration, on: clock) }
    let start = {
      leaf.whileCurrent(under: run.dependencies) {
        Task(executorPreference: self.executor, priority: run.priority) {
          if !leaf.isCancelled || leaf.status.contains(.beginsCancelled) { await run.perform(in: leaf) }
          if !leaf.engine.executor.isRetired { leaf.engine.finish(leaf) }
        }
      }
    }
    // The effect of a store that is used to set a dependency sets none itself.
    leaf.kind = .work(
      Resolution.current.isUse ? start() : Resolution.$current.withValue(Resolution(), operation: start)
    )
  }

  /// Sleeps without a task, which would do so when its turn comes.
  private func launch(_ leaf: RunningEffect, for duration: Duration, on clock: VirtualClock<Duration>) {
    let end = { @Sendable in
      leaf.engine.executor.enqueue { if !leaf.isFinished { leaf.engine.finish(leaf) } }
    }
    executor.enqueue {
      if leaf.isCancelled || duration < .zero { return end() }
      let number = clock.schedule(at: clock.now.offset + duration, again: nil, of: leaf, end)
      leaf.kind = .pause {
        clock.cancel(number)
        end()
      }
    }
  }

  /// Starts the parts of a node one after the other until one has to wait.
  private func startNext(of node: RunningEffect) {
    // A part that finishes while it is being started must neither start the next one nor finish the node.
    guard node.status.isDisjoint(with: [.starting, .finished]) else { return }
    node.status.insert(.starting)
    while node.children.isEmpty, let part = node.rest.popLast() {
      start(part, at: node.place, in: node)
    }
    node.status.remove(.starting)
    if node.children.isEmpty { finish(node) }
  }

  private func finish(_ effect: RunningEffect) {
    // The effect still holds its record, so nothing is released.
    if effect.record != nil { records.remove(effect.id) }
    let parent = effect.parent
    // Before the interval ends, so that its group is not considered finished in between.
    startPending(of: effect)
    effect.finish()
    if let parent { startNext(of: parent) }
  }
}
