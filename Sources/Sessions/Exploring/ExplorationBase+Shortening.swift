extension ExplorationBase {
  /// Shortens a sequence that leads to a fault as far as possible.
  ///
  /// Besides what a ``Shrinker`` does, the path to a state is replaced by the shortest known one.
  func shortened(_ steps: [StepRecord], _ fault: ExplorationFault, _ error: (any Error)? = nil) -> Finding {
    let shrinker = shrinker(of: steps, fault)
    let isReproduced = shrinker.shrink()
    var finding = finding(shrinker.steps, fault, error)
    if shrinker.steps.count < steps.count || shrinker.values > 0 {
      finding.shortening = Shortening(from: steps.count, values: shrinker.values)
    }
    finding.isMinimal = isReproduced && !isInterruptedNow
    finding.isCutOff = isInterruptedNow
    return finding
  }

  private func shrinker(of steps: [StepRecord], _ fault: ExplorationFault) -> Shrinker {
    let shrinker = Shrinker(of: steps, from: root, in: worker.copy) { [unowned self] step, standing in
      // The digest of a state takes as long as the state is large, and nothing here compares states.
      let attempt = worker.attempt(step, from: standing, isTrial: true)
      standing = attempt.standing
      switch attempt.outcome {
      case .nothing, .refused: return .nothing
      case .endless: return .end
      case .fault(let found): return found.isSame(as: fault) ? .failure(step) : .end
      case .done(let judgement):
        let hit = judgement.hits.first { $0.fault.isSame(as: fault) }
        return hit.map { .failure(cut([step], at: $0)[0]) } ?? .done
      }
    }
    shrinker.isInterrupted = { [unowned self, unowned shrinker] in
      settings.didShorten(shrinker.steps.count, steps.count)
      return shouldStop()
    }
    shrinker.simplerSteps = settings.simplerSteps
    shrinker.clockStep = settings.clockStep
    shrinker.shortcuts = { [unowned self] in knownShortcuts(of: $0) }
    // Those that are possible in its place and listed before it.
    shrinker.alternatives = { [unowned self] step, place in
      let choices = worker.copy.trial { [self] in
        worker.copy.go(to: place) ? worker.steps(from: place.standing) : []
      }
      let present = choices.firstIndex { $0.text == step.text } ?? 0
      return choices[..<present].filter { $0.group == step.group }
    }
    return shrinker
  }

  /// The steps up to where a property was decided, which may be before the end of a clock move.
  func cut(_ steps: [StepRecord], at hit: PropertyHit) -> [StepRecord] {
    guard let rest = hit.rest else { return steps }
    return steps.dropLast() + [settings.clockStep(rest)]
  }

  /// The shortest paths found breadth first to the states along a sequence.
  private func knownShortcuts(of steps: [StepRecord]) -> [(path: [StepRecord], replaced: Int)] {
    var shortcuts: [(path: [StepRecord], replaced: Int)] = []
    for (index, attempt) in (follow(steps.dropLast()) ?? []).enumerated() {
      note(attempt)
      guard case .done = attempt.outcome else { break }
      guard let place = space.place(space.key(of: attempt.standing, at: attempt.now)) else { continue }
      let path = space.paths.steps(to: place)
      if path.count < index + 1 { shortcuts.append((path, index + 1)) }
    }
    return shortcuts
  }

  /// Merges neighbouring clock moves, as long as that leads to the same fault.
  func withMergedMoves(_ steps: [StepRecord], _ fault: ExplorationFault) -> [StepRecord] {
    let shrinker = shrinker(of: steps, fault)
    shrinker.mergeMoves()
    return shrinker.steps
  }
}
