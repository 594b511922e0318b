import TodoShellCommands
import Core

// While the script runs, and while it does not.
extension DebugServer {
  /// Answers requests until one of them resumes the script.
  ///
  /// - Returns: `false` to end the script.
  func wait(_ first: DebugStop) -> Bool {
    progress.end()
    // If the script is ending, the command may have failed only for that reason.
    guard !isEnding else { return false }
    announce(first)
    defer { pause = nil }
    while !isEnding {
      pause?.resumption = nil
      while pause?.resumption == nil, !isEnding {
        answerNext()
        if pause?.isOutdated == true, pause?.resumption == nil, !isEnding { announceChange() }
      }
      switch pause?.resumption {
      case nil: break
      case .elsewhere: announce(DebugStop(reason: "goto"))
      case .backward(let goal): if let debuggee { announce(debuggee.goBack(goal)) }
      case .forward(let goal):
        debuggee?.goOn(to: goal)
        handles.invalidate()
        beginProgress()
        return true
      }
    }
    return false
  }

  private func answerNext() {
    do {
      if let request = try connection.next() { handle(request) } else { ending = .script }
    } catch {
      ending = .connection(error)
    }
  }

  /// Handles the requests that have arrived while the script runs.
  ///
  /// - Returns: `false` to end the script.
  func poll() -> Bool {
    takeRequests()
    return !isEnding
  }

  /// Shows a message of the debugger.
  func log(_ text: String) { output("console", text + "\n") }

  /// Whether the script should end.
  private var isEnding: Bool { ending != nil && ending != .command }

  /// Why the script has stopped; `nil` while it runs.
  var stop: DebugStop? { pause?.stop }

  /// Lets the script go on when the current request has been answered.
  func resume(_ resumption: Resumption) { pause?.resumption = resumption }

  private func announce(_ stop: DebugStop) {
    pause = Pause(stop: stop)
    handles.invalidate()
    debuggee?.interpreter.console.flush()
    tell(stop)
  }

  /// Tells the client that what it shows has changed. A client that does not support `invalidated` fetches everything
  /// again at a stop, so another stop is reported; the debug console keeps the focus.
  private func announceChange() {
    pause?.isOutdated = false
    if client.takesInvalidations {
      connection.send(event: "invalidated", ["areas": ["all"]])
    } else if let stop {
      tell(stop, preservingFocus: true)
    }
  }

  private func tell(_ stop: DebugStop, preservingFocus: Bool? = nil) {
    connection.send(
      event: "stopped",
      [
        "reason": stop.reason.json, "description": stop.description?.json, "text": stop.text?.json,
        "threadId": 1, "allThreadsStopped": true, "preserveFocusHint": preservingFocus.map { $0.json },
        "hitBreakpointIds": stop.breakpoints.nonEmpty?.json,
      ]
    )
  }

  /// Whether the running command is to end; asked between its moments.
  func isInterrupted() -> Bool {
    if let request = evaluation?.request {
      takeRequest(during: request)
    } else if stop == nil {
      takeRequests()
      if debuggee?.pauseWithinCommand() == false, !isEnding { ending = .script }
    }
    progress.tick()
    defer { if ending == .command { ending = nil } }
    return ending != nil || evaluation?.isCancelled == true
  }

  /// Answers the requests that have arrived while the script runs.
  private func takeRequests() {
    while let request = connection.takeFirst(where: { _ in true }) { handle(request) }
    if connection.isClosed, !isEnding { ending = .script }
  }

  /// Takes a request that ends the commands that another one runs.
  private func takeRequest(during evaluation: DebugRequest) {
    let request = connection.takeFirst { request in
      switch request.command {
      case "cancel": request["requestId"]?.int == evaluation.number || request["progressId"] != nil
      case "pause", "terminate", "disconnect", "restart": true
      default: false
      }
    }
    if let request { handle(request) }
    if request.map({ $0.command != "cancel" }) ?? connection.isClosed { self.evaluation?.isCancelled = true }
  }

  /// Cancels what is running, if it is that request or that progress.
  func cancel(_ request: DebugRequest) {
    let isProgress = request["progressId"].map { $0.string == progress.identifier } ?? false
    let number = request["requestId"]?.int
    let isRequest = number != nil && number == evaluation?.request.number
    guard isProgress || isRequest else { return }
    if evaluation != nil {
      evaluation?.isCancelled = true
    } else if stop == nil, ending == nil {
      ending = .command
    }
  }

  /// Runs commands for a request, which can be cancelled meanwhile.
  func perform(
    _ text: String,
    at moment: AnyMoment,
    for request: DebugRequest
  ) throws(DebugError) -> String {
    let debuggee = try stopped().debuggee
    let (old, definitions) = try current()
    let session = debuggee.interpreter.session
    evaluation = (request, false)
    progress.begin(text, isWanted: client.takesProgress, request: request.number)
    defer {
      evaluation = nil
      progress.end()
      if debuggee.interpreter.exitStatus != nil { end(.script) }
    }
    let result = Result { () throws(DebugError) in try debuggee.perform(text, at: moment) }
    // A command may have changed something before it failed.
    let (new, newDefinitions) = try current()
    let hasMoved = new.number != old.number || debuggee.interpreter.session !== session
    if hasMoved || newDefinitions.variables != definitions.variables {
      handles.show(new, newDefinitions)
      pause?.isOutdated = true
    }
    if hasMoved { pause?.stop = DebugStop(reason: "goto", description: "Paused after a change") }
    if evaluation?.isCancelled == true { throw .cancelled }
    return try result.get()
  }

  /// The script, and the position at which it has stopped.
  func stopped() throws(DebugError) -> (
    debuggee: Debuggee, view: Trace.Position
  ) {
    guard let debuggee else { throw DebugError("no script is being debugged") }
    guard stop != nil, let view = debuggee.view else { throw DebugError("notStopped") }
    return (debuggee, view)
  }

  /// Prints text in the debugger's console, with the line of the script that printed it.
  func output(_ category: String, _ text: String) {
    guard !isEnding else { return }
    let place = category == "console" ? nil : debuggee?.place
    connection.send(
      event: "output",
      [
        "category": category.json, "output": text.json,
        "source": place.map { client.source($0.file) }, "line": place.map { client.line($0.line) },
        "column": place.map { client.column($0.column) },
      ]
    )
  }
}
