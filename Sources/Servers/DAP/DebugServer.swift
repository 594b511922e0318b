import Commands
import Core

/// Answers an editor that debugs scripts, in the Debug Adapter Protocol.
///
/// There is one thread. While a script runs, requests are answered between its moments; where it has stopped,
/// they are answered until one of them lets it go on.
package final class DebugServer<State, Action> {
  /// Makes the interpreter of a script, or throws what is wrong with its options.
  package typealias MakeInterpreter = (DebugLaunch, Console) throws(DebugError) -> Interpreter<State, Action>

  let connection: DebugConnection
  let application: ShellApplication<State, Action>
  private let makeInterpreter: MakeInterpreter
  let breakpoints = DebugBreakpoints<State, Action>()
  var client = DebugClient()
  var handles = DebugHandles<State, Action>()
  var start = Start()
  /// The script, from the launch to its end.
  var debuggee: Debuggee<State, Action>?
  /// Where the script has stopped, and how it goes on; `nil` while it runs.
  private var pause: (stop: DebugStop, resumption: Resumption?)?
  /// The request for commands that is being answered, if one is.
  private var evaluation: (request: DebugRequest, isCancelled: Bool)?
  private var ending = Ending()
  private lazy var progress = DebugProgress(connection)

  /// What begins a script.
  struct Start {
    fileprivate(set) var launch: DebugLaunch?
    /// The `launch` request, which is answered when the breakpoints have been set.
    fileprivate(set) var request: DebugRequest?
    var isConfigured = false
  }

  /// What ends.
  private struct Ending {
    /// The running command of the script.
    var isOfCommand = false
    /// The script.
    var isOfScript = false
    /// The script, to begin again.
    var restarts = false
    /// The connection.
    var isOfConnection = false
    /// Why the input could not be read.
    var failure: SystemError?
  }

  /// How to go on from where the script has stopped.
  enum Resumption {
    case forward(StepGoal)
    case backward(StepGoal)
    /// Stops at another position.
    case elsewhere
  }

  package init(
    _ application: ShellApplication<State, Action>,
    _ channel: MessageChannel<DebugMessage>,
    makeInterpreter: @escaping MakeInterpreter
  ) {
    self.application = application
    self.makeInterpreter = makeInterpreter
    connection = DebugConnection(channel)
  }

  /// Answers requests until the client disconnects, closes its pipe, or a signal ends the program.
  ///
  /// - Throws: `SystemError` if the input cannot be read.
  package func run() throws(SystemError) {
    while !ending.isOfConnection, let request = try connection.next() {
      handle(request)
      if start.isConfigured, let request = start.request {
        start.request = nil
        connection.respond(to: request, nil)
        runScripts()
      }
      if let failure = ending.failure { throw failure }
    }
  }

  /// Runs the script, and again as often as it is restarted.
  private func runScripts() {
    var status: Int32?
    while let debuggee {
      (ending.isOfScript, ending.restarts, ending.isOfCommand) = (connection.isClosed, false, false)
      beginProgress()
      status = debuggee.run()
      progress.end()
      self.debuggee = nil
      ending.isOfScript = false
      guard ending.restarts, !ending.isOfConnection else { break }
      do throws(DebugError) { try prepare() } catch { output("stderr", "error: \(error.message)\n") }
    }
    start = Start()
    connection.send(event: "exited", ["exitCode": .number(Int(status ?? ExitStatus.failure))])
    connection.send(event: "terminated")
  }

  private func beginProgress() {
    progress.begin(start.launch?.program ?? "", isWanted: client.takesProgress)
  }
}

// Beginning and ending.
extension DebugServer {
  func launch(_ request: DebugRequest) throws(DebugError) {
    guard start.launch == nil else {
      throw DebugError("a script is already being debugged; 'restart' runs it again")
    }
    start.launch = try DebugLaunch { request[$0] }
    ending.isOfScript = false
    do throws(DebugError) { try prepare() } catch {
      start.launch = nil
      throw error
    }
    start.request = request
    connection.send(event: "initialized")
  }

  /// Reads and checks the script.
  private func prepare() throws(DebugError) {
    guard let launch = start.launch else { return }
    _ = client.note(launch.program)
    let console = Console(output: makeOutput("stdout"), errors: makeOutput("stderr"))
    console.color = .never
    let interpreter = try makeInterpreter(launch, console)
    interpreter.debugger.isInterrupted = { [unowned self] in isInterrupted() }
    let parser = ScriptParser(
      table: application.table,
      variables: interpreter.variables,
      isInterrupted: { [connection] in connection.isClosed }
    )
    let program: Program<State, Action>
    do throws(SystemError) {
      program = try parser.program(try .file(launch.program, { false }))
    } catch {
      throw DebugError(error.description)
    }
    if let first = parser.diagnostics.first {
      parser.diagnostics.forEach(interpreter.console.report)
      interpreter.console.flush()
      throw DebugError("\(first.location): \(first.message)")
    }
    debuggee = Debuggee(
      interpreter,
      program,
      parser,
      breakpoints,
      stopsOnEntry: launch.isWithoutStops ? nil : launch.stopsOnEntry,
      frontEnd: self
    )
  }

