import Core

/// Watches and breakpoints, evaluated as the session records moments.
extension AnyDebugger {
  /// Emits the changes of watched values.
  func tellWatched(from before: AnyMoment, to moment: AnyMoment) {
    if recorder.isLoading { return }
    for watch in stops.watches {
      let query = watch.query
      // Two evaluations are too short to be worth interrupting.
      let known = Result { try query.answer(at: before) }
      let new: ExpressionValue?
      do { new = try query.answer(at: moment) } catch {
        if case .success = known { halt.failure = halt.failure ?? error }
        continue
      }
      let old = (try? known.get()) ?? nil
      if query.isSame(old, before, new, moment) { continue }
      let change = ValueChange(of: watch.expression, from: old, before, to: new, moment)
      events.emit(WatchChanged(watch: watch.number, change: change))
    }
  }

  /// Watches a value, and returns its current value.
  ///
  /// - Throws: An error if the expression names an unknown member, is constant, or cannot be recorded.
  public func watch(_ expression: Expression) throws -> WatchesAnswer {
    try check(expression, isCondition: false)
    return try asCommand("watch \(expression.source.text)") {
      try recorder.willKeep(session.standing)
      return WatchesAnswer(watches: [item(stops.watch(expression))], isNew: true)
    }
  }

  /// Sets a breakpoint.
  ///
  /// - Throws: Like ``watch(_:)``, or a `Diagnostic` if an expression is not a condition.
  public func setBreakpoint(_ condition: BreakCondition) throws -> BreakpointsAnswer {
    let expression: Expression? = if case .expression(let expression) = condition { expression } else { nil }
    if let expression { try check(expression, isCondition: true) }
    return try asCommand("break \(condition.text)") {
      try recorder.willKeep(session.standing)
      let breakpoint = item(stops.stop(at: condition), text: expression.map(presentText))
      return BreakpointsAnswer(breakpoints: [breakpoint], isNew: true)
    }
  }

  private func item(_ watch: Watch) -> WatchesAnswer.Item {
    WatchesAnswer.Item(
      number: watch.number,
      expression: watch.expression.source.text,
      text: presentText(of: watch.expression)
    )
  }

  private func item(_ breakpoint: Breakpoint, text: String? = nil) -> BreakpointsAnswer.Item {
    .init(number: breakpoint.number, condition: breakpoint.text, text: text ?? breakpoint.text)
  }

  /// Checks that the value of an expression can change, even if it does not exist yet.
  private func check(_ expression: Expression, isCondition: Bool) throws(Diagnostic) {
    if expression.isConstant {
      throw expression.source.diagnostic(
        "`\(expression.source.text)` never changes: it does not depend on the state",
        hint: "'print' shows the state"
      )
    }
    let context = ExpressionContext(session)
    _ = try Diagnostic.unlessMissing { () throws(Diagnostic) in
      if isCondition {
        _ = try expression.holds(in: context)
      } else {
        _ = try expression.evaluate(in: context)
      }
    }
  }

  /// An expression with its current value.
  private func presentText(of expression: Expression) -> String {
    let name = expression.source.text
    do {
      let value = try expression.evaluate(in: ExpressionContext(session))
      let text = value.formatted()
      return text.contains("\n") ? name : "\(name) is \(text)"
    } catch {
      return "\(name) cannot be evaluated yet: \(error.message)"
    }
  }

  /// Whether the running command has been interrupted.
  func noticesInterruption() -> Bool {
    if halt.isInterruption { return true }
    guard isInterrupted() else { return false }
    halt.wasInterrupted = true
    return true
  }

  /// - Throws: A `CommandFailure` if the running command has been interrupted.
  package func checkInterruption() throws(CommandFailure) {
    if isInterrupted() { throw CommandFailure("interrupted") }
  }

