import Core
import Glibc

/// Shows what is printed a page at a time, in a program for that, when it is more than the screen can hold.
///
/// Until it is known to be, what is printed is kept.
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
  ///   - command: The program, as a shell reads it.
  ///   - editor: Lends it the terminal.
  package init(_ command: String, editor: LineEditor) {
    self.command = command
    self.editor = editor
    size = editor.terminal.size
  }

  /// Whether there is, or was, so much that the program has been started.
  package var isInUse: Bool { program != nil }

  /// Whether there was so much, but no such program.
  package private(set) var isMissed = false

  /// Takes bytes to be shown.
  package func put(_ bytes: UnsafeRawBufferPointer) -> Output.Failure? {
    guard program == nil else { return send(bytes) }
    guard !isMissed else { return write(bytes) }
    kept.append(contentsOf: bytes)
    count(bytes)
    if rows < size.rows { return nil }
    return start()
  }

  /// Counts rows, roughly: sequences and wide characters are no reason to measure the text.
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

  /// Who leaves the pager has seen enough, which is no failure.
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

  /// Shows what is little at once, and waits until a person has seen what is much.
  package func finish() -> Output.Failure? {
    guard let program else { return show() }
    if pipe >= 0 { close(pipe) }
    let ending = program.waitForEnd()
    editor.takeTerminalBack()
    // One that was interrupted leaves the cursor where it was.
    if case .signalled = ending { kept = [.newline] }
    return show()
  }
}

extension Pager {
  /// Whether there is a program of the name with which a command begins.
  private static func canRun(_ command: String) -> Bool {
    guard let name = command.split(separator: " ").first.map(String.init) else { return false }
    // What only a shell understands is left to it.
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_./+".contains($0) }) else { return true }
    if name.contains("/") { return access(name, X_OK) == 0 }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
