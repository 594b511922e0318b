import Core
import TodoShellSystem

/// A program that reads this program's output, in the foreground of the terminal: a pager, `head`.
package struct ProgramPipe {
  private let lease: TerminalLease
  private let program: ChildProgram
  /// The write end of the pipe.
  private let pipe: Int32

  /// Starts a program, and lends it the terminal until ``finish()``.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments, in shell syntax.
  ///   - lease: The lease that lends it the terminal.
  ///   - environment: Additional environment variables.
  /// - Throws: A `SystemError` if no pipe or process can be created.
  package init(
    _ command: String,
    lease: TerminalLease,
    environment: [String: String] = [:]
  ) throws(SystemError) {
    self.lease = lease
    let (input, pipe) = try Descriptor.pipe()
    lease.lend()
    do throws(SystemError) {
      program = try ChildProgram(command, input: input, environment: environment)
    } catch {
      lease.takeBack()
      for end in [input, pipe] { close(end) }
      throw error
    }
    self.pipe = pipe
    close(input)
  }

  /// Writes to the program, which may have stopped reading.
  package func send(_ bytes: UnsafeRawBufferPointer) {
    _ = Descriptor.write(bytes, to: pipe, subject: "a program")
  }

  /// Waits for the program to end, and takes the terminal back.
  package func finish() -> ChildProgram.Ending {
    close(pipe)
    defer { lease.takeBack() }
    return program.waitForEnd()
  }

  /// Whether the program that a command starts with exists.
  package static func canRun(_ command: String) -> Bool {
    guard let name = command.split(separator: " ").first.map(String.init) else { return false }
    // Shell syntax is left to the shell.
    let isSyntax = !name.allSatisfy { $0.isLetter || $0.isNumber || "-_./+".contains($0) }
    if isSyntax || command.contains(where: { ";&|".contains($0) }) { return true }
    if name.contains("/") { return access(name, X_OK) == 0 }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
