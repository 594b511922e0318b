/// How the number of states grows with the number of sequences: a limited number of points, the same in each run.
struct ExplorationCurve {
  /// With twice as many points, every second one is dropped.
  private static let leastPoints = 12

  private var kept: [ExplorationAnswer.Point] = []
  private var stride = 1

  mutating func note(_ states: Int, after sequences: Int) {
    guard sequences.isMultiple(of: stride) else { return }
    kept.append(ExplorationAnswer.Point(sequences: sequences, states: states))
    guard kept.count == 2 * Self.leastPoints else { return }
    stride *= 2
    kept.removeAll { !$0.sequences.isMultiple(of: stride) }
  }

  /// The points, the last of which is the end.
  func points(endingWith states: Int, after sequences: Int) -> [ExplorationAnswer.Point] {
    kept.filter { $0.sequences < sequences } + [ExplorationAnswer.Point(sequences: sequences, states: states)]
  }
}
