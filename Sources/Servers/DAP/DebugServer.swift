import TodoShellCommands
import Core

/// Answers an editor that debugs scripts, in the Debug Adapter Protocol.
///
/// There is one thread. While a script runs, requests are answered between its moments; where it has stopped,
/// they are answered until one of them lets it go on.
package final class DebugServer {
  /// Makes the interpreter of a script, or throws what is wrong with its options.
  package typealias MakeInterpreter = (DebugLaunch, Console) throws(DebugError) -> AnyInterpreter

  let connection: DebugConnection
  let application: AnyApplication
  private let makeInterpreter: MakeInterpreter
  let breakpoints: DebugBreakpoints
  var client = DebugClient()
  var handles = DebugHandles()
  var start = Start()
  /// The script, from the launch to its end.
  var debuggee: Debuggee?
  /// Where the script has stopped; `nil` while it runs.
  var pause: Pause?
  /// The request for commands that is being answered, if one is.
  var evaluation: (request: DebugRequest, isCancelled: Bool)?
  /// The part that should end, if any.
  var ending: Ending?
  lazy var progress = DebugProgress(connection)

  /// What begins a script.
  struct Start {
    fileprivate(set) var launch: DebugLaunch?
    /// The `launch` request, which is answered when the breakpoints have been set.
    fileprivate(set) var request: DebugRequest?
    var isConfigured = false
  }

  /// Where the script has stopped.
  struct Pause {
    var stop: DebugStop
    /// How the script resumes, once that is known.
    var resumption: Resumption?
    /// Whether a change since the stop has made the client's display out of date.
    var isOutdated = false
  }

  /// What ends.
  enum Ending: Equatable {
    /// The running command of the script.
    case command
    case script
    /// The script, to begin again.
    case restart
    /// The script and the connection, with the error if the input could not be read.
    case connection(SystemError? = nil)
  }

  /// How to go on from where the script has stopped.
  enum Resumption {
    case forward(StepGoal)
    case backward(StepGoal)
    /// Stops at another position.
    case elsewhere
  }

  package init(
    _ application: AnyApplication,
    _ channel: MessageChannel<DebugMessage>,
    makeInterpreter: @escaping MakeInterpreter
  ) {
    self.application = application
    breakpoints = DebugBreakpoints(of: application.table.types)
    self.makeInterpreter = makeInterpreter
    connection = DebugConnection(channel)
  }

  /// Answers requests until the client disconnects, closes its pipe, or a signal ends the program.
  ///
  /// - Throws: `SystemError` if the input cannot be read.
  package func run() throws(SystemError) {
    while true {
      if case .connection(let failure)? = ending {
        if let failure { throw failure }
        return
      }
      guard let request = try connection.next() else { return }
      handle(request)
      if start.isConfigured, let request = start.request {
        start.request = nil
        connection.respond(to: request, nil)
        runScripts()
      }
    }
  }

  /// Runs the script, and again as often as it is restarted.
  private func runScripts() {
    var status: Int32?
    while let debuggee {
      ending = connection.isClosed ? .script : nil
      beginProgress()
      status = debuggee.run()
      progress.end()
      self.debuggee = nil
      guard ending == .restart else { break }
      ending = nil
      do { try prepare() } catch {
        status = ExitStatus.doesNotParse
        output("stderr", "error: \(error.message)\n")
      }
    }
    start = Start()
    connection.send(event: "exited", ["exitCode": Int(status ?? ExitStatus.failure).json])
    connection.send(event: "terminated")
  }

  func beginProgress() {
    progress.begin(start.launch?.program ?? "", isWanted: client.takesProgress)
  }
}

// Beginning and ending.
extension DebugServer {
  func launch(_ request: DebugRequest) throws(DebugError) {
    guard start.launch == nil else {
      throw DebugError("a script is already being debugged; 'restart' runs it again")
    }
    start.launch = try DebugLaunch(client) { request[$0] }
    ending = nil
    do { try prepare() } catch {
      start.launch = nil
      throw error
    }
    start.request = request
    connection.send(event: "initialized")
  }

  /// Reads and checks the script.
  private func prepare() throws(DebugError) {
    guard let launch = start.launch else { return }
    client.note(launch.program)
    let console = Console(output: makeOutput("stdout"), errors: makeOutput("stderr"))
    console.color = .never
    let interpreter = try makeInterpreter(launch, console)
    interpreter.debugger.isInterrupted = { [unowned self] in isInterrupted() }
    let parser = ScriptParser(
      table: application.table,
      definitions: interpreter.definitions,
      isInterrupted: { [connection] in connection.isClosed }
    )
    let program = try DebugError.converting {
      try parser.program(.regularFile(launch.program) { [connection] in connection.isClosed })
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
      server: self
    )
  }

  private func makeOutput(_ category: String) -> Output {
    Output { [unowned self] bytes in
      output(category, String(decoding: bytes, as: UTF8.self))
      return nil
    }
  }

  func end(_ new: Ending) {
    if case .connection? = ending {} else { ending = new }
    guard let request = start.request else { return }
    start.request = nil
    start.launch = nil
    debuggee = nil
    connection.fail(request, .cancelled)
    connection.send(event: "terminated")
  }
}
