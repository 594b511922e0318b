import TodoShellSystem

/// The mode of a terminal driver, comparable and printable: what `stty -g` shows.
public struct TerminalMode: Equatable, CustomStringConvertible, Sendable {
  public let description: String
  /// Whether typed text is echoed.
  public let echoes: Bool
  /// Whether the driver collects lines, as it does for programs that do not edit them themselves.
  public let isCanonical: Bool

  /// - Parameter terminal: A descriptor of the terminal.
  public init(of terminal: Int32) {
    var attributes = termios()
    tcgetattr(terminal, &attributes)
    let flags = [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
    let characters = withUnsafeBytes(of: attributes.c_cc) { Array($0) }.map { String($0, radix: 16) }
    description = (flags.map { String($0, radix: 16) } + characters).joined(separator: ":")
    echoes = attributes.c_lflag & UInt32(ECHO) != 0
    isCanonical = attributes.c_lflag & UInt32(ICANON) != 0
  }
}
