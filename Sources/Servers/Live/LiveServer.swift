import Commands
import Core
import Glibc

/// Runs the commands of another program as they arrive: a line at a time, each answered before the next is read. Neither
/// an error nor SIGINT ends it.
package final class LiveServer {
  private let interpreter: AnyInterpreter
  private let console: Console
  private let channel: MessageChannel<LiveRequest>
  /// Watched all the time, so that SIGINT interrupts the running command, or nothing if there is none.
  private let interrupts: SignalWatch
  private var input: TypedInput
  /// The first line of the input that is not UTF-8.
  private var invalidLine: ScriptSource?
  private var lineNumber = 1

  /// - Parameters:
  ///   - interpreter: The interpreter, whose output goes to `console`.
  ///   - console: The console.
  ///   - output: Where the other program reads, which need not be the console's own output.
  ///   - takesObjects: Whether a line can also be a request in JSON.
  ///   - interrupts: A watch for SIGINT.
  package init(
    _ interpreter: AnyInterpreter,
    console: Console,
    output: Output,
    takesObjects: Bool,
    interrupts: SignalWatch
  ) {
    self.interpreter = interpreter
    self.console = console
    self.interrupts = interrupts
    input = TypedInput(interpreter.table)
    channel = MessageChannel(.lines, output: output) { LiveRequest($0, takesObjects: takesObjects) }
    interpreter.frontEnd.isConversation = true
  }

  /// Runs until `quit`, the end of the input, or a signal.
  ///
  /// - Returns: The exit code.
  package func run() -> Int32 {
    do throws(SystemError) {
      console.flush()
      while interpreter.exitStatus == nil, !channel.hasFailed, let request = try next() {
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
      interpreter.debugger.events.emit(Diagnosed(warning: "interrupted"))
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
    case .run(let id, let commands): try execute(commands, id: id)
    case .complete(let id, let line, let offset):
      let text = line.prefix(offset)
      let completions = interpreter.complete(line, at: text.count)
      let start = text.count - text.completedWord.count
      interpreter.debugger.events.emit(Completions(id: id, start: start, completions))
    // It may have ended before it could be interrupted, which the sender cannot know.
    case .interrupt(let id, let target):
      let problem = target.map { "no command with the id \($0.text) is running" } ?? "no command is running"
      interpreter.debugger.events.emit(Diagnosed(warning: problem))
      finish(id, .failed)
    case .invalid(let id, let problem):
      interpreter.debugger.events.emit(Diagnosed(error: problem))
      finish(id, .failed)
    }
  }

  /// Runs the lines that have arrived, unless one of them is not UTF-8.
  private func executeInput() throws(SystemError) {
    let (text, invalidLine) = (input.text, invalidLine)
    (input, self.invalidLine) = (TypedInput(interpreter.table), nil)
    guard let invalidLine else { return try execute(text, id: nil) }
    lineNumber += 1 + text.count { $0.isLineBreak }
    _ = try interpreter.execute(
      invalidLine,
      report: { [debugger = interpreter.debugger] errors in
        for var error in errors {
          // The notes and hints for a script refer to a file, of which the rest is not read.
          (error.notes, error.hint) = ([], "send UTF-8; the command was not run")
          debugger.report(error)
        }
      }
    )
    finish(nil, .failed)
  }

  private func execute(_ text: String, id: JSON?) throws(SystemError) {
    let source = ScriptSource(text.utf8, name: "-", firstLine: lineNumber)
    lineNumber += 1 + text.count { $0.isLineBreak }
    var interruptions: [JSON?] = []
    var wasInterrupted = false
    func isInterrupted() -> Bool {
      if SignalWatch.ending != nil || interrupts.take(SIGINT) { return true }
      guard case .interrupt(let other, _)? = channel.takeFirst(where: { $0.interrupts(id) }) else {
        return channel.isAbandoned
      }
      interruptions.append(other)
      return true
    }
    interpreter.debugger.isInterrupted = {
      let isNow = isInterrupted()
      wasInterrupted = wasInterrupted || isNow
      return isNow
    }
    defer { interpreter.debugger.isInterrupted = { false } }
    switch interpreter.executeTyped(source) {
    case .completed, .ended: finish(id, nil)
    case .paused: finish(id, .breakpoint)
    case .stopped: finish(id, wasInterrupted ? .interrupted : .failed)
    }
    for other in interruptions { finish(other, nil) }
  }

  private func finish(_ id: JSON?, _ reason: Done.Reason?) {
    interpreter.debugger.events.emit(Done(id: id, reason: reason))
  }
}
