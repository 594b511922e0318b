import CPlatform
import SystemC

/// A child process that runs this program with the same arguments, and whose output this process reads.
package struct ProgramRerun {
  /// The descriptor to which the other process writes its result.
  package static let resultDescriptor: Int32 = 3

  private let process: pid_t
  /// Where its result can be read.
  package let result: Int32
  /// Where its standard output and standard error can be read.
  package let output: Int32

  /// Starts the program again, without any standard input.
  ///
  /// - Parameter environment: Additional environment variables.
  /// - Throws: `SystemError` if no further process or descriptor can be created.
  package init(environment: [String: String]) throws(SystemError) {
    // The descriptors to read and to write the result, then those of the output.
    var ends: [Int32] = []
    defer { for end in ends { close(end) } }
    for _ in 0..<2 { try Self.openPipe(&ends) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, ends[3], descriptor)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], Self.resultDescriptor)
    let envp = ChildProgram.environment(adding: environment).map { $0.withPath { strdup($0) } } + [nil]
    defer { for string in envp { free(string) } }
    var process: pid_t = 0
    // This is the same program even if its file has been replaced since it started.
    let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, CommandLine.unsafeArgv, envp)
    guard code == 0 else { throw SystemError("start a process", code: code) }
    self.process = process
    output = ends.remove(at: 2)
    result = ends.remove(at: 0)
  }

  /// Opens a pipe whose descriptors are never those of the standard streams or of the result, because the new process
  /// overwrites these.
  ///
  /// - Parameter ends: The open descriptors, to which those of the pipe are added.
  private static func openPipe(_ ends: inout [Int32]) throws(SystemError) {
    let (read, write) = try Descriptor.pipe()
    defer { for end in [read, write] { close(end) } }
    for end in [read, write] {
      let moved = fcntl(end, F_DUPFD_CLOEXEC, resultDescriptor + 1)
      guard moved >= 0 else { throw SystemError("make a pipe") }
      ends.append(moved)
    }
  }

  /// Ends the process at once.
  package func kill() { _ = SystemC.kill(process, SIGKILL) }

  /// Waits for its end.
  package func waitForEnd() -> ChildProgram.Ending {
    var code: Int32 = 0
    while waitpid(process, &code, 0) != process {
      guard errno == EINTR else { return .exited(0) }
    }
    for end in [result, output] { close(end) }
    return ChildProgram.Ending(waitStatus: code)
  }

  /// Called in the new process, so that it ends with its parent and no child inherits the descriptor of its result.
  package static func begin() {
    terminal_signals_end_with_parent()
    _ = fcntl(resultDescriptor, F_SETFD, FD_CLOEXEC)
  }
}
