import Core
import Glibc

/// Shows output in a pager program if it does not fit on the screen.
///
/// Output is buffered until that is known.
package final class Pager {
  private let command: String
  private let size: (columns: Int, rows: Int)
  private let editor: LineEditor
  private var kept: [UInt8] = []
  private var rows = 0
  private var cells = 0
  private var program: ChildProgram?
  private var pipe: Int32 = -1

  /// - Parameters:
  ///   - command: The program, in shell syntax.
  ///   - editor: The editor that lends it the terminal.
  package init(_ command: String, editor: LineEditor) {
    self.command = command
    self.editor = editor
    size = editor.terminal.size
  }

  /// Whether the pager has been started.
  package var isInUse: Bool { program != nil }

  /// Whether the output needed a pager, but the program does not exist.
  package private(set) var isMissed = false

  /// Processes output.
  package func put(_ bytes: UnsafeRawBufferPointer) -> Output.Failure? {
    guard program == nil else { return send(bytes) }
    guard !isMissed else { return write(bytes) }
    kept.append(contentsOf: bytes)
    count(bytes)
    if rows < size.rows { return nil }
    return start()
  }

  /// Counts rows approximately; escape sequences and wide characters are not worth measuring.
  private func count(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8.newline {
        rows += 1
        cells = 0
      } else if byte & 0xC0 != 0x80 {
        cells += 1
        if cells > size.columns { (rows, cells) = (rows + 1, 1) }
      }
    }
  }

  private func start() -> Output.Failure? {
    guard Self.canRun(command) else {
      isMissed = true
      return show()
    }
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return show() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    editor.lendTerminal()
    do throws(SystemError) {
      let options = getenv("LESS") == nil ? ["LESS": "FRX"] : [:]
      program = try ChildProgram(command, input: ends[0], environment: options)
      pipe = ends[1]
      close(ends[0])
    } catch {
      editor.takeTerminalBack()
      ends.forEach { close($0) }
      return show()
    }
    defer { kept = [] }
    return kept.withUnsafeBytes { send($0) }
  }

  /// Quitting the pager early is not an error.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Output.Failure? {
    guard pipe >= 0, Descriptor.write(bytes, to: pipe, subject: command) != nil else { return nil }
    close(pipe)
    pipe = -1
    return nil
  }

  private func show() -> Output.Failure? {
    defer { kept = [] }
    return kept.withUnsafeBytes { write($0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Output.Failure? {
    let failure = Descriptor.write(bytes, to: editor.terminal.output, subject: "output")
    return failure.map { $0.code == EPIPE ? .closed : .system($0.code) }
  }

  /// Shows short output, or waits for the user to quit the pager.
  package func finish() -> Output.Failure? {
    guard let program else { return show() }
    if pipe >= 0 { close(pipe) }
    let ending = program.waitForEnd()
    editor.takeTerminalBack()
    // A pager that was interrupted does not move the cursor to a new row.
    if case .signalled = ending { kept = [.newline] }
    return show()
  }
}

extension Pager {
  /// Whether the program that a command starts with exists.
  private static func canRun(_ command: String) -> Bool {
    guard let name = command.split(separator: " ").first.map(String.init) else { return false }
    // Shell syntax is left to the shell.
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_./+".contains($0) }) else { return true }
    if name.contains("/") { return access(name, X_OK) == 0 }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
