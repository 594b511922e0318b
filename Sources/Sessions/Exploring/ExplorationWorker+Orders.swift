// Orders of effects that are due at one instant.
extension ExplorationWorker {
  /// How often an effect continues in the search for orders that matter at one place.
  private static var maxTrials: Int { 1_024 }

  /// The steps that let an effect continue before others that are due at the same instant, in the current state.
  var orderGroups: [ExplorationGroup] {
    guard plan.triesOrders, core.timeline.current.isAtRest else { return [] }
    let count = core.timeline.current.effectsDueNext.count
    guard count > 1 else { return [] }
    return [ExplorationGroup(name: "step") { _ in (0..<count).map(StepRecord.resume) }]
  }

  /// The steps that let an effect continue first at a place, as far as that matters.
  ///
  /// Orders count as the same if, once everything due at the instant has happened, they have led to the same state by
  /// the same actions: of these, only the first is tried. If there are too many orders to find out, all are tried.
  ///
  /// - Parameter trapping: Receives an order in which the feature traps.
  func orderSteps(at place: ExplorationPlace, _ trapping: inout (steps: [StepRecord], trap: Trap)?)
    -> [StepRecord]
  {
    guard let group = orderGroups.first else { return [] }
    let steps = group.steps(copy.session)
    guard let instant = core.timeline.current.nextDeadline else { return [] }
    var orders = InstantOrders(instant: instant, trials: Self.maxTrials)
    defer {
      trapping = orders.trap.map { (orders.path.map(StepRecord.resume), $0) }
    }
    guard let usual = usualEnd(from: place, &orders) else { return steps }
    var reached: Set = [usual]
    var chosen: [StepRecord] = []
    // The first effect continues first anyway, but an order may have to begin with it before another one is chosen.
    for position in Array(steps.indices.dropFirst()) + [0] {
      if exploration.shouldStop() { return [] }
      guard let ends = ends(after: [position], from: place, &orders) else { return steps }
      if !ends.isSubset(of: reached) { chosen.append(steps[position]) }
      reached.formUnion(ends)
    }
    return chosen
  }

  /// What the usual order leads to.
  ///
  /// - Returns: `nil` if there is no end.
  private func usualEnd(from place: ExplorationPlace, _ orders: inout InstantOrders) -> UInt64? {
    guard go(to: place, &orders) else { return nil }
    repeat {
      guard resume(0, &orders) else { return nil }
    } while core.timeline.current.nextDeadline == orders.instant
    return outcome
  }

  private func go(to place: ExplorationPlace, _ orders: inout InstantOrders) -> Bool {
    orders.path = []
    return copy.go(to: place)
  }

  /// Lets an effect continue.
  ///
  /// - Returns: Whether there was one, and it waits again.
  private func resume(_ position: Int, _ orders: inout InstantOrders) -> Bool {
    orders.trials -= 1
    guard orders.trials > 0 else { return false }
    orders.path.append(position)
    switch copy.perform(.resume(position)) {
    case .done: return core.timeline.current.isAtRest
    case .trapped(let trap): orders.trap = trap
    case .stopped, .refused, .diverged: break
    }
    return false
  }

  /// What the orders that begin with some steps lead to, as digests.
  ///
  /// - Returns: `nil` if there are too many.
  private func ends(after path: [Int], from place: ExplorationPlace, _ orders: inout InstantOrders) -> Set<
    UInt64
  >? {
    guard go(to: place, &orders) else { return nil }
    for position in path where !resume(position, &orders) { return nil }
    let key = outcome
    guard core.timeline.current.nextDeadline == orders.instant else { return [key] }
    if let known = orders.ends[key] { return known }
    var all: Set<UInt64> = []
    let due = core.timeline.current.effectsDueNext
    // What is due may be work that belongs to no effect.
    guard !due.isEmpty else { return nil }
    for position in due.indices {
      guard let ends = ends(after: path + [position], from: place, &orders) else { return nil }
      all.formUnion(ends)
    }
    orders.ends[key] = all
    return all
  }

  /// The digest of the current state and of the actions since the place, in any order.
  private var outcome: UInt64 {
    var actions: UInt64 = 0
    for record in core.timeline.moments {
      guard let action = record.action else { continue }
      var digest = ContentDigest(comparesIDs: true)
      digest.add(action, of: actionShape)
      actions &+= digest.exact.value
    }
    var outcome = Digest()
    outcome.add(digests.state)
    outcome.add(actions)
    return outcome.value
  }
}

/// What is known of the orders of the effects due at one instant.
private struct InstantOrders {
  let instant: Duration
  /// How often an effect may still continue.
  var trials: Int
  /// The effects that have continued since the place, by their positions.
  var path: [Int] = []
  /// How the feature traps in this order.
  var trap: Trap?
  /// What can follow from a state at the instant.
  var ends: [UInt64: Set<UInt64>] = [:]
}
