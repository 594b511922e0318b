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
      case .lsp: runLanguageServer()
      }
    interrupts.finish()
    return status
  }

  private func runLive() -> Int32 {
    let sessionConsole = configuration.console(on: console)
    let interpreter = configuration.interpreter(of: application, on: sessionConsole, script: "-")
    interpreter.confirmsExpectations = true
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
