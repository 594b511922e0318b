/// Tells apart the moments from which different things can happen.
final class MomentDigests {
  private let core: SessionCore
  let plan: ExplorationPlan
  private let canonical: ((ErasedBox) -> Any)?
  private let stateShape, actionShape: Shape
  /// What the latest actions with effects add to digests; the actions are kept because they are found by identity.
  // Unchecked: changing them calls nothing.
  @exclusivity(unchecked) private var summaries:
    [ObjectIdentifier: (action: ErasedAction, summary: ContentDigest.Summary)] = [:]

  init(in core: SessionCore, _ plan: ExplorationPlan, canonical: ((ErasedBox) -> Any)?) {
    self.core = core
    self.plan = plan
    self.canonical = canonical
    stateShape = Shape.of(core.feature.stateType)
    actionShape = Shape.of(core.feature.actionType)
  }

  /// The digest of the state at a moment and of what is in flight, and the one that also differs with UUIDs and with what
  /// ``Exploration/canonical`` removes.
  ///
  /// If two places have the same digest, the same can happen from both, except where the feature depends on the time of
  /// day, on random numbers, or on UUIDs other than by comparing them. What an effect does next is assumed to depend
  /// only on where it was created, its ids, the action that started it, and how far it had progressed when its sleeps
  /// began (`EffectProgress.steps`). It must not depend on a value of the state that it captured, unless the action
  /// determines that value.
  ///
  /// - Parameter turns: The number of previous turns that also matter; by default those of the plan.
  func callAsFunction(of current: MomentRecord, after turns: Int? = nil) -> (state: UInt64, variant: UInt64) {
    let turns = turns ?? plan.lookback - 1
    let state = current.state
    var digest = ContentDigest(comparesIDs: plan.comparesIDs)
    digest.add(canonicalState(state), of: stateShape)
    var variant = digest.exact
    if canonical != nil {
      var raw = ContentDigest(comparesIDs: true)
      raw.add(state, of: stateShape)
      variant.add(raw.exact.value)
    }
    if plan.comparesTimes { digest.add(current.now) }
    // Which UUID comes next.
    if plan.comparesIDs { digest.add(current.generators.nextUUID) }
    for rule in current.generators.answers.rules {
      digest.add("\(rule.answer)")
      digest.add(rule.used)
    }
    addFlight(of: current, to: &digest)
    let before = current.beforeTurn
    if turns > 0, before !== current {
      digest.add(before.whileViewed { self(of: before, after: turns - 1).state })
    }
    // States that differ in either digest are variants.
    variant.add(digest.state.value)
    return (digest.state.value, variant.value)
  }

  private func canonicalState(_ state: ErasedBox) -> ErasedBox {
    guard let canonical else { return state }
    return core.live.engine.boxed(state: canonical(state))
  }

  /// Adds what is in flight, in the order in which it continues.
  ///
  /// An effect belongs to a certain element, so that UUIDs are numbered as in the state.
  private func addFlight(of current: MomentRecord, to digest: inout ContentDigest) {
    guard !current.isQuiescent else { return }
    let (inFlight, sleepers) = (current.records, current.sleepers)
    var records = inFlight.values
    if records.count > 1 {
      let first = sleepers.firstByEffect
      records = records.map { (record: $0, effect: EffectInFlight($0, sleeper: first[$0.id])) }
        .sorted { $0.effect.continues(before: $1.effect) }.map(\.record)
    }
    var sleeps: [Int: [UInt64]] = [:]
    for sleeper in sleepers.values {
      var sleep = Digest()
      sleep.add(sleeper.deadline - current.now)
      sleep.add(Int(sleeper.progress))
      // Work that belongs to no effect in flight is under 0.
      sleeps[sleeper.effect.flatMap { inFlight[$0]?.id } ?? 0, default: []].append(sleep.value)
    }
    var effects = records.map { record in
      var effect = digest
      record.add(to: &effect)
      if let action = record.origin.action { effect.add(summary(of: action)) }
      for sleep in (sleeps[record.id] ?? []).sorted() { effect.add(sleep) }
      digest.number(asIn: effect)
      return effect.state.value
    }
    // If each can continue first, their usual order makes no difference.
    if plan.triesOrders { effects.sort() }
    for effect in effects { digest.add(effect) }
    for sleep in (sleeps[0] ?? []).sorted() { digest.add(sleep) }
    digest.add(current.isAtRest ? 0 : 1)
  }

  /// What an action adds to a digest. An effect is in flight in many states, each time with the same action.
  private func summary(of action: ErasedAction) -> ContentDigest.Summary {
    let id = ObjectIdentifier(action)
    if let known = summaries[id] { return known.summary }
    var digest = ContentDigest(comparesIDs: plan.comparesIDs)
    digest.add(action, of: actionShape)
    if summaries.count == Self.maxSummaries { summaries = [:] }
    summaries[id] = (action, digest.summary)
    return digest.summary
  }

  private static var maxSummaries: Int { 4_096 }
}

extension ContentDigest {
  /// Adds a state or an action.
  mutating func add(_ value: ErasedBox, of shape: Shape) {
    value.withContents { add($0, of: shape) }
  }
}

extension EffectRecord {
  /// Adds what distinguishes this effect from others.
  fileprivate func add(to digest: inout ContentDigest) {
    if let name { digest.add(name) }
    if let site {
      digest.add(Int(site.line))
      digest.add(Int(site.column))
      site.fileID.withUTF8Buffer { digest.add(UnsafeRawBufferPointer($0)) }
    }
    for id in cancelIDs { digest.add(id.base) }
    digest.add(isIdle ? -1 : left)
    for id in dropped { digest.add(id.base) }
  }
}
