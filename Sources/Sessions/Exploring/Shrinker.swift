/// Shortens a sequence of steps that leads to a failure as far as possible.
///
/// Steps are removed, many together, one at a time and in pairs; neighbouring clock moves are merged; and then values are
/// replaced by simpler ones, until nothing more can be done. So the failure needs each of the remaining steps.
///
/// Each shorter sequence is tried before it is accepted. The steps before its first change are not repeated: the places
/// that they lead to are kept.
public final class Shrinker {
  /// What a step of a trial leads to.
  enum Outcome {
    case nothing
    case done
    /// The failure, for which this step suffices.
    case failure(StepRecord)
    /// Something else, after which the trial cannot go on.
    case end
  }

  /// The steps that are needed so far.
  public private(set) var steps: [StepRecord]
  /// How often a step was replaced by a simpler one.
  public private(set) var values = 0
  /// Whether to stop; called before each step.
  public var isInterrupted: () -> Bool = { false }
  /// Returns steps that do the same as a step with simpler values, the simplest first. Applied to its own results again and
  /// again, it must return none at some point.
  public var simplerSteps: (StepRecord) -> [StepRecord] = { _ in [] }
  /// How a step that only advances the clock is written in a script.
  public var clockStep: (Duration) -> StepRecord = { .advance(by: $0, text: "advance \($0)") }

  /// The steps that could replace one at a place, besides ``simplerSteps``.
  var alternatives: (StepRecord, ExplorationPlace) -> [StepRecord] = { _, _ in [] }
  /// Shorter sequences to the places along these steps, each with the number of steps that it replaces.
  var shortcuts: ([StepRecord]) -> [(path: [StepRecord], replaced: Int)] = { _ in [] }

  private let copy: SessionCopy
  /// The start, and the place after each step.
  private var places: [ExplorationPlace]
  /// Whether the places after steps are kept, which therefore cannot refer to moments before them.
  private let keepsPlaces: Bool
  private let perform: (StepRecord, inout ExplorationStanding) -> Outcome
  /// Whether the failure occurs at the end of a sequence.
  private let failsAtEnd: () -> Bool
  /// The digests of the sequences that were tried or accepted.
  private var known: Set<UInt64> = []

  /// - Parameter perform: Performs a step in the copy, and updates what is known about the state.
  init(
    of steps: [StepRecord],
    from root: ExplorationPlace,
    in copy: SessionCopy,
    keepsPlaces: Bool = true,
    failsAtEnd: @escaping () -> Bool = { false },
    perform: @escaping (StepRecord, inout ExplorationStanding) -> Outcome
  ) {
    self.steps = steps
    places = [root]
    self.copy = copy
    self.keepsPlaces = keepsPlaces
    self.failsAtEnd = failsAtEnd
    self.perform = perform
  }

  /// Creates a shrinker of steps that end with a failure.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - session: The session to start from, which is not changed. It must not be used before ``shrink()`` has returned.
  ///   - keepsPlaces: Whether each step, and the check, depend on nothing but the state, the time and what is in flight.
  ///     If not, each trial begins at the start.
  ///   - check: A step that throws if the failure occurs in a session's current state.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight could not be reproduced.
  public convenience init(
    of steps: [StepRecord],
    from session: SessionBase,
    keepsPlaces: Bool,
    check: StepRecord
  ) throws {
    let copy = try SessionCopy(from: session, momentLimit: session.momentLimit)
    func fails() -> Bool {
      if case .refused = copy.perform(check) { true } else { false }
    }
    self.init(of: steps, from: copy.root, in: copy, keepsPlaces: keepsPlaces, failsAtEnd: fails) { step, _ in
      let (count, marks) = (copy.core.timeline.moments.count, copy.core.marks)
      switch copy.perform(step) {
      case .done:
        let isNeeded = copy.core.timeline.moments.count > count || copy.core.marks != marks
        return isNeeded ? .done : .nothing
      case .refused: return .nothing
      case .stopped, .diverged, .trapped: return .end
      }
    }
    alternatives = { [unowned self] step, place in shorterMoves(step, at: place) }
  }
}

extension Shrinker {
  /// Shortens the steps to those up to the first after which the failure occurs.
  ///
  /// - Returns: Whether it occurs at all; if so, ``steps`` are without those that do nothing or cannot be completed.
  public func cut() -> Bool {
    guard let needed = copy.trial({ [self] in stepsToFailure() }) else { return false }
    steps = needed
    return true
  }

