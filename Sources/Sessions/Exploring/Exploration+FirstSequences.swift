extension Exploration {
  /// Tries one of the sequences that were given, without the steps that are impossible.
  func replay(_ index: Int) {
    guard let attempts = follow(firstSequences[index]) else {
      return note(finding([], worker.copy.obstacle))
    }
    var last = root.standing.digest
    var path: [Step] = []
    coverage.firstSequences += 1
    for (position, attempt) in attempts.enumerated() {
      note(attempt, at: last)
      last = attempt.standing.digest
      switch attempt.outcome {
      case .nothing: continue
      case .refused(let error):
        if isInterruptedNow { return }
        didRefuse(index, position, error)
      case .endless: return
      case .fault(let fault): return note(shortened(path + [Step(attempt.step)], fault))
      case .done(let judgement):
        path.append(Step(attempt.step))
        if keepsInteresting { noteKinds(of: attempt) }
        if let hit = judgement.hits.first { return note(shortened(cut(path, at: hit), hit.fault, hit.error)) }
      }
    }
  }
}
