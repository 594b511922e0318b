import Core

/// Watches and breakpoints: what happens while the session records.
extension Shell {
  /// Prints what has changed of the values that are watched.
  func printWatched(from before: Moment<State, Action>, to moment: Moment<State, Action>) {
    for watch in watches {
      let inquiry = Inquiry<State, Action>(watch.expression)
      // Nobody interrupts two evaluations.
      guard let old = try? inquiry.answer(at: before), let new = try? inquiry.answer(at: moment) else {
        continue
      }
      if inquiry.isSame(old, before, new, moment) { continue }
      for line in change(of: watch.expression, from: old, before, to: new, moment) {
        console.print(console.palette(.note, line))
      }
    }
  }

  /// Begins to watch a value, and says what it is at present.
  func watch(_ expression: Expression) {
    let number = (watches.last?.number ?? 0) + 1
    watches.append(Watch(number: number, expression: expression))
    guard !settings.isQuiet else { return }
    print("watch \(number): \(presentText(of: expression))", style: .dimmed)
  }

  /// Sets a breakpoint.
  func setBreakpoint(_ condition: BreakCondition<Action>) {
    let breakpoint = Breakpoint<State, Action>(number: nextBreakpoint, condition: condition)
    nextBreakpoint += 1
    breakpoints.append(breakpoint)
    guard !settings.isQuiet else { return }
    var text = "break \(breakpoint.number): \(breakpoint.text)"
    if case .expression(let expression) = condition {
      text = "break \(breakpoint.number): \(presentText(of: expression))"
    }
    print(text, style: .dimmed)
  }

  /// An expression with what it comes to now.
  private func presentText(of expression: Expression) -> String {
    let name = expression.source.text
    do throws(Diagnostic) {
      let value = try expression.evaluate(in: ExpressionContext(session.state))
      let text = value.formatted { String(customDumping: $0) }
      return text.contains("\n") ? name : "\(name) is \(text)"
    } catch {
      return "\(name) is not there yet: \(error.message)"
    }
  }

  /// Whether someone wants the command to end, of which it is then known what ended it.
  func noticesInterruption() -> Bool {
    guard isInterrupted() else { return false }
    wasInterrupted = true
    return true
  }

  /// Whether to stop after a moment that was just recorded.
  func shouldStop(after moment: Moment<State, Action>) -> Bool {
    if noticesInterruption() { return true }
    guard !breakpoints.isEmpty, !session.isTryingOut, let parent = moment.parent else { return false }
    let before = session.moments[parent]
    guard let reached = breakpoints.first(where: { $0.isReached(at: moment, after: before) }) else {
      return false
    }
    if stop == nil {
      stop = reached.number
      print("stopped at #\(moment.number) by break \(reached.number): \(reached.text)", style: .note)
    }
    return true
  }

  func printWatches() {
    if watches.isEmpty { return print("nothing is watched", style: .dimmed) }
    for watch in watches { print("\(watch.number)  \(presentText(of: watch.expression))") }
  }

  func printBreakpoints() {
    if breakpoints.isEmpty { return print("there are no breakpoints", style: .dimmed) }
    for breakpoint in breakpoints { print("\(breakpoint.number)  \(breakpoint.text)") }
  }

  /// Ends one watch, or all.
  func removeWatch(_ number: Located<Int>?) throws(Diagnostic) {
    guard let number else { return watches.removeAll() }
    guard let index = watches.firstIndex(where: { $0.number == number.value }) else {
      throw number.diagnostic("there is no watch \(number.value)", remedy: "'watch' lists them")
    }
    watches.remove(at: index)
  }

  /// Removes one breakpoint, or all.
  func removeBreakpoint(_ number: Located<Int>?) throws(Diagnostic) {
    guard let number else { return breakpoints.removeAll() }
    guard let index = breakpoints.firstIndex(where: { $0.number == number.value }) else {
      throw number.diagnostic("there is no break \(number.value)", remedy: "'break' lists them")
    }
    breakpoints.remove(at: index)
  }

  /// What completion offers for what the session keeps besides its moments.
  func historyCompletions(_ name: CompletionRequest.Name) -> [Completion] {
    switch name {
    case .marks:
      session.marks.sorted { $0.key < $1.key }.map { Completion($0.key, summary: "#\($0.value)") }
    case .watches: watches.map { Completion("\($0.number)", summary: $0.expression.source.text) }
    case .breakpoints: breakpoints.map { Completion("\($0.number)", summary: $0.text) }
    }
  }
}
