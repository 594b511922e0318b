import TodoShellCommands
import Core

/// Commands typed in the debugger, in the present or the past of the script.
extension Debuggee {
  /// Runs commands at a moment that the stack shows.
  ///
  /// If they change the session there, what the script did after that moment is forgotten. The script continues there
  /// with the command that it had stopped before or, if there is none, with the next command of the script itself.
  ///
  /// - Returns: What they print.
  /// - Throws: The error of a command.
  func perform(_ text: String, at moment: AnyMoment) throws(DebugError) -> String {
    let view = try position(showing: moment)
    let entry = trace.entries[view.entry]
    guard entry.session === interpreter.session else {
      throw DebugError("this state belongs to a session that has been replaced; it can only be inspected")
    }
    let here = moment.number
    let tip = interpreter.session.moment.number
    let count = interpreter.session.moments.count
    let definitions = interpreter.definitions
    let tally = interpreter.script.tally
    let continuation = continuation(at: view)
    if continuation != nil {
      let next = view.entry + 1
      let isAfter = view.step > 0 && next < trace.entries.count
      interpreter.definitions = trace.entries[isAfter ? next : view.entry].definitions
    }
    interpreter.frontEnd.monitor = nil
    changes = []
    defer {
      interpreter.frontEnd.monitor = self
      changes = nil
    }
    if tip != here { try travel(to: here) }
    var isComplete = false
    let printed = interpreter.console.recording {
      isComplete = interpreter.executeTyped(ScriptSource(text.utf8, name: "console")).isComplete
    }.joined(separator: "\n")
    let hasFailed = !isComplete && interpreter.script.tally.failures > tally.failures
    interpreter.script.tally = tally
    let session = interpreter.session
    if session === entry.session, session.moment.number == here, session.moments.count == count {
      if continuation != nil { interpreter.definitions = definitions }
      if tip != here { try travel(to: tip) }
    } else {
      if view != self.view {
        let position = entry.session.summary(of: moment).position
        server?.log("The command ran at \(position); the script continues there on a new branch.")
      }
      self.view = view
      apply(continuation, at: view, from: entry)
    }
    if continuation == nil, view == self.view {
      trace.entries[view.entry].definitions = interpreter.definitions
    }
    guard !hasFailed else {
      // A command that was interrupted would end the script.
      interpreter.script.exitStatus = nil
      throw DebugError(printed)
    }
    return printed
  }

  /// The position being viewed, if it shows a moment; else the first one that did.
  private func position(showing moment: AnyMoment) throws(DebugError) -> Position {
    guard let view, !isWithinCommand else {
      throw DebugError("a command is still running; step to its end first, or pause before a command")
    }
    if trace.moment(at: view).number == moment.number { return view }
    guard let position = trace.position(of: moment.number, in: trace.entries[view.entry].session) else {
      throw DebugError("#\(moment.number) is older than the script, which cannot continue there")
    }
    return position
  }

  private func travel(to moment: Int) throws(DebugError) {
    try DebugError.converting { try interpreter.debugger.goto(moment: moment) }
  }

  /// Whether the commands after a position have to run again.
  private func continuation(at view: Position) -> Int? {
    let last = trace.entries.count - 1
    let isLast = view.entry == last && (view.step > 0 || trace.entries[last].isPending || runsLastAgain)
    let isBeforeNext = view.entry == last - 1 && view.step > 0 && trace.entries[last].isPending
    if isLast || isBeforeNext { return nil }
    let own = trace.caller(of: view.entry, depth: 0)
    guard let index = trace.entries[own].index else { return nil }
    return own == view.entry && view.step == 0 ? index : index + 1
  }

  private func apply(_ continuation: Int?, at view: Position, from old: Trace.Entry) {
    let session = interpreter.session
    let moment = session.moment.number
    let next = trace.entries.count > view.entry + 1 ? trace.entries[view.entry + 1] : nil
    trace.cut(after: view)
    breakpoints.forget(from: view)
    if let index = continuation {
      running.removeAll { $0 >= trace.entries.count }
      nextCommand = index
      runsLastAgain = view.step == 0 && old.index == index
      interpreter.script.tally = old.tally
      if old.index == nil { server?.log("The script continues with its next command.") }
    }
    if view.step == 0 || session !== old.session {
      trace.begin(at: moment, in: session)
      self.view?.step = 0
    } else {
      for made in changes ?? [] { trace.add(made, to: view.entry) }
      if trace.entries[view.entry].moments.last != moment { trace.add(moment, to: view.entry) }
      self.view?.step = trace.entries[view.entry].moments.count
    }
    if continuation == nil, var next {
      next.session = session
      next.before = moment
      trace.append(next)
    }
  }
}
