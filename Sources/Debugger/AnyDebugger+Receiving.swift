import Core

extension AnyDebugger {
  /// The moments of this line at which effects sent actions not asserted yet, in order.
  private var unasserted: ArraySlice<Int> {
    received.update(to: session.moment.number) {
      session.moments[$0].parent
    } isReceived: {
      if case .action(_, _, .effect) = session.moments[$0].cause { true } else { false }
    }
    return received.unasserted
  }

  /// Turns exhaustive mode on or off. Actions received so far are not affected.
  package func setExhaustive(_ isExhaustive: Bool) {
    received.isExhaustive = isExhaustive
    received.source = isExhaustive ? callStack.command?.source : nil
    skipReceived()
  }

  /// Asserts that the next received action matches a pattern.
  ///
  /// - Parameter skips: Whether to skip actions received before it, as is always done when exhaustive mode is off.
  /// - Throws: A `Diagnostic` with the actions that were received instead.
  public func receive(_ pattern: ActionPattern<some Any>, skips: Bool) throws {
    let pattern = ActionPattern<Any>(pattern)
    let unasserted = unasserted
    let candidates = skips || !received.isExhaustive ? unasserted : unasserted.prefix(1)
    guard let number = candidates.first(where: { matches($0, pattern) }) else {
      throw notReceived(pattern, unasserted)
    }
    received.settle(number)
    tellExpectation(holds: true, statement: "received \(pattern.source.text)")
  }

  /// Skips all actions received so far.
  public func skipReceived() { received.skipAll(upTo: session.moment.number) }

  /// The received actions that have not been asserted.
  public var unassertedActions: ReceivedAnswer {
    ReceivedAnswer(moments: unasserted.map(session.summary(ofMoment:)))
  }

  private func matches(_ number: Int, _ pattern: ActionPattern<Any>) -> Bool {
    session.moments[number].action.map(pattern.matches) ?? false
  }

  private func notReceived(_ pattern: ActionPattern<Any>, _ unasserted: ArraySlice<Int>) -> Diagnostic {
    let isQuiescent = session.effects.isEmpty
    if unasserted.isEmpty {
      return pattern.source.failedExpectation(
        "no further action was received",
        notes: isQuiescent ? ["nothing is in flight"] : notesInFlight,
        hint: isQuiescent ? nil : "advance time with 'step', 'advance' or 'run'"
      )
    }
    let isLater = received.isExhaustive && unasserted.dropFirst().contains { matches($0, pattern) }
    return pattern.source.failedExpectation(
      isLater ? "another action was received before it" : "no such action was received",
      notes: ["received:"] + list(unasserted),
      hint: isLater ? "'receive --skip PATTERN' skips the actions before it" : nil
    )
  }

  /// Reports unasserted actions and effects in flight at the end of the script, in exhaustive mode.
  package func checkExhaustive() {
    guard received.isExhaustive, let source = received.source else { return }
    received.isExhaustive = false
    unmetExpectations(at: source, "at the end").forEach(report)
  }

  /// Checks that replacing the session would not discard anything to be asserted.
  ///
  /// - Throws: A `Diagnostic` for unasserted actions or effects in flight.
  package func checkExhaustiveBeforeReplacing() throws {
    guard received.isExhaustive, let source = callStack.command?.source else { return }
    let unmet = unmetExpectations(at: source, "before another session")
    unmet.dropLast().forEach(report)
    if let last = unmet.last { throw last }
  }

  private func unmetExpectations(at source: SourceText, _ place: String) -> [Diagnostic] {
    var unmet: [Diagnostic] = []
    let unasserted = unasserted
    let effects = session.effects
    if !unasserted.isEmpty {
      unmet.append(
        source.failedExpectation(
          "\(place), \(counted(unasserted.count, "received action")) had not been asserted",
          notes: list(unasserted),
          hint: "'receive PATTERN' asserts the next one, 'receive --skip' skips all"
        )
      )
    }
    if !effects.isEmpty {
      let verb = effects.count == 1 ? "was" : "were"
      unmet.append(
        source.failedExpectation(
          "\(place), \(counted(effects.count, "effect")) \(verb) still in flight",
          notes: notesInFlight,
          hint: (effects.contains { $0.deadline != nil } ? "'run' waits for them; " : "")
            + "'set exhaustive off' allows them"
        )
      )
    }
    return unmet
  }

  private func list(_ moments: ArraySlice<Int>) -> [String] {
    let lines = moments.map { session.summary(ofMoment: $0).header(Palette(isEnabled: false)) }
    let rest = lines.count - 20
    return rest > 1 ? lines.prefix(20) + ["and \(rest) more"] : lines
  }
}
