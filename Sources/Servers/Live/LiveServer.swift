import Commands
import Core
import Glibc

/// Runs the commands of another program as they arrive: a line at a time, each answered before the next is read. No error
/// ends it.
package final class LiveServer<State, Action> {
  private let interpreter: Interpreter<State, Action>
  private let console: Console
  private let channel: MessageChannel<LiveRequest>
  private var input: TypedInput
  private var lineNumber = 1

  /// - Parameters:
  ///   - interpreter: The interpreter, whose output goes to `console`.
  ///   - console: The console.
  ///   - output: Where the other program reads, which need not be the console's own output.
  ///   - takesObjects: Whether a line can also be a request in JSON.
  package init(
    _ interpreter: Interpreter<State, Action>,
    console: Console,
    output: Output,
    takesObjects: Bool
  ) {
    self.interpreter = interpreter
    self.console = console
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
      while interpreter.exitStatus == nil, channel.failure == nil, let request = try next() {
        try perform(request)
        console.flush()
      }
      if input.goesOn, interpreter.exitStatus == nil { try execute(input.text, id: nil) }
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
      interpreter.tick()
      interpreter.keepPlayedTime()
      console.flush()
    }
  }

  private func perform(_ request: LiveRequest) throws(SystemError) {
    switch request {
    case .line(let line):
      input.append(line)
      guard !input.goesOn else { return }
      let text = input.text
      input = TypedInput(interpreter.table)
      try execute(text, id: nil)
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
      finish(id, isComplete: false)
    case .invalid(let id, let problem):
      interpreter.debugger.events.emit(Diagnosed(error: problem))
      finish(id, isComplete: false)
    }
  }

  private func execute(_ text: String, id: JSON?) throws(SystemError) {
    let source = ScriptSource(text.utf8, name: "-", firstLine: lineNumber)
    lineNumber += 1 + text.count { $0.isLineBreak }
    var interruptions: [JSON?] = []
    let interrupts = try SignalWatch([SIGINT])
    defer { interrupts.end() }
    interpreter.debugger.isInterrupted = { [channel] in
      if SignalWatch.ending != nil || interrupts.take(SIGINT) { return true }
      guard case .interrupt(let other, _)? = channel.takeFirst(where: { $0.interrupts(id) }) else {
        return channel.isAbandoned
      }
      interruptions.append(other)
      return true
    }
    defer { interpreter.debugger.isInterrupted = { false } }
    finish(id, isComplete: interpreter.executeTyped(source))
    for other in interruptions { finish(other, isComplete: true) }
  }

  private func finish(_ id: JSON?, isComplete: Bool) {
    interpreter.debugger.events.emit(Done(id: id, isComplete: isComplete))
  }
}