  private func makeOutput(_ category: String) -> Output {
    Output { [unowned self] bytes in
      output(category, String(decoding: bytes, as: UTF8.self))
      return nil
    }
  }

  func end(restarting: Bool = false, disconnecting: Bool = false) {
    (ending.isOfScript, ending.restarts) = (true, restarting)
    if disconnecting { ending.isOfConnection = true }
    guard let request = start.request else { return }
    (start.request, start.launch, debuggee) = (nil, nil, nil)
    connection.fail(request, .cancelled)
    connection.send(event: "terminated")
  }
}

// While the script runs, and while it does not.
extension DebugServer: DebugFrontEnd {
  /// Answers requests until one of them lets the script go on.
  package func wait(_ first: DebugStop) -> Bool {
    progress.end()
    announce(first)
    defer { pause = nil }
    while !ending.isOfScript {
      pause?.resumption = nil
      while pause?.resumption == nil, !ending.isOfScript { answerNext() }
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
    do throws(SystemError) {
      if let request = try connection.next() { return handle(request) }
    } catch {
      ending.failure = error
    }
    ending.isOfScript = true
  }

  package func poll() -> Bool {
    takeRequests()
    return !ending.isOfScript
  }

  package func log(_ text: String) { output("console", text + "\n") }

  /// Why the script has stopped; `nil` while it runs.
  var stop: DebugStop? { pause?.stop }

  /// Lets the script go on when the current request has been answered.
  func resume(_ resumption: Resumption) { pause?.resumption = resumption }

  private func announce(_ stop: DebugStop) {
    pause = (stop, nil)
    handles.invalidate()
    debuggee?.interpreter.console.flush()
    connection.send(
      event: "stopped",
      [
        "reason": .string(stop.reason), "description": stop.description?.json, "text": stop.text?.json,
        "threadId": 1, "allThreadsStopped": true,
        "hitBreakpointIds": stop.breakpoints.isEmpty ? nil : stop.breakpoints.json,
      ]
    )
  }

  /// Whether the running command is to end; asked between its moments.
  private func isInterrupted() -> Bool {
    if let request = evaluation?.request {
      takeRequest(during: request)
    } else if stop == nil {
      takeRequests()
      if debuggee?.pauseWithinCommand() == false { ending.isOfScript = true }
    }
    progress.tick()
    defer { ending.isOfCommand = false }
    return ending.isOfCommand || ending.isOfScript || evaluation?.isCancelled == true
  }

  /// Answers the requests that have arrived while the script runs.
  private func takeRequests() {
    while let request = connection.takeFirst(where: { _ in true }) { handle(request) }
    if connection.isClosed { ending.isOfScript = true }
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
    if evaluation != nil { evaluation?.isCancelled = true } else { ending.isOfCommand = stop == nil }
  }

  /// Runs commands for a request, which can be cancelled meanwhile.
  func perform(_ text: String, for request: DebugRequest) throws(DebugError) -> String {
    let debuggee = try stopped().debuggee
    evaluation = (request, false)
    progress.begin(text, isWanted: client.takesProgress, request: request.number)
    defer {
      evaluation = nil
      progress.end()
      if debuggee.interpreter.exitStatus != nil { end() }
    }
    let printed: String
    do throws(DebugError) { printed = try debuggee.perform(text) } catch {
      throw evaluation?.isCancelled == true ? .cancelled : error
    }
    if client.takesInvalidations { connection.send(event: "invalidated", ["areas": ["all"]]) }
    return printed
  }

  /// The script, and the position at which it has stopped.
  func stopped() throws(DebugError) -> (
    debuggee: Debuggee<State, Action>, view: Trace<State, Action>.Position
  ) {
    guard let debuggee else { throw DebugError("no script is being debugged") }
    guard stop != nil, let view = debuggee.view else { throw DebugError("notStopped") }
    return (debuggee, view)
  }

  /// Prints text in the debugger's console, with the line of the script that printed it.
  func output(_ category: String, _ text: String) {
    guard !ending.isOfScript else { return }
    let place = category == "console" ? nil : debuggee?.place
    connection.send(
      event: "output",
      [
        "category": .string(category), "output": .string(text),
        "source": place.map { client.source($0.file) }, "line": place.map { client.line($0.line) },
        "column": place.map { client.column($0.column) },
      ]
    )
  }
}
