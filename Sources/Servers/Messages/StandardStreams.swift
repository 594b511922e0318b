import Core
import TodoShellCommands
import TodoShellSystem

/// The standard streams of a program that serves a protocol on them.
package enum StandardStreams {
  /// Standard output, kept for a protocol alone: what else is printed to it, as by `print` in a feature, goes to standard
  /// error.
  ///
  /// - Throws: `SystemError` if the descriptors cannot be duplicated.
  package static func output() throws(SystemError) -> Output {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw SystemError("duplicate standard output")
    }
    return Output(descriptor: output)
  }
}
