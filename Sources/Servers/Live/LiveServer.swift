import TodoShellCommands
import Core
import TodoShellSystem

/// Runs the commands of another program as they arrive: a line at a time, each answered before the next is read. Neither
/// an error nor SIGINT ends it, except a second SIGINT while a reducer does not return.
package final class LiveServer {
  let interpreter: AnyInterpreter
  let drawing: LiveDrawing
  private let console: Console
  private let channel: MessageChannel<LiveRequest>
  /// Watched all the time, so that SIGINT interrupts the running command, or nothing if there is none.
  private let interrupts: SignalWatch
  private var input: TypedInput
  /// The first line of the input that is not UTF-8.
  private var invalidLine: ScriptSource?
  private var lineNumber = 1
  private let isOwnThread: () -> Bool
  /// A command that checks for interrupts more often than this takes so long that questions are answered meanwhile.
  private static let pollsOfShortCommand = 100

  var events: EventStream { interpreter.debugger.events }

  /// - Parameters:
  ///   - interpreter: The interpreter, whose output goes to `console`.
  ///   - console: The console.
  ///   - output: Where the other program reads, which need not be the console's own output.
  ///   - takesObjects: Whether a line can also be a request in JSON.
  ///   - interrupts: A watch for SIGINT.
  ///   - drawing: Draws what people see.
  package init(
    _ interpreter: AnyInterpreter,
    console: Console,
    output: Output,
    takesObjects: Bool,
    interrupts: SignalWatch,
    drawing: LiveDrawing
  ) {
    self.interpreter = interpreter
    self.drawing = drawing
    self.console = console
    self.interrupts = interrupts
    input = interpreter.typedInput
    channel = MessageChannel(.lines, output: output) { LiveRequest($0, takesObjects: takesObjects) }
    interpreter.frontEnd.isConversation = true
    // A command may report progress from another thread, which must not write events.
    let owner = pthread_self()
    isOwnThread = { pthread_equal(owner, pthread_self()) != 0 }
    if takesObjects {
      console.didProgress = { [unowned self] report in
        guard isOwnThread() else { return }
        events.emit(report)
        console.flush()
      }
    }
  }

  /// Runs until `quit`, the end of the input, or a signal.
  ///
  /// - Returns: The exit code.
  package func run() -> Int32 {
    do {
      console.flush()
      while interpreter.exitStatus == nil, let request = try next() {
        try perform(request)
        console.flush()
        answerInterrupt()
      }
      if input.goesOn, interpreter.exitStatus == nil { try executeInput() }
    } catch {
      console.report(error.description)
      return ExitStatus.inputOutput
    }
    interpreter.keepPlayedTime()
    return interpreter.exitStatus ?? ExitStatus.success
  }

  /// Waits for a request, while the clock may play.
  private func next() throws(SystemError) -> LiveRequest? {
    try channel.next {
      interpreter.timeToTick
    } whenIdle: {
      answerInterrupt()
      interpreter.tick()
      interpreter.keepPlayedTime()
      console.flush()
    }
  }

  /// Answers a SIGINT that did not interrupt a command.
  private func answerInterrupt() {
    while interrupts.take(SIGINT) {
      events.emit(Diagnosed(warning: "interrupted"))
      console.flush()
    }
  }

  private func perform(_ request: LiveRequest) throws(SystemError) {
    switch request {
    case .line(let line):
      let text = String(validating: line, as: UTF8.self)
      if text == nil, invalidLine == nil {
        let before = input.typed.isEmpty ? 0 : 1 + input.typed.count { $0.isLineBreak }
        invalidLine = ScriptSource(line, name: "-", firstLine: lineNumber + before)
      }
      input.append(text ?? String(decoding: line, as: UTF8.self))
      if !input.goesOn { try executeInput() }
    case .run(let id, let commands, let rendering):
      console.addedToEvents = { [unowned self] in rendered($0, rendering) }
      defer { console.addedToEvents = nil }
      try execute(commands, id: id, file: rendering.file)
    case .question(let id, let question): answer(question, id: id)
    case .view(let id, let since): view(since: since, id: id)
    // It may have ended before it could be interrupted, which the sender cannot know.
    case .interrupt(let id, let target):
      let problem = target.map { "no command with the id \($0.text) is running" } ?? "no command is running"
      events.emit(Diagnosed(warning: problem))
      finish(id, .failed)
    case .invalid(let id, let problem): refuse(id, problem)
    }
  }

  /// Reports why a request cannot be carried out.
  func refuse(_ id: JSON?, _ problem: String) {
    interpreter.debugger.report(problem)
    finish(id, .failed)
  }

  /// Runs the lines that have arrived, unless one of them is not UTF-8.
  private func executeInput() throws(SystemError) {
    let text = input.text
    let invalidLine = invalidLine
    input = interpreter.typedInput
    self.invalidLine = nil
    guard let invalidLine else { return try execute(text, id: nil) }
    lineNumber += 1 + text.count { $0.isLineBreak }
    _ = try interpreter.execute(
      invalidLine,
      report: { [debugger = interpreter.debugger] errors in
        for var error in errors {
          // The notes and hints for a script refer to a file, of which the rest is not read.
          error.notes = []
          error.hint = "send UTF-8; the command was not run"
          debugger.report(error)
        }
      }
    )
    finish(nil, .failed)
  }

  /// - Parameter file: The name of the text in errors; `nil` for a part of the input.
  private func execute(_ text: String, id: JSON?, file: String? = nil) throws(SystemError) {
    let source = ScriptSource(text.utf8, name: file ?? "-", firstLine: file == nil ? lineNumber : 1)
    if file == nil { lineNumber += 1 + text.count { $0.isLineBreak } }
    let reminder = try SignalWatch([SIGINT], remindingIn: console.program)
    defer { reminder.end() }
    var interruptions: [JSON?] = []
    var wasInterrupted = false
    var polls = 0
    func isInterrupted() -> Bool {
      if SignalWatch.ending != nil || interrupts.take(SIGINT) { return true }
      // What follows a short command is always answered after it.
      polls += 1
      var canAnswer = polls > Self.pollsOfShortCommand && isOwnThread()
      while let request = channel.takeFirst(where: { request in
        if request.interrupts(id) { return true }
        canAnswer = canAnswer && request.isQuestion
        return canAnswer
      }) {
        switch request {
        case .question(let id, let question):
          answer(question, id: id)
          console.flush()
        case .interrupt(let other, _):
          interruptions.append(other)
          return true
        case .line, .run, .view, .invalid: break
        }
      }
      return channel.isAbandoned
    }
    // What asks first may be unable to stop.
    interpreter.debugger.isInterrupted = {
      wasInterrupted = wasInterrupted || isInterrupted()
      return wasInterrupted
    }
    defer { interpreter.debugger.isInterrupted = { false } }
    let debugger = interpreter.debugger
    var outcome = AnyInterpreter.Outcome.stopped
    do {
      outcome = try debugger.recorder.recordTogether { interpreter.executeTyped(source) }
    } catch {
      debugger.report("\(error)")
    }
    switch outcome {
    case .completed, .ended: finish(id, nil)
    case .paused: finish(id, .breakpoint)
    case .stopped: finish(id, wasInterrupted ? .interrupted : .failed)
    }
    for other in interruptions { finish(other, nil) }
  }

  private func finish(_ id: JSON?, _ reason: Done.Reason?) {
    events.emit(Done(id: id, reason: reason, moment: interpreter.session.moment.number))
  }
}
