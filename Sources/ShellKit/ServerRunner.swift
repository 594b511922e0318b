import Core
import Servers

/// Speaks a protocol with another program on standard input and output, until that program ends it.
struct ServerRunner<State, Action> {
  let application: ShellApplication<State, Action>
  let configuration: ShellConfiguration
  /// The console on standard output and error.
  let console: Console

  /// - Returns: The exit code.
  func run(_ server: ServerProtocol) -> Int32 {
    let interrupts: BatchInterrupts
    do throws(SystemError) {
      interrupts = try BatchInterrupts()
    } catch {
      console.report(error.description)
      return ExitStatus.inputOutput
    }
    let status =
      switch server {
      case .live: runLive()
      case .mcp: runModelContext()
      case .dap: runDebugger()
      case .lsp: runLanguageServer()
      }
    interrupts.finish()
    return status
  }

  private func runDebugger() -> Int32 {
    do throws(SystemError) {
      let server = DebugServer(application, try DebugChannel(), makeInterpreter: debuggee)
      try server.run()
      return ExitStatus.success
    } catch {
      console.report(error.description)
      return ExitStatus.inputOutput
    }
  }

  /// The interpreter of a script to debug, with the options of its launch.
  private func debuggee(
    _ launch: DebugLaunch,
    _ console: Console
  ) throws(DebugError) -> Interpreter<State, Action> {
    let configuration: ShellConfiguration
    do {
      configuration = try ShellOptions.parse(launch.options + ["--", launch.program]).configuration
    } catch {
      throw DebugError(ShellOptions.message(for: error))
    }
    guard configuration.isForOneScript else {
      throw DebugError(
        "'args' takes the options with which a script runs: -q, -e, -k, -v, --seed and --epoch"
      )
    }
    console.program = application.name
    let interpreter = configuration.interpreter(of: application, on: console, script: launch.program)
    let status = interpreter.openSession(
      configuration.session,
      seed: configuration.seed,
      epoch: configuration.epoch
    )
    interpreter.console.flush()
    if status != nil { throw DebugError("cannot open the session '\(configuration.session ?? "")'") }
    interpreter.debugger.tellPrompts(at: interpreter.session.moment, since: nil)
    return interpreter
  }

  private func runLive() -> Int32 {
    let sessionConsole = configuration.console(on: console)
    let interpreter = configuration.interpreter(of: application, on: sessionConsole, script: "-")
    interpreter.frontEnd.confirmsExpectations = true
    let isForPrograms = configuration.format == .json
    let server = LiveServer(interpreter, console: sessionConsole, takesObjects: isForPrograms)
    var status = interpreter.openSession(
      configuration.session,
      seed: configuration.seed,
      epoch: configuration.epoch
    )
    if status == nil {
      interpreter.debugger.tellPrompts(at: interpreter.session.moment, since: nil)
      status = server.run()
    }
    interpreter.tellEnd(status: status ?? ExitStatus.success)
    return sessionConsole.finish(status ?? ExitStatus.success)
  }

  private func runModelContext() -> Int32 {
    do throws(SystemError) {
      let channel = try StandardStreams.channel(.lines, parse: RPCMessage.init)
      let server = ModelContextServer(channel, application) { seed, epoch in
        var configuration = configuration
        configuration.seed = seed ?? configuration.seed
        configuration.epoch = epoch ?? configuration.epoch
        return configuration.interpreter(of: application, on: .silent())
      }
      let failure = server.main.openSession(
        configuration.session,
        seed: configuration.seed,
        epoch: configuration.epoch
      )
      if let failure { return failure }
      try server.run()
      return channel.failure == nil ? ExitStatus.success : ExitStatus.brokenPipe
    } catch {
      console.report(error.description)
      return ExitStatus.inputOutput
    }
  }

  private func runLanguageServer() -> Int32 {
    let interpreter = configuration.interpreter(of: application, on: Console.silent())
    do throws(SystemError) {
      let channel = try StandardStreams.channel(.headers) { RPCMessage($0) }
      return try LanguageServer(interpreter, variables: configuration.variables, channel: channel).run()
    } catch {
      console.report(error.description)
      return ExitStatus.inputOutput
    }
  }
}
