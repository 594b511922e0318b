import Core
import Glibc

/// A program that reads this program's output, in the foreground of the terminal: a pager, `head`.
package struct ProgramPipe {
  private let command: String
  private let editor: LineEditor
  private let program: ChildProgram
  /// The end of the pipe that is written to; -1 once the program has stopped reading.
  private var pipe: Int32

  /// Starts a program, and lends it the terminal until ``finish()``.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments, in shell syntax.
  ///   - editor: The editor that lends it the terminal.
  ///   - environment: Additional environment variables.
  /// - Throws: A `SystemError` if no pipe or process can be created.
  package init(
    _ command: String,
    editor: LineEditor,
    environment: [String: String] = [:]
  ) throws(SystemError) {
    self.command = command
    self.editor = editor
    let (input, pipe) = try Descriptor.pipe()
    editor.lendTerminal()
    do throws(SystemError) {
      program = try ChildProgram(command, input: input, environment: environment)
    } catch {
      editor.takeTerminalBack()
      for end in [input, pipe] { close(end) }
      throw error
    }
    self.pipe = pipe
    close(input)
  }

  /// Writes to the program, which may have stopped reading.
  package mutating func send(_ bytes: UnsafeRawBufferPointer) {
    guard pipe >= 0, Descriptor.write(bytes, to: pipe, subject: command) != nil else { return }
    close(pipe)
    pipe = -1
  }

  /// Waits for the program to end, and takes the terminal back.
  package mutating func finish() -> ChildProgram.Ending {
    if pipe >= 0 { close(pipe) }
    pipe = -1
    let ending = program.waitForEnd()
    editor.takeTerminalBack()
    return ending
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
