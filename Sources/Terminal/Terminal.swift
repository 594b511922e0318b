import CPlatform
import Core
import Glibc

/// The terminal at a pair of descriptors: whether it is one, its size, its abilities and its mode.
package struct Terminal: Sendable {
  /// The descriptor that keys are read from.
  package let input: Int32
  /// The descriptor that text is written to.
  package let output: Int32

  /// Standard input and standard output.
  package static let standard = Terminal(input: STDIN_FILENO, output: STDOUT_FILENO)

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from.
  ///   - output: The descriptor to write to.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Whether both descriptors are terminals.
  package var isInteractive: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// Whether the terminal supports no escape sequences: it has no type, or one without abilities.
  package var isDumb: Bool { TerminalType.isDumb(getenv("TERM").map { String(cString: $0) }) }

  /// The size in cells; 80 by 24 if the terminal does not report it.
  package var size: (columns: Int, rows: Int) { TerminalType.size(of: output) }

  /// The mode of the terminal driver: echo, line editing, special characters. `nil` if there is no terminal.
  package var mode: Mode? {
    var attributes = termios()
    return tcgetattr(input, &attributes) == 0 ? Mode(attributes: attributes) : nil
  }

  /// Whether output is blocked, as after `^S`, or because the other end does not read.
  var isStopped: Bool { !Descriptor.isReady(output, POLLOUT) }

  /// Sets the mode of the terminal; input typed ahead is kept.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - atOnce: Whether to do so without waiting for pending output.
  /// - Throws: A `SystemError` if that fails or the terminal is disconnected.
  func setMode(_ mode: Mode, atOnce: Bool = false) throws(SystemError) {
    var attributes = mode.attributes
    while tcsetattr(input, atOnce ? TCSANOW : TCSADRAIN, &attributes) != 0 {
      guard errno == EINTR else { throw SystemError("set the terminal's mode") }
    }
  }

  /// A saved mode of the terminal driver.
  package struct Mode: @unchecked Sendable {  // A plain C structure of numbers, never changed.
    let attributes: termios

    /// Restores the mode if the program ends or stops before `terminal_rescue_disarm`.
    func armRescue(of terminal: Terminal) {
      withUnsafePointer(to: attributes) { terminal_rescue_arm(terminal.input, $0, terminal.output) }
    }

    /// The same mode, with signal keys enabled.
    var withSignalKeys: Mode {
      var attributes = attributes
      attributes.c_lflag |= tcflag_t(ISIG)
      return Mode(attributes: attributes)
    }

    /// The signals of the driver's signal keys, by the bytes that they send.
    var signalKeys: [UInt8: Int32] {
      guard attributes.c_lflag & tcflag_t(ISIG) != 0 else { return [:] }
      let keys = withUnsafeBytes(of: attributes.c_cc) { characters in
        [(VINTR, SIGINT), (VQUIT, SIGQUIT), (VSUSP, SIGTSTP)].map { (characters[Int($0)], $1) }
      }
      // A key that is not set is NUL.
      return Dictionary(keys.filter { $0.0 != 0 }) { first, _ in first }
    }

    /// Whether the terminal is in canonical mode.
    var isCanonical: Bool { attributes.c_lflag & tcflag_t(ICANON) != 0 }
  }
}