  private func stepsToFailure() -> [StepRecord]? {
    guard copy.go(to: places[0]) else { return nil }
    var needed: [StepRecord] = []
    var standing = places[0].standing
    for step in [nil] + steps.map(Optional.some) {
      if isInterrupted() { return nil }
      if let step {
        switch perform(step, &standing) {
        case .nothing: continue
        case .done, .failure: needed.append(step)
        case .end:
          // What a part of the step has done must not count.
          guard redo(needed, &standing) else { return nil }
          continue
        }
      }
      if failsAtEnd() { return needed }
    }
    return nil
  }

  /// Performs steps again, from the start.
  ///
  /// - Returns: Whether all of them were performed.
  private func redo(_ steps: [StepRecord], _ standing: inout ExplorationStanding) -> Bool {
    guard copy.go(to: places[0]) else { return false }
    standing = places[0].standing
    for step in steps {
      guard !isInterrupted(), case .done = perform(step, &standing) else { return false }
    }
    return true
  }

  /// Shortens the steps as far as possible, unless interrupted.
  ///
  /// - Returns: Whether they lead to the failure.
  @discardableResult
  public func shrink() -> Bool {
    guard let way = way(steps, keeping: 0) else { return false }
    (steps, places) = way
    known.insert(digest(steps))
    var isChanged = true
    while isChanged, !isInterrupted() {
      isChanged = false
      for shorten in [keepWhatIsNeeded, removeChunks, removePairs, takeShortcuts, mergeMoves] {
        let count = steps.count
        shorten()
        if steps.count < count { isChanged = true }
      }
      if !isChanged { isChanged = simplify() }
    }
    return true
  }

  /// Restores the shared values of the session.
  public func end() { copy.end() }

  /// Tries a sequence, skipping the steps that are not possible in it.
  ///
  /// - Parameter prefix: The number of steps that it has in common with the best one.
  /// - Returns: The steps performed, with their places; `nil` if they do not lead to the failure.
  private func way(_ candidate: [StepRecord], keeping prefix: Int) -> (
    steps: [StepRecord], places: [ExplorationPlace]
  )? {
    copy.trial { [self] in follow(candidate, keeping: prefix) }
  }

  private func follow(_ candidate: [StepRecord], keeping prefix: Int) -> (
    steps: [StepRecord], places: [ExplorationPlace]
  )? {
    var start = min(prefix, places.count - 1)
    if !copy.go(to: places[start]) {
      start = 0
      guard copy.go(to: places[0]) else { return nil }
    }
    var (done, reached) = (Array(candidate[..<start]), Array(places[...start]))
    var standing = places[start].standing
    for step in candidate[start...] {
      if isInterrupted() { return nil }
      let turns = copy.core.timeline.turns.count
      switch perform(step, &standing) {
      case .nothing: continue
      case .end: return nil
      case .failure(let step): return (done + [step], reached)
      case .done:
        done.append(step)
        if keepsPlaces {
          reached.append(copy.place(after: reached[reached.count - 1], sinceTurn: turns, standing))
        }
      }
    }
    return failsAtEnd() ? (done, reached) : nil
  }

  /// Tries a sequence, and accepts it if it is shorter.
  ///
  /// - Parameter isSimpler: Whether it is also accepted if it is as long.
  private func accept(_ candidate: [StepRecord], keeping prefix: Int, isSimpler: Bool = false) -> Bool {
    let name = digest(candidate)
    guard known.insert(name).inserted, let way = way(candidate, keeping: prefix) else { return false }
    if way.steps.count >= steps.count {
      guard isSimpler, way.steps.count == steps.count else { return false }
      // A clock move may end where the failure occurs, and so be the one that was to be replaced.
      let found = digest(way.steps)
      guard found == name || known.insert(found).inserted else { return false }
    }
    (steps, places) = way
    return true
  }

  private func digest(_ steps: [StepRecord]) -> UInt64 {
    var digest = Digest()
    for step in steps { digest.add(step.text) }
    return digest.value
  }
}

// Changes of the steps.
extension Shrinker {
  /// The most steps that are also removed in pairs. More are first reduced by bisection.
  private static var fewSteps: Int { 24 }

