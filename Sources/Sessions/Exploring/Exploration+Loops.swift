extension Exploration {
  /// Finds loops of steps in which time passes and the goal of a property is never reached.
  func findLoops() {
    guard judge.hasUnbounded, !isDone else { return }
    for (monitor, property) in monitored.enumerated() where !decided.contains(property) {
      let waits = views.map { $0.standing.monitors[monitor].isWaitingWithoutLimit }
      let loop = behaviour.loop(amongStates: paths.count) { edge in
        !edge.met.contains(monitor) && waits[edge.from] && waits[edge.to]
      }
      guard let loop, let first = loop.first else { continue }
      let edges = behaviour.edges
      let steps =
        paths.steps(to: edges[first].from) + loop.map { paths.step(at: edges[$0].step) }
      note(
        Finding(
          steps: steps.map(Step.init),
          fault: .property(property, .loop),
          // A clock move that ends a loop may consist of several, the last from a place that is one step farther.
          exhaustedLength: max(exhaustedLength() - 1, 0),
          loopLength: loop.count
        )
      )
    }
  }
}
