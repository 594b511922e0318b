// The states that were found breadth first.
extension Exploration {

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - key: Its key.
  ///   - origin: The place before it, with the step that leads from there.
  func add(_ place: ExplorationPlace, key: UInt64, after origin: (place: ExplorationPlace, step: StepRecord)?)
  {
    place.number = paths.count
    newPlaces[key] = place.number
    paths.add(after: origin?.place.number, by: origin?.step)
    guard !monitored.isEmpty else { return }
    views.append((place.standing, place.record.now))
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
      views.indices.lazy.map { (self.key(of: self.views[$0].standing, at: self.views[$0].now), $0) },
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
      (decided.contains(property) ? .decided : monitor).add(to: &digest, now: now)
    }
    return digest.value
  }
}
