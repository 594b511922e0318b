import ArgumentParser
import Core
import TodoShellExport
import TodoShellSystem
import TodoShellServers

/// Speaks a protocol with another program on standard input and output, until that program ends it.
struct ServerRunner {
  let application: AnyApplication
  let configuration: ShellConfiguration
  /// The console on standard output and error.
  let console: Console

  /// - Returns: The exit code.
  func run(_ server: ServerProtocol) -> Int32 {
    var interrupts: BatchInterrupts?
    // After an error has been reported, since a signal that arrived ends the program here.
    defer { interrupts?.finish() }
    do {
      // In a live session, SIGINT interrupts only the running command.
      interrupts = try server == .live ? BatchInterrupts([SIGTERM, SIGHUP]) : BatchInterrupts()
      return switch server {
      case .live: try runLive()
      case .mcp: try runModelContext()
      case .dap: try runDebugger()
      case .lsp: try runLanguageServer()
      }
    } catch {
      console.report(error.description)
      return ExitStatus.inputOutput
    }
  }

  private func runDebugger() throws(SystemError) -> Int32 {
    let channel = try MessageChannel(.headers, output: StandardStreams.output(), parse: DebugMessage.init)
    try DebugServer(application, channel, makeInterpreter: debuggee).run()
    return ExitStatus.success
  }

  /// The interpreter of a script to debug, with the options of its launch.
  private func debuggee(
    _ launch: DebugLaunch,
    _ console: Console
  ) throws(DebugError) -> AnyInterpreter {
    let configuration: ShellConfiguration
    do {
      configuration = try LaunchOptions.parse(launch.options).configuration(of: launch.program)
    } catch {
      throw DebugError(LaunchOptions.message(for: error))
    }
    guard configuration.isForOneScript else {
      throw DebugError(
        "'args' takes the options with which a script runs, -q, -e, -k, -v, --seed and --epoch; found "
          + launch.options.joined(separator: " ").controlCharactersEscaped
      )
    }
    console.program = application.name
    let interpreter = configuration.interpreter(of: application, on: console, script: launch.program)
    let status = configuration.openSession(of: interpreter)
    interpreter.console.flush()
    if status != nil { throw DebugError("cannot open the session '\(configuration.session ?? "")'") }
    interpreter.tellPrompts()
    return interpreter
  }

  private func runLive() throws(SystemError) -> Int32 {
    let interrupts = try SignalWatch([SIGINT])
    defer { interrupts.end() }
    let isForPrograms = configuration.format == .json
    let console =
      isForPrograms ? console.replacing(output: try StandardStreams.output()) : console
    let sessionConsole = configuration.console(on: console)
    let interpreter = configuration.interpreter(of: application, on: sessionConsole, script: "-")
    interpreter.frontEnd.confirmsExpectations = true
    let server = LiveServer(
      interpreter,
      console: sessionConsole,
      output: console.output,
      takesObjects: isForPrograms,
      interrupts: interrupts,
      drawing: (Fragment.html, Fragment.svg, Fragment.view)
    )
    interpreter.debugger.isInterrupted = { SignalWatch.ending != nil || interrupts.take(SIGINT) }
    var status = configuration.openSession(of: interpreter) ?? configuration.openScript(in: interpreter)
    if status == nil {
      interpreter.tellPrompts()
      status = server.run()
    }
    interpreter.tellEnd(status: status ?? ExitStatus.success)
    return sessionConsole.finish(status ?? ExitStatus.success)
  }

  private func runModelContext() throws(SystemError) -> Int32 {
    let channel = try MessageChannel(.lines, output: StandardStreams.output(), parse: RPCMessage.init)
    let server = ModelContextServer(channel, application) { seed, epoch in
      var configuration = configuration
      configuration.seed = seed ?? configuration.seed
      configuration.epoch = epoch ?? configuration.epoch
      return configuration.interpreter(of: application, on: .silent())
    }
    if let failure = configuration.openSession(of: server.beginMain()) { return failure }
    try server.run()
    return channel.hasFailed ? ExitStatus.brokenPipe : ExitStatus.success
  }

  private func runLanguageServer() throws(SystemError) -> Int32 {
    let interpreter = configuration.interpreter(of: application, on: .silent())
    let channel = try MessageChannel(.headers, output: StandardStreams.output(), parse: RPCMessage.init)
    return try LanguageServer(interpreter, variables: configuration.variables, channel: channel).run()
  }
}

/// The options with which a script is debugged.
private struct LaunchOptions: ParsableArguments {
  @OptionGroup var common: ShellOptions
  @OptionGroup var options: RunOptions

  func configuration(of script: String) throws -> ShellConfiguration {
    var configuration = common.common
    options.apply(to: &configuration)
    configuration.files = [script]
    try configuration.validate()
    return configuration
  }
}
