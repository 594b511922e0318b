/// The shortest paths to the states that were found breadth first, in a few bytes each.
struct ShortestPaths {
  /// The last step of a path.
  private struct Last {
    /// The number of the state before it.
    let origin: Int32
    /// Its position in ``steps``.
    let step: Int32
  }

  private var lasts: [Last] = []
  private var steps: [StepRecord] = []
  private var positions: [String: Int32] = [:]

  /// The number of states.
  var count: Int { lasts.count }

  /// Adds a state.
  ///
  /// - Parameters:
  ///   - origin: The number of the state before the last step; `nil` for the first state.
  ///   - step: The last step.
  mutating func add(after origin: Int?, by step: StepRecord?) {
    lasts.append(Last(origin: Int32(origin ?? -1), step: step.map { position(of: $0) } ?? -1))
  }

  /// The position of a step among all that were seen; those with the same text do the same.
  mutating func position(of step: StepRecord) -> Int32 {
    if let known = positions[step.text] { return known }
    let position = Int32(steps.count)
    steps.append(step)
    positions[step.text] = position
    return position
  }

  /// A step by its position.
  func step(at position: Int32) -> StepRecord { steps[Int(position)] }

  /// The steps to a state.
  func steps(to number: Int) -> [StepRecord] {
    var path: [StepRecord] = []
    var last = lasts[number]
    while last.step >= 0 {
      path.append(steps[Int(last.step)])
      last = lasts[Int(last.origin)]
    }
    return path.reversed()
  }
}
