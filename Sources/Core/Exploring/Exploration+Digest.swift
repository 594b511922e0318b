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
    var digest = Digest()
    var ids: [ArraySlice<UInt8>: Int] = [:]
    let state = probe.session.state
    let text = String(customDumping: state)
    let canonicalText = canonical.map { String(customDumping: $0(state)) } ?? text
    if plan.comparesIDs { digest.add(canonicalText) } else { digest.add(canonicalText, renaming: &ids) }
    if plan.comparesTimes { digest.add(current.now) }
    addFlight(flight, of: current, renaming: &ids, to: &digest)
    var variant = digest
    variant.add(text)
    return (digest.value, variant.value)
  }

  /// Adds what is in flight, in the order in which it continues.
  ///
  /// - Parameter ids: The numbers of the UUIDs in the state: an effect belongs to a certain element.
  private func addFlight(
    _ flight: FlightLog,
    of current: MomentRecord,
    renaming ids: inout [ArraySlice<UInt8>: Int],
    to digest: inout Digest
  ) {
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
      var effect = Digest()
      record.add(to: &effect)
      if plan.comparesIDs {
        effect.add(flight[record.id])
      } else {
        effect.add(flight[record.id], renaming: &ids)
      }
      for rest in (deadlines[record.id] ?? []).sorted() { effect.add(rest) }
      return effect.value
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

  /// The text of an action, which differs if its values do.
  func text(of action: ErasedAction) -> String { String(customDumping: action.unboxed(as: Action.self)) }
}

extension EffectRecord {
  /// Adds what distinguishes this effect from others.
  fileprivate func add(to digest: inout Digest) {
    if let name { digest.add(name) }
    if let site {
      digest.add(Int(site.line))
      digest.add(Int(site.column))
      digest.add("\(site.fileID)")
    }
    for id in cancelIDs { digest.add(String(describing: id)) }
    digest.add(UInt8(0xFE))
  }
}