  /// Whether the running command stops after the moment just recorded; if so, the stop is noted.
  func stops(after moment: AnyMoment) -> Bool {
    let isReplayed = !halt.recordedStops.isEmpty && halt.recordedStops.contains(moment.number)
    guard isReplayed || shouldStop(after: moment) else { return false }
    if !halt.recordedStops.isEmpty {
      // The command stops where it stopped when it was recorded, which is not a failure, just as a breakpoint is not.
      halt.breakpoint = halt.breakpoint ?? 0
      if moment.number == halt.recordedInterruption { halt.isCut = true }
    }
    recorder.noteStop(at: moment.number, isInterruption: halt.isInterruption)
    return true
  }

  /// Notes a breakpoint on the name of the command that just ran.
  ///
  /// - Parameter limit: Only breakpoints below this one count: those that were there before the command.
  func stopAfterCommand(at limit: Int) {
    guard halt.breakpoint == nil,
      let reached = stops.breakpoints.first(where: { $0.isReached(by: callStack) && $0.number < limit })
    else { return }
    halt.breakpoint = reached.number
    halt.untold = (session.moment.number, reached)
  }

  private func shouldStop(after moment: AnyMoment) -> Bool {
    if isInterrupted() {
      halt.wasInterrupted = true
      return true
    }
    guard !stops.breakpoints.isEmpty, !session.isTryingOut, let parent = moment.parent else { return false }
    let before = session.moments[parent]
    let reached = stops.breakpoints.first { breakpoint in
      do { return try breakpoint.isReached(at: moment, after: before) } catch {
        halt.failure = halt.failure ?? error
        return true
      }
    }
    guard let reached else { return false }
    if halt.breakpoint == nil {
      halt.breakpoint = reached.number
      // If the condition failed, the command reports that error instead.
      if halt.failure == nil { halt.untold = (moment.number, reached) }
    }
    return true
  }

  /// Whether a breakpoint was reached that ends the running program. One whose condition cannot be evaluated does
  /// not count.
  package var isPaused: Bool {
    guard halt.failure == nil, let breakpoint = halt.breakpoint, let pausing = stops.pausing else {
      return false
    }
    return breakpoint < pausing
  }

  /// Reports whether a command that reached a breakpoint stopped or continued.
  func tellStop() {
    guard let (number, breakpoint) = halt.untold else { return }
    halt.untold = nil
    let isCutShort = session.moments[number].turn.map { session.turns[$0].isCutShort } ?? false
    let isThere = session.moment.number == number
    events.emit(
      Stopped(
        moment: number,
        breakpoint: breakpoint.number,
        condition: breakpoint.text,
        isThere: isThere && (isCutShort || isPaused)
      )
    )
  }

  /// The watches.
  public var watches: WatchesAnswer { WatchesAnswer(watches: stops.watches.map(item)) }

  /// The breakpoints.
  public var breakpoints: BreakpointsAnswer {
    BreakpointsAnswer(breakpoints: stops.breakpoints.map { item($0) })
  }

  /// Removes one watch, or all.
  package func removeWatch(_ number: Located<Int>?) throws {
    try willRemove(number, among: stops.watches.map(\.number), named: "watch", setBy: "watch")
    stops.watches.removeAll { number == nil || $0.number == number?.value }
  }

  /// Removes one breakpoint, or all.
  package func removeBreakpoint(_ number: Located<Int>?) throws {
    try willRemove(number, among: stops.breakpoints.map(\.number), named: "breakpoint", setBy: "break")
    stops.breakpoints.removeAll { number == nil || $0.number == number?.value }
  }

  /// Checks that what is removed exists, and records its removal.
  ///
  /// - Parameters:
  ///   - noun: The name of an item.
  ///   - command: The command that sets and lists these items.
  private func willRemove(
    _ number: Located<Int>?,
    among numbers: [Int],
    named noun: String,
    setBy command: String
  ) throws {
    if let number, !numbers.contains(number.value) {
      throw number.diagnostic("no \(noun) \(number.value)", hint: "'\(command)' lists them")
    }
    if !numbers.isEmpty { try recorder.willKeep(session.standing) }
  }
}
