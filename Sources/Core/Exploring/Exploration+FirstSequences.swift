extension Exploration {
  /// Tries one of the sequences that were given, without the steps that are impossible.
  func replay(_ index: Int) {
    guard worker.copy.go(to: root) else {
      return note(finding([], .divergence))
    }
    var standing = root.standing
    var path: [Step] = []
    coverage.firstSequences += 1
    for (position, step) in firstSequences[index].enumerated() {
      if shouldStop() { return }
      let attempt = perform(step, &standing)
      switch attempt.outcome {
      case .nothing: continue
      case .refused(let error):
        if isInterruptedNow { return }
        didRefuse(index, position, error)
      case .endless: return
      case .fault(let fault): return note(shortened(path + [step], fault))
      case .done(let judgement):
        path.append(step)
        if keepsInteresting { noteKinds(of: attempt) }
        if let hit = judgement.hits.first { return note(shortened(cut(path, at: hit), hit.fault, hit.error)) }
      }
    }
  }
}
