extension Exploration {
  /// The digest of the current state and of what is in flight.
  ///
  /// If two places have the same digest, the same can happen from both, except where the feature depends on the time
  /// of day, on random numbers, or on UUIDs other than by comparing them. A difference that the digest misses may
  /// hide a fault, but never produces a false one.
  func digest(of flight: FlightLog) -> UInt64 { digests(of: flight).state }

  /// The digest of the current state and of what is in flight, and the one that also differs with UUIDs and with what
  /// ``canonical`` removes.
  func digests(of flight: FlightLog) -> (state: UInt64, variant: UInt64) {
    let current = probe.session.timeline.current
    let state = probe.session.state
    var digest = ContentDigest(comparesIDs: plan.comparesIDs)
    add(canonical?(state) ?? state, to: &digest)
    var variant = digest.exact
    if canonical != nil {
      var raw = ContentDigest(comparesIDs: true)
      add(state, to: &raw)
      variant.add(raw.exact.value)
    }
    if plan.comparesTimes { digest.add(current.now) }
    addFlight(flight, of: current, to: &digest)
    // States that differ in either digest are variants.
    variant.add(digest.state.value)
    return (digest.state.value, variant.value)
  }

  private func add(_ state: State, to digest: inout ContentDigest) {
    withUnsafePointer(to: state) { stateContent.add($0, &digest) }
  }

  /// Adds what is in flight, in the order in which it continues.
  ///
  /// An effect belongs to a certain element, so that UUIDs are numbered as in the state.
  private func addFlight(_ flight: FlightLog, of current: MomentRecord, to digest: inout ContentDigest) {
    guard !current.records.isEmpty else { return }
    let first = current.world.sleepers.firstByEffect
    let records = current.records.values
      .map { (record: $0, effect: EffectInFlight($0, sleeper: first[$0.id])) }
      .sorted { $0.effect.continues(before: $1.effect) }
    var deadlines: [Int: [Duration]] = [:]
    for sleeper in current.world.sleepers.values {
      guard let effect = sleeper.effect else { continue }
      deadlines[effect, default: []].append(sleeper.deadline - current.now)
    }
    var effects = records.map { record, _ in
      var effect = digest
      record.add(to: &effect)
      if let action = flight[record.id] { add(action, to: &effect) }
      for rest in (deadlines[record.id] ?? []).sorted() { effect.add(rest) }
      digest.number(asIn: effect)
      return effect.state.value
    }
    // If each can continue first, their usual order makes no difference.
    if plan.triesOrders { effects.sort() }
    for effect in effects { digest.add(effect) }
    digest.add(current.isAtRest ? 0 : 1)
  }

  /// The digest of a state and of what the properties have seen on the way to it.
  ///
  /// - Parameters:
  ///   - standing: What is known about the state.
  ///   - now: The virtual time in it.
  func key(of standing: Standing, at now: Duration) -> UInt64 {
    guard !standing.monitors.isEmpty else { return standing.digest }
    var digest = Digest()
    digest.add(standing.digest)
    for (monitor, property) in zip(standing.monitors, monitored) {
      (isDecided[property] ? .decided : monitor).add(to: &digest, now: now)
    }
    return digest.value
  }

  /// Adds an action with its values.
  func add(_ action: ErasedAction, to digest: inout ContentDigest) {
    withUnsafePointer(to: action.unboxed(as: Action.self)) { actionContent.add($0, &digest) }
  }
}

extension EffectRecord {
  /// Adds what distinguishes this effect from others.
  fileprivate func add(to digest: inout ContentDigest) {
    if let name { digest.add(name) }
    if let site {
      digest.add(Int(site.line))
      digest.add(Int(site.column))
      digest.add("\(site.fileID)")
    }
    for id in cancelIDs { digest.add(id.base) }
  }
}
