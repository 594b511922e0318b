extension Exploration {
  /// The digest of the current state and of what is in flight.
  ///
  /// If two places have the same digest, the same can happen from both, except where the feature depends on the time
  /// of day, on random numbers, or on UUIDs other than by comparing them. A difference that the digest misses may
  /// hide a fault, but never produces a false one.
  func digest(of flight: FlightLog) -> UInt64 {
    let current = probe.session.timeline.current
    var digest = Digest()
    var ids: [ArraySlice<UInt8>: Int] = [:]
    let state = String(customDumping: probe.session.state)
    if plan.comparesIDs { digest.add(state) } else { digest.add(state, renaming: &ids) }
    if plan.comparesTimes { digest.add(current.now) }
    guard !current.records.isEmpty else { return digest.value }
    var deadlines: [Int: [Duration]] = [:]
    for sleeper in current.world.sleepers.values {
      guard let effect = sleeper.effect else { continue }
      deadlines[effect, default: []].append(sleeper.deadline - current.now)
    }
    for record in current.records.values {
      record.add(to: &digest)
      digest.add(flight[record.id])
      for rest in (deadlines[record.id] ?? []).sorted() { digest.add(rest) }
    }
    digest.add(current.isAtRest ? 0 : 1)
    return digest.value
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

  /// The digest of an action.
  func digest(of action: ErasedAction) -> UInt64 {
    var digest = Digest()
    var ids: [ArraySlice<UInt8>: Int] = [:]
    digest.add(String(customDumping: action.unboxed(as: Action.self)), renaming: &ids)
    return digest.value
  }
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
