import Commands
import Core
import Debugger
import Platform
import Values

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
  var console: DebugConsole?

  /// The script, from the launch to its end.
  var debuggee: Debuggee<State, Action>?
  /// The `launch` request, which is answered when the breakpoints have been set.
  var launchRequest: DebugRequest?
  private var launch: DebugLaunch?
  var isConfigured = false

  /// How to go on from where the script has stopped.
  enum Resumption {
    case forward(StepGoal)
    case backward(StepGoal)
    /// Stops at another position.
    case elsewhere
  }

  /// Why the script has stopped; `nil` while it runs.
  private(set) var stop: DebugStop?
  var resumption: Resumption?
  /// The request for commands that is being answered, if one is.
  private var evaluation: (request: DebugRequest, isCancelled: Bool)?
  /// Whether the running command of the script is to end.
  private var isCancelled = false
  private var mustRestart = false
  /// Whether the script is to end.
  private var isLeaving = false
  private var isDisconnected = false
  private lazy var progress = DebugProgress(connection)

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
    while !isDisconnected, let request = try connection.next() {
      handle(request)
      if isConfigured, let request = launchRequest {
        launchRequest = nil
        connection.respond(to: request, nil)
        runScripts()
      }
    }
  }

  /// Runs the script, and again as often as it is restarted.
  private func runScripts() {
    var status: Int32?
    while let debuggee {
      (isLeaving, mustRestart, isCancelled) = (connection.isClosed, false, false)
      progress.begin(debuggee.launch.program, isWanted: client.takesProgress)
      status = debuggee.run()
      progress.end()
      self.debuggee = nil
      isLeaving = false
      guard mustRestart, !isDisconnected else { break }
      do throws(DebugError) { try prepare() } catch {
        output("stderr", "error: \(error.message)\n")
      }
    }
    (launch, isConfigured) = (nil, false)
    connection.send(event: "exited", .object(["exitCode": .number(Int(status ?? ExitStatus.failure))]))
    connection.send(event: "terminated")
  }
}

// Beginning and ending.
extension DebugServer {
  func launch(_ request: DebugRequest) throws(DebugError) {
    guard launch == nil else {
      throw DebugError("a script is already being debugged; 'restart' runs it again")
    }
    launch = try DebugLaunch { request[$0] }
    isLeaving = false
    do throws(DebugError) { try prepare() } catch {
      launch = nil
      throw error
    }
    launchRequest = request
    connection.send(event: "initialized")
  }

  /// Reads and checks the script.
  private func prepare() throws(DebugError) {
    guard let launch else { return }
    _ = client.note(launch.program)
    let console = DebugConsole { [unowned self] in output($0, $1) }
    self.console = console
    let interpreter = try makeInterpreter(launch, console.console)
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
      launch,
      interpreter,
      program,
      parser,
      breakpoints,
      poll: { [unowned self] in
        takeRequests()
        return !isLeaving
      },
      wait: { [unowned self] in wait($0) },
      log: { [unowned self] in output("console", $0 + "\n") }
    )
  }

  func end(restarting: Bool = false, disconnecting: Bool = false) {
    isLeaving = true
    mustRestart = restarting
    if disconnecting { isDisconnected = true }
    guard let request = launchRequest else { return }
    (launchRequest, launch, debuggee) = (nil, nil, nil)
    connection.fail(request, .cancelled)
    connection.send(event: "terminated")
  }
}

// While the script runs, and while it does not.
extension DebugServer {
  /// Answers requests until one of them lets the script go on.
  ///
  /// - Returns: Whether it goes on.
  private func wait(_ first: DebugStop) -> Bool {
    progress.end()
    announce(first)
    defer { stop = nil }
    while !isLeaving {
      resumption = nil
      while resumption == nil, !isLeaving {
        guard let request = try? connection.next() else {
          isLeaving = true
          break
        }
        handle(request)
      }
      switch resumption {
      case nil: break
      case .elsewhere: announce(DebugStop(reason: "goto"))
      case .backward(let goal): if let debuggee { announce(debuggee.goBack(goal)) }
      case .forward(let goal):
        debuggee?.goOn(to: goal)
        handles.invalidate()
        progress.begin(launch?.program ?? "", isWanted: client.takesProgress)
        return true
      }
    }
    return false
  }

  private func announce(_ stop: DebugStop) {
    self.stop = stop
    handles.invalidate()
    debuggee?.interpreter.console.flush()
    connection.send(
      event: "stopped",
      .object([
        "reason": .string(stop.reason), "description": stop.description.map { .string($0) },
        "text": stop.text.map { .string($0) }, "threadId": .number(1), "allThreadsStopped": .bool(true),
        "hitBreakpointIds": stop.breakpoints.isEmpty ? nil : .array(stop.breakpoints.map { .number($0) }),
      ])
    )
  }

  /// Whether the running command is to end; asked between its moments.
  private func isInterrupted() -> Bool {
    if let request = evaluation?.request {
      takeRequest(during: request)
    } else if stop == nil {
      takeRequests()
      if debuggee?.pauseWithinCommand() == false { isLeaving = true }
    }
    progress.tick()
    defer { isCancelled = false }
    return isCancelled || isLeaving || evaluation?.isCancelled == true
  }

  /// Answers the requests that have arrived while the script runs.
  private func takeRequests() {
    while let request = connection.takeFirst(where: { _ in true }) { handle(request) }
    if connection.isClosed { isLeaving = true }
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
    if evaluation != nil { evaluation?.isCancelled = true } else { isCancelled = stop == nil }
  }

  /// Runs commands for a request, which can be cancelled meanwhile.
  func perform(_ text: String, for request: DebugRequest) throws(DebugError) -> String {
    let debuggee = try stoppedDebuggee()
    guard let console else { return "" }
    evaluation = (request, false)
    progress.begin(text, isWanted: client.takesProgress, request: request.number)
    defer {
      evaluation = nil
      progress.end()
      if debuggee.interpreter.exitStatus != nil { end() }
    }
    let printed: String
    do throws(DebugError) { printed = try debuggee.perform(text, capturing: console.capturing) } catch {
      throw evaluation?.isCancelled == true ? .cancelled : error
    }
    if client.takesInvalidations {
      connection.send(event: "invalidated", .object(["areas": .array([.string("all")])]))
    }
    return printed
  }

  /// The script, where it has stopped.
  func stoppedDebuggee() throws(DebugError) -> Debuggee<State, Action> {
    guard let debuggee else { throw DebugError("no script is being debugged") }
    guard stop != nil else { throw DebugError("notStopped") }
    return debuggee
  }

  /// Prints text in the debugger's console, with the line of the script that printed it.
  func output(_ category: String, _ text: String) {
    guard !isLeaving else { return }
    let place = category == "console" ? nil : debuggee?.place
    connection.send(
      event: "output",
      .object([
        "category": .string(category), "output": .string(text),
        "source": place.map { client.source($0.file) }, "line": place.map { client.line($0.line) },
        "column": place.map { client.column($0.column) },
      ])
    )
  }
}
