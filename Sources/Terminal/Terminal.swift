import Core
import TodoShellSystem

/// The terminal at a pair of descriptors: whether it is one, its size, its abilities and its mode.
package struct Terminal: Sendable {
  /// The descriptor that keys are read from.
  package let input: Int32
  /// The descriptor for output.
  package let output: Int32

  /// Standard input and standard output.
  package static let standard = Terminal(input: STDIN_FILENO, output: STDOUT_FILENO)

  /// Whether both descriptors are terminals.
  package var isInteractive: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// Whether the terminal supports no escape sequences: it has no type, or one without abilities.
  package var isDumb: Bool { TerminalType.isDumb(getenv("TERM").map { String(cString: $0) }) }

  /// The size in cells; 80 by 24 if the terminal does not report it.
  package var size: (columns: Int, rows: Int) { TerminalType.size(of: output) }

  /// The mode of the terminal driver: echo, line editing, special characters. `nil` if there is no terminal.
  var mode: termios? {
    var mode = termios()
    return tcgetattr(input, &mode) == 0 ? mode : nil
  }

  /// Whether output is blocked, as after `^S`, or because the other end does not read.
  var isStopped: Bool { !Descriptor.isReady(output, POLLOUT) }

  /// Sends text, including escape sequences, to the terminal immediately.
  func emit(_ text: String) {
    Array(text.utf8).withUnsafeBytes {
      // A disconnected terminal also ends the input.
      _ = Descriptor.write($0, to: output, subject: "the terminal")
    }
  }

  /// Sets the mode of the terminal; input typed ahead is kept. If the terminal is disconnected, the next read reports
  /// that.
  ///
  /// - Parameter atOnce: Whether to do so without waiting for pending output.
  func setMode(_ mode: termios, atOnce: Bool = false) {
    var mode = mode
    _ = Descriptor.uninterrupted { tcsetattr(input, atOnce ? TCSANOW : TCSADRAIN, &mode) }
  }
}

extension termios {
  /// The same mode, with signal keys enabled.
  var withSignalKeys: termios {
    var mode = self
    mode.c_lflag |= tcflag_t(ISIG)
    return mode
  }

  /// The signals of the driver's signal keys, by the bytes that they send.
  var signalKeys: [UInt8: Int32] {
    guard c_lflag & tcflag_t(ISIG) != 0 else { return [:] }
    let keys = withUnsafeBytes(of: c_cc) { characters in
      [(VINTR, SIGINT), (VQUIT, SIGQUIT), (VSUSP, SIGTSTP)].map { (characters[Int($0)], $1) }
    }
    // A key that is not set is NUL.
    return Dictionary(keys.filter { $0.0 != 0 }) { first, _ in first }
  }

  /// Whether the terminal is in canonical mode.
  var isCanonical: Bool { c_lflag & tcflag_t(ICANON) != 0 }
}
