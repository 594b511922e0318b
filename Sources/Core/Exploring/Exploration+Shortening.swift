extension Exploration {
  /// Shortens a sequence that leads to a fault as far as possible.
  ///
  /// Steps are removed, many together, one at a time and in pairs; the path to a state is replaced by the shortest
  /// known one; and then values are replaced by simpler ones. Every shortened sequence is tried before it is accepted.
  func shortened(_ steps: [Step], _ fault: Fault, _ error: (any Error)? = nil) -> Finding {
    var best = steps
    // A simpler step may be replaced by the same one, because a clock move ends where the property is decided.
    var known: Set<[String]> = [steps.map(\.text)]
    var values = 0
    var isChanged = true
    while isChanged, !shouldStop() {
      isChanged = false
      for shorten in [withoutChunks, withoutPairs, byKnownWays, withMergedMoves] {
        let shorter = shorten(best, fault)
        if shorter.count < best.count {
          best = shorter
          isChanged = true
        }
      }
      if !isChanged, let simpler = withSimplerStep(best, fault, known) {
        best = simpler
        values += 1
        isChanged = true
      }
      known.insert(best.map(\.text))
    }
    var finding = finding(best, fault, error)
    if best.count < steps.count || values > 0 {
      finding.shortening = Shortening(from: steps.count, values: values)
    }
    return finding
  }

  /// Tries a sequence from the root, skipping the steps that are no longer possible.
  ///
  /// - Returns: The steps performed, or `nil` if they do not lead to the fault.
  private func attempt(_ steps: [Step], _ fault: Fault) -> [Step]? {
    guard worker.copy.go(to: root) else { return nil }
    var done: [Step] = []
    var standing = root.standing
    for step in steps {
      if shouldStop() { return nil }
      switch perform(step, &standing).outcome {
      case .nothing, .refused: continue
      case .endless: return nil
      case .fault(let found): return found.isSame(as: fault) ? done + [step] : nil
      case .done(let judgement):
        done.append(step)
        if let hit = judgement.hits.first(where: { $0.fault.isSame(as: fault) }) { return cut(done, at: hit) }
      }
    }
    return nil
  }

  /// The steps up to where a property was decided, which may be before the end of a clock move.
  func cut(_ steps: [Step], at hit: PropertyHit) -> [Step] {
    guard let rest = hit.rest else { return steps }
    return steps.dropLast() + [clockStep(rest)]
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
    var shortcuts: [(path: [Step], rest: Int)] = []
    guard worker.copy.go(to: root) else { return best }
    var standing = root.standing
    for (index, step) in steps.dropLast().enumerated() {
      guard case .done = perform(step, &standing).outcome else { break }
      guard let place = places[key(of: standing, at: worker.session.now)] else { continue }
      let path = paths.steps(to: place)
      if path.count < index + 1 { shortcuts.append((path, index + 1)) }
    }
    for (path, rest) in shortcuts where path.count + steps.count - rest < best.count {
      if let found = attempt(path + steps[rest...], fault), found.count < best.count { best = found }
    }
    return best
  }

  /// Merges neighbouring clock moves, as long as that leads to the same fault.
  func withMergedMoves(_ steps: [Step], _ fault: Fault) -> [Step] {
    for index in steps.indices.dropLast() where steps[index].move != nil && steps[index + 1].move != nil {
      let start = time(after: steps[..<index])
      let end = time(after: steps[...(index + 1)])
      guard let start, let end, end > start else { continue }
      let merged = steps[..<index] + [clockStep(end - start)] + steps[(index + 2)...]
      if let found = attempt(Array(merged), fault), found.count < steps.count {
        return withMergedMoves(found, fault)
      }
    }
    return steps
  }

  /// The virtual time after some steps; `nil` if they are not possible.
  private func time(after steps: ArraySlice<Step>) -> Duration? {
    guard worker.copy.go(to: root) else { return nil }
    for step in steps {
      guard case .done = worker.copy.perform(step) else { return nil }
    }
    return worker.session.now
  }

  /// Replaces a step by a simpler one: one that is possible in its place and listed before it, or one with simpler
  /// values.
  ///
  /// - Parameter known: The sequences that were accepted before, by their texts.
  private func withSimplerStep(_ steps: [Step], _ fault: Fault, _ known: Set<[String]>) -> [Step]? {
    for index in steps.indices {
      guard worker.copy.go(to: root) else { return nil }
      var standing = root.standing
      for step in steps[..<index] { _ = perform(step, &standing) }
      let choices = worker.steps(from: standing)
      let present = choices.firstIndex { $0.text == steps[index].text } ?? 0
      let listed = choices[..<present].filter { $0.group == steps[index].group }
      for simpler in listed + simplerSteps(steps[index]) {
        var copy = steps
        copy[index] = simpler
        guard let found = attempt(copy, fault), found.count <= steps.count else { continue }
        if !known.contains(found.map(\.text)) { return found }
      }
    }
    return nil
  }
}
