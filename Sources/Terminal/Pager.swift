import Core
import TodoShellSystem

/// Shows output in a pager program if it does not fit on the screen.
///
/// Output is buffered until that is known.
package final class Pager {
  private let command: String
  private let size: (columns: Int, rows: Int)
  private let lease: TerminalLease
  private var kept: [UInt8] = []
  private var rows = 0
  private var cells = 0
  private var isInEscape = false
  private var program: ProgramPipe?

  /// - Parameters:
  ///   - command: The program, in shell syntax.
  ///   - lease: The lease that lends it the terminal.
  package init(_ command: String, lease: TerminalLease) {
    self.command = command
    self.lease = lease
    size = lease.terminal.size
  }

  /// Whether the pager has been started.
  package var isInUse: Bool { program != nil }

  /// Whether the output needed a pager, but the program does not exist.
  package private(set) var isMissed = false

  /// Processes output.
  package func put(_ bytes: UnsafeRawBufferPointer) -> Output.Failure? {
    guard program == nil else {
      program?.send(bytes)
      return nil
    }
    guard !isMissed else { return write(bytes) }
    kept.append(contentsOf: bytes)
    count(bytes)
    if rows < size.rows { return nil }
    return start()
  }

  /// Counts rows. Of escape sequences, it knows those of colours; wide characters are not worth measuring.
  private func count(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if isInEscape {
        isInEscape = !(0x40...0x7E).contains(byte) || byte == UInt8(ascii: "[")
      } else if byte == 0x1B {
        isInEscape = true
      } else if byte == UInt8.newline {
        rows += 1
        cells = 0
      } else if byte & 0xC0 != 0x80 {
        cells += 1
        if cells > size.columns {
          rows += 1
          cells = 1
        }
      }
    }
  }

  private func start() -> Output.Failure? {
    guard ProgramPipe.canRun(command) else {
      isMissed = true
      return show()
    }
    let options = getenv("LESS") == nil ? ["LESS": "FRX"] : [:]
    program = try? ProgramPipe(command, lease: lease, environment: options)
    if program == nil { return show() }
    defer { kept = [] }
    // Quitting the pager early is not an error.
    kept.withUnsafeBytes { program?.send($0) }
    return nil
  }

  private func show() -> Output.Failure? {
    defer { kept = [] }
    return kept.withUnsafeBytes { write($0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Output.Failure? {
    Descriptor.write(bytes, to: lease.terminal.output, subject: "output").map(Output.Failure.init)
  }

  /// Shows short output, or waits for the user to quit the pager.
  package func finish() -> Output.Failure? {
    // A pager that was interrupted does not move the cursor to a new row.
    if case .signalled = program?.finish() { kept = [.newline] }
    return show()
  }
}
