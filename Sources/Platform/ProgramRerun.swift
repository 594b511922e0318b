import CTodoShellPlatform
import TodoShellSystem

/// A child process that runs this program with the same arguments, and whose output this process reads.
package struct ProgramRerun {
  /// The descriptor to which the other process writes its result.
  package static let resultDescriptor: Int32 = 3

  /// The path of the file that this program was started from.
  package static let program = AtomicFile.resolvingLinks(String(cString: system_program()))

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
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let envp = ChildProgram.environment(adding: environment).map { $0.withPath { strdup($0) } } + [nil]
    defer { for string in envp { free(string) } }
    var process: pid_t = 0
    let files = [input, ends[3], ends[3], ends[1]]
    let code = system_spawn(&process, system_program(), CommandLine.unsafeArgv, envp, files, 0)
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
  package func kill() { _ = TodoShellSystem.kill(process, SIGKILL) }

  /// Waits for its end.
  package func waitForEnd() -> ChildProgram.Ending {
    var code: Int32 = 0
    let event = Descriptor.uninterrupted { system_wait(process, 0, &code) }
    for end in [result, output] { close(end) }
    return Int(event) == SYSTEM_WAIT_SIGNALLED ? .signalled(code) : .exited(code)
  }

  /// Called in the new process, so that it ends with its parent and no child inherits the descriptor of its result.
  package static func begin() {
    system_end_with_parent()
    _ = fcntl(resultDescriptor, F_SETFD, FD_CLOEXEC)
  }
}
