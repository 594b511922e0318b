import CTodoShellPlatform
import TodoShellSystem

/// A child process that runs in the foreground of the terminal together with this program: an editor, a pager.
package struct ChildProgram {
  /// How a program ended.
  package enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  private let process: pid_t
  /// Notices that this program was continued, and with it the child.
  private let continuations: SignalWatch
  /// How often this program had stopped before the start.
  private let stopsBefore: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program and its first arguments, in shell syntax.
  ///   - arguments: Further arguments, passed literally.
  ///   - input: Its standard input; `nil` for this program's.
  ///   - environment: Additional environment variables.
  /// - Throws: A `SystemError` if a process cannot be created, or signals cannot be watched. A missing program is reported by its ending, exit code
  ///   127.
  package init(
    _ command: String,
    arguments: [String] = [],
    input: Int32? = nil,
    environment: [String: String] = [:]
  ) throws(SystemError) {
    let words = ["sh", "-c", arguments.isEmpty ? command : "\(command) \"$@\"", "sh"] + arguments
    let argv = words.map { $0.withPath { strdup($0) } } + [nil]
    let envp = Self.environment(adding: environment).map { $0.withPath { strdup($0) } } + [nil]
    defer { for string in argv + envp { free(string) } }
    continuations = try SignalWatch([SIGCONT])
    stopsBefore = terminal_stop_count()
    var process: pid_t = 0
    let code = system_spawn(&process, "/bin/sh", argv, envp, [input ?? -1, -1, -1, -1], 1)
    guard code == 0 else { throw SystemError("start", subject: command, code: code) }
    self.process = process
    terminal_signals_set_child(process)
  }

  /// Waits for the program to end. Interrupt keys affect only the child, and signals that end this program end the
  /// child, too. When the child is stopped, this program also stops, and the child continues together with it.
  package func waitForEnd() -> Ending {
    // These two can be watched.
    let ignored = try? SignalWatch(ignoring: [SIGINT, SIGQUIT])
    defer {
      ignored?.end()
      terminal_signals_set_child(0)
    }
    var code: Int32 = 0
    var stops = stopsBefore
    while true {
      switch Int(Descriptor.uninterrupted { system_wait(process, 1, &code) }) {
      case SYSTEM_WAIT_EXITED: return .exited(code)
      case SYSTEM_WAIT_SIGNALLED: return .signalled(code)
      case SYSTEM_WAIT_CONTINUED: continuations.take(SIGCONT)
      case SYSTEM_WAIT_STOPPED:
        // A key stops both at once, and 'fg' continues both at once, this program perhaps a moment before the child. It
        // then still sees the child stopped, but must not stop again.
        stops = terminal_stop_with_child(stops)
        kill(process, SIGCONT)
      default: return .exited(0)
      }
    }
  }

  static func environment(adding variables: [String: String]) -> [String] {
    var result: [String] = []
    guard var next = system_environment() else { return result }
    while let variable = next.pointee {
      let text = String(path: variable)
      if variables[String(text.prefix { $0 != "=" })] == nil { result.append(text) }
      next += 1
    }
    return result + variables.map { "\($0.key)=\($0.value)" }
  }
}

extension ChildProgram.Ending: CustomStringConvertible {
  /// How it ended, as a predicate of the program's name.
  package var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let signal): "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }

  /// The same for a command that was given to a shell, which exits with 127 if there is no such program.
  package var descriptionForShell: String { self == .exited(127) ? "was not found" : description }
}
