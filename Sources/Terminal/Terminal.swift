import CPlatform
import Core
import Glibc

/// The terminal at a pair of descriptors: whether there is one, its size, its abilities and its mode.
package struct Terminal: Sendable {
  /// Where keys come from.
  package let input: Int32
  /// Where text goes.
  package let output: Int32

  /// Standard input and standard output.
  package static let standard = Terminal(input: STDIN_FILENO, output: STDOUT_FILENO)

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - input: The descriptor that is read from.
  ///   - output: The descriptor that is written to.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Whether a person sits at both ends.
  package var isInteractive: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// The terminal's type, `TERM` of the environment; nil when it is missing or empty.
  package var type: String? {
    getenv("TERM").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the terminal only prints what it gets: it has no name, or one that stands for no ability at all.
  package var isDumb: Bool { TerminalType.isDumb(type) }

  /// The size in cells; 80 by 24 when the terminal does not know.
  package var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0 else { return (80, 24) }
    return (window.ws_col > 0 ? Int(window.ws_col) : 80, window.ws_row > 0 ? Int(window.ws_row) : 24)
  }

  /// The mode of the terminal driver: echo, line editing, special characters. Nil when there is no terminal.
  package var mode: Mode? {
    var attributes = termios()
    return tcgetattr(input, &attributes) == 0 ? Mode(attributes: attributes) : nil
  }

  /// Whether the terminal takes no output now, as after `^S`, or because the other end does not read: a write would block.
  var isStopped: Bool {
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) == 0
  }

  /// Puts the terminal into `mode`; what is typed ahead stays.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - atOnce: Whether to do so without waiting until all output has been sent.
  /// - Throws: `SystemError` when the terminal refuses or is gone.
  package func setMode(_ mode: Mode, atOnce: Bool = false) throws(SystemError) {
    var attributes = mode.attributes
    while tcsetattr(input, atOnce ? TCSANOW : TCSADRAIN, &attributes) != 0 {
      guard errno == EINTR else { throw SystemError("set the terminal's mode") }
    }
  }

  /// A saved mode of the terminal driver.
  package struct Mode: @unchecked Sendable {  // A plain C structure of numbers, never changed.
    let attributes: termios

    /// Has the mode set if the program ends or stops before `terminal_rescue_disarm`.
    func armRescue(of terminal: Terminal) {
      withUnsafePointer(to: attributes) { terminal_rescue_arm(terminal.input, $0, terminal.output) }
    }

    /// The same mode, in which the driver makes signals of the keys for them.
    var withSignalKeys: Mode {
      var attributes = attributes
      attributes.c_lflag |= tcflag_t(ISIG)
      return Mode(attributes: attributes)
    }

    /// The keys that the driver makes signals of, by the bytes that they send.
    var signalKeys: [UInt8: Int32] {
      guard attributes.c_lflag & tcflag_t(ISIG) != 0 else { return [:] }
      let keys = withUnsafeBytes(of: attributes.c_cc) { characters in
        [(VINTR, SIGINT), (VQUIT, SIGQUIT), (VSUSP, SIGTSTP)].map { (characters[Int($0)], $1) }
      }
      // A key that is not set is NUL.
      return Dictionary(keys.filter { $0.0 != 0 }) { first, _ in first }
    }

    /// Whether the driver collects lines.
    var isCanonical: Bool { attributes.c_lflag & tcflag_t(ICANON) != 0 }
  }
}
