extension Exploration {
  /// Shortens a sequence that leads to a fault as far as possible.
  ///
  /// Steps are removed, many together, one at a time and in pairs; the path to a state is replaced by the shortest
  /// known one; and steps are replaced by simpler ones. Every shortened sequence is tried before it is accepted.
  func shortened(_ steps: [Step], _ fault: Fault) -> Finding {
    var best = steps
    var isChanged = true
    while isChanged, !shouldStop() {
      isChanged = false
      for shorter in [withoutChunks(best, fault), withoutPairs(best, fault), byKnownWays(best, fault)] {
        if shorter.count < best.count {
          best = shorter
          isChanged = true
        }
      }
      if !isChanged, let simpler = withSimplerStep(best, fault) {
        best = simpler
        isChanged = true
      }
    }
    return Finding(
      steps: best,
      fault: fault,
      isShortest: !isSplit && best.count <= coverage.exhaustedDepth + 1
    )
  }

  /// Tries a sequence from the root, skipping the steps that are no longer possible.
  ///
  /// - Returns: The steps performed, or `nil` if they do not lead to the fault.
  private func attempt(_ steps: [Step], _ fault: Fault) -> [Step]? {
    guard probe.go(to: probe.root) else { return nil }
    var done: [Step] = []
    for step in steps {
      if shouldStop() { return nil }
      switch perform(step) {
      case .nothing: continue
      case .endless: return nil
      case .done: done.append(step)
      case .fault(let found): return found.isSame(as: fault) ? done + [step] : nil
      }
    }
    return nil
  }

  private func withoutChunks(_ steps: [Step], _ fault: Fault) -> [Step] {
    var best = steps
    var size = max(best.count / 2, 1)
    while true {
      var start = 0
      while start < best.count {
        var shorter = best
        shorter.removeSubrange(start..<min(start + size, best.count))
        if let found = attempt(shorter, fault), found.count < best.count {
          best = found
        } else {
          start += size
        }
      }
      if size == 1 { return best }
      size /= 2
    }
  }

  private func withoutPairs(_ steps: [Step], _ fault: Fault) -> [Step] {
    guard steps.count > 2, steps.count <= 24 else { return steps }
    for first in 0..<steps.count - 1 {
      for second in first + 1..<steps.count {
        var shorter = steps
        shorter.remove(at: second)
        shorter.remove(at: first)
        if let found = attempt(shorter, fault), found.count < steps.count { return found }
      }
    }
    return steps
  }

  /// Replaces the path to an intermediate state by the shortest one found breadth first.
  private func byKnownWays(_ steps: [Step], _ fault: Fault) -> [Step] {
    var best = steps
    var shortcuts: [(way: [Step], rest: Int)] = []
    guard probe.go(to: probe.root) else { return best }
    var flight = probe.root.flight
    for (index, step) in steps.dropLast().enumerated() {
      guard case .done = perform(step) else { break }
      flight.update(from: probe.session.timeline, digest: digest)
      if let place = places[digest(of: flight)], place.depth < index + 1 {
        shortcuts.append((place.steps, index + 1))
      }
    }
    for (way, rest) in shortcuts where way.count + steps.count - rest < best.count {
      if let found = attempt(way + steps[rest...], fault), found.count < best.count { best = found }
    }
    return best
  }

  /// Replaces a step by one that is possible in its place and listed before it, and is therefore simpler.
  private func withSimplerStep(_ steps: [Step], _ fault: Fault) -> [Step]? {
    for index in steps.indices {
      guard probe.go(to: probe.root) else { return nil }
      for step in steps[..<index] { _ = probe.perform(step) }
      let choices = self.steps()
      guard let present = choices.firstIndex(where: { $0.text == steps[index].text }) else { continue }
      for simpler in choices[..<present] where simpler.group == steps[index].group {
        var copy = steps
        copy[index] = simpler
        if let found = attempt(copy, fault), found.count <= steps.count { return found }
      }
    }
    return nil
  }
}

extension Exploration.Fault {
  /// Whether it is the same kind of fault: in a shorter sequence, an issue may concern a different element.
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.issue(let issue), .issue(let other)): issue.fileID == other.fileID && issue.line == other.line
    default: self == other
    }
  }
}
