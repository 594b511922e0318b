/// The states that an exploration has found.
package final class StateSpace {
  /// The states found breadth first, by number, with the shortest path to each.
  var paths = ShortestPaths()
  // Unchecked, here and below: every step reads or changes them, and that calls nothing.
  /// The numbers of the states found breadth first, by their keys.
  @exclusivity(unchecked) var places: [UInt64: Int] = [:]
  /// The same for states found since the workers began their current work, during which they read ``places``.
  @exclusivity(unchecked) private var newPlaces: [UInt64: Int] = [:]
  /// What the properties have seen on the path to each of these states, if there are properties that need it.
  var views: [(standing: ExplorationStanding, now: Duration)] = []
  /// The distinct states, as digests that are the same in every process.
  @exclusivity(unchecked) package var states: Set<UInt64> = []
  /// The states, with those as distinct that differ only in UUIDs or in what ``Exploration/canonical`` removes.
  @exclusivity(unchecked) package var variants: Set<UInt64> = []
  /// The pairs of a state and a step that had an effect in it.
  @exclusivity(unchecked) package var transitions: Set<UInt64> = []
  /// The steps from place to place, if a loop of them can decide a property.
  var behaviour = BehaviourGraph()
  /// Whether a step has led to states that are unknown because it was stopped.
  var hasUnknownStates = false
  private let verdicts: Verdicts

  init(for verdicts: Verdicts) { self.verdicts = verdicts }

  private var monitored: PropertySet { verdicts.judge.monitored }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - key: Its key.
  ///   - origin: The place before it.
  ///   - step: The step that leads from there.
  func add(
    _ place: ExplorationPlace,
    key: UInt64,
    after origin: ExplorationPlace? = nil,
    by step: StepRecord? = nil
  ) {
    place.number = paths.count
    newPlaces[key] = place.number
    paths.add(after: origin?.number, by: step)
    guard !monitored.isEmpty else { return }
    views.append((place.standing, place.record.now))
  }

  /// Adds a state that a step has reached, also one that is known.
  func note(_ attempt: ExplorationAttempt) {
    var digest = Digest()
    digest.add(attempt.before)
    digest.add(attempt.step.text)
    transitions.insert(digest.value)
    note(attempt.standing)
  }

  func note(_ standing: ExplorationStanding) {
    variants.insert(standing.variant)
    states.insert(standing.digest)
  }

  /// The number of the state with a key; `nil` if it was not found breadth first.
  func place(_ key: UInt64) -> Int? { newPlaces[key] ?? places[key] }

  /// Adds the new places to those that workers read. No worker may be at work.
  func settlePlaces() {
    places.merge(newPlaces) { $1 }
    newPlaces.removeAll(keepingCapacity: true)
  }

  /// Counts places as the same that differ only in what a decided property has seen.
  func mergePlaces() {
    places = Dictionary(
      views.indices.lazy.map {
        (self.key(of: self.views[$0].standing, at: self.views[$0].now), $0)
      },
      uniquingKeysWith: { first, _ in first }
    )
    newPlaces = [:]
  }

  /// The digest of a state and of what the properties have seen on the path to it.
  ///
  /// - Parameters:
  ///   - standing: What is known about the state.
  ///   - now: The virtual time in it.
  func key(of standing: ExplorationStanding, at now: Duration) -> UInt64 {
    if monitored.isEmpty { return standing.digest }
    var digest = Digest()
    digest.add(standing.digest)
    for (monitor, property) in zip(standing.monitors, monitored) {
      (verdicts.decided.contains(property) ? .decided : monitor).add(to: &digest, now: now)
    }
    return digest.value
  }

  /// A short loop of steps in which time passes and the goal of a property is never reached.
  ///
  /// - Parameter monitor: The monitor of the property.
  /// - Returns: The steps to the loop and those of it; `nil` if there is none.
  func loop(without monitor: Int) -> (start: [StepRecord], loop: [StepRecord])? {
    let waits = views.map { $0.standing.monitors[monitor].isWaitingWithoutLimit }
    let loop = behaviour.loop(amongStates: paths.count) { edge in
      !edge.met.contains(monitor) && waits[edge.from] && waits[edge.to]
    }
    guard let loop, let first = loop.first else { return nil }
    return (
      paths.steps(to: behaviour.edges[first].from),
      loop.map { paths.step(at: behaviour.edges[$0].step) }
    )
  }
}