  /// Finds the last step that is needed, then the last one before it that is needed with it, and so on.
  ///
  /// Each trial goes to a place that is kept, and performs only what is needed. It may leave more than necessary if
  /// fewer steps before those can do harm.
  private func keepWhatIsNeeded() {
    guard steps.count > Self.fewSteps else { return }
    var needed: [StepRecord] = []
    var best = (steps: steps, places: places)
    func fails(after count: Int) -> Bool {
      guard let way = way(Array(steps[..<count] + needed), keeping: count) else { return false }
      best = way
      return true
    }
    var end = steps.count
    while end > 0, !isInterrupted() {
      var (enough, tooFew, size) = (end, -1, 1)
      while enough > 0, tooFew < 0 {
        let fewer = max(enough - size, 0)
        if fails(after: fewer) { enough = fewer } else { tooFew = fewer }
        size *= 2
      }
      while enough - tooFew > 1, enough > 0 {
        let middle = (enough + tooFew) / 2
        if fails(after: middle) { enough = middle } else { tooFew = middle }
      }
      if enough > 0 { needed.insert(steps[enough - 1], at: 0) }
      end = enough - 1
    }
    (steps, places) = best
    known.insert(digest(steps))
  }

  private func removeChunks() {
    var size = max(steps.count / 2, 1)
    while true {
      var start = 0
      while start < steps.count {
        var shorter = steps
        shorter.removeSubrange(start..<min(start + size, steps.count))
        if !accept(shorter, keeping: start) { start += size }
      }
      if size == 1 { return }
      size /= 2
    }
  }

  private func removePairs() {
    guard steps.count > 1, steps.count <= Self.fewSteps else { return }
    for first in 0..<steps.count - 1 {
      for second in first + 1..<steps.count {
        var shorter = steps
        shorter.remove(at: second)
        shorter.remove(at: first)
        if accept(shorter, keeping: first) { return }
      }
    }
  }

  private func takeShortcuts() {
    let all = steps
    for (path, replaced) in shortcuts(all) where path.count + all.count - replaced < steps.count {
      _ = accept(path + all[replaced...], keeping: 0)
    }
  }

  /// Merges neighbouring clock moves, as long as that leads to the same failure.
  func mergeMoves() {
    var index = 0
    while index + 1 < steps.count {
      guard steps[index].move != nil, steps[index + 1].move != nil, let start = time(before: index),
        let end = time(before: index + 2), end > start
      else {
        index += 1
        continue
      }
      let merged = steps[..<index] + [clockStep(end - start)] + steps[(index + 2)...]
      if !accept(Array(merged), keeping: index) { index += 1 }
    }
  }

  /// The virtual time after some of the steps; `nil` if they are not possible.
  private func time(before index: Int) -> Duration? {
    let start = min(index, places.count - 1)
    return copy.trial { [self] in
      guard copy.go(to: places[start]) else { return nil }
      for step in steps[start..<index] {
        guard case .done = copy.perform(step) else { return nil }
      }
      return copy.core.now
    }
  }

  /// Replaces steps by simpler ones.
  private func simplify() -> Bool {
    var isChanged = false
    var index = 0
    while index < steps.count, !isInterrupted() {
      let step = steps[index]
      let others = places.indices.contains(index) ? alternatives(step, places[index]) : []
      let isReplaced = (others + simplerSteps(step)).contains { simpler in
        var copy = steps
        copy[index] = simpler
        return accept(copy, keeping: index, isSimpler: true)
      }
      if isReplaced {
        values += 1
        isChanged = true
      } else {
        index += 1
      }
    }
    return isChanged
  }

  /// A clock move can pass many instants.
  private static var mostInstants: Int { 32 }

  /// Clock moves that end at an instant within one, at which something was due.
  private func shorterMoves(_ step: StepRecord, at place: ExplorationPlace) -> [StepRecord] {
    guard case .advance(let duration) = step.move else { return [] }
    let instants = copy.trial { [copy] () -> [Duration] in
      guard copy.go(to: place), case .done = copy.perform(step) else { return [] }
      return copy.core.timeline.moments.dropFirst().map { $0.now - place.record.now }
    }
    var shorter: [Duration] = []
    for instant in instants where instant > .zero && instant < duration && shorter.last != instant {
      shorter.append(instant)
    }
    return shorter.prefix(Self.mostInstants).map(clockStep)
  }
}
