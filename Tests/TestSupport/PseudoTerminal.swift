import Core
import TodoShellSystem
import TodoShellPlatform

/// A program on a terminal of its own, with a test at the keyboard and in front of the screen.
///
/// The program leads a session whose controlling terminal is the new one, so keys such as `^C` become signals.
/// Waits are for events, never for time; a deadline ends the test if the event never comes.
public final class PseudoTerminal {
  /// What is on the screen, as far as the program's output has been read.
  public private(set) var screen: Screen
  /// All that the program has written.
  public private(set) var output: [UInt8] = []
  /// The program's process.
  public let process: pid_t

  /// The mode of the terminal before the program was started.
  public let initialMode: TerminalMode

  private var keyboard: Int32
  /// Held open so that the terminal and its mode outlive the program.
  private let terminal: Int32
  /// Ends when the program, and all that it has started, have ended.
  private let life: Int32
  private var status: Status?
  private let folder: TemporaryFolder?

  /// How a program has ended.
  public enum Status: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// Something that did not happen in time, with the screen as it was then.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program's path and its arguments.
  ///   - environment: all of its environment; `TERM` is `xterm-256color` and the locale `C.UTF-8` if not given.
  ///   - folder: where it writes. It is there until the program has ended.
  ///   - leadsSession: whether it is the terminal's session leader, so that keys send signals. If not, the program is a job
  ///     of the test, and signals can stop it.
  public init(
    _ arguments: [String],
    environment: [String: String] = [:],
    in folder: TemporaryFolder? = nil,
    columns: Int = 80,
    rows: Int = 24,
    joinsCharacters: Bool = false,
    leadsSession: Bool = true
  ) throws {
    self.folder = folder
    screen = Screen(columns: columns, rows: rows, joinsCharacters: joinsCharacters)
    let path: String
    (keyboard, path) = try Self.openKeyboard()
    terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw Failure(description: "no terminal: \(errno)") }
    let end: Int32
    (life, end) = try Descriptor.pipe()
    defer { close(end) }
    Self.setSize(of: terminal, columns: columns, rows: rows)
    initialMode = TerminalMode(of: terminal)
    let environment = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
    .merging(sanitizerOptions) { $1 }
    .merging(environment) { $1 }
    process = try Self.spawn(
      arguments,
      environment,
      terminal: path,
      life: end,
      leadsSession: leadsSession
    )
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      var ignored: Int32 = 0
      waitpid(process, &ignored, 0)
    }
    for descriptor in [keyboard, terminal, life] { close(descriptor) }
  }

  // MARK: The keyboard

  /// Presses keys: the text as it is.
  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Presses keys: bytes as they are.
  public func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The program may itself be waiting for its output to be read.
        try waitForOutput("room to type", deadline: Self.deadline(), orRoom: true)
      } else if errno != EINTR {
        throw Failure(description: "cannot type: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Pastes text, marked as such if the program has asked for it.
  public func paste(_ text: String) throws {
    try send(screen.marksPastes ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
  }

  /// Sends a signal to the program alone.
  public func signal(_ signal: Int32) { kill(process, signal) }

  /// Makes the window larger or smaller, as a person with a mouse does.
  public func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    Self.setSize(of: terminal, columns: columns, rows: rows)
  }

  /// Tells the program of a window that is larger than the model of a screen could be.
  public func announce(columns: Int, rows: Int) { Self.setSize(of: terminal, columns: columns, rows: rows) }

  /// Holds the program's output back, as a driver does after `^S`.
  public func holdOutput() { tcflow(terminal, TCOOFF) }

  /// Closes the window, or cuts the line.
  public func hangUp() {
    close(keyboard)
    keyboard = -1
  }

  /// Sets the terminal's mode behind the program's back, as another program on it might.
  public func disturbMode() {
    var attributes = termios()
    tcgetattr(terminal, &attributes)
    attributes.c_lflag |= UInt32(ICANON | ECHO)
    tcsetattr(terminal, TCSANOW, &attributes)
  }

  // MARK: Waiting

  /// Waits until the screen is as `condition` wants it.
  ///
  /// - Parameter what: what is waited for, for the message of a failure.
  public func wait(for what: String, until condition: (Screen) -> Bool) throws {
    let deadline = Self.deadline()
    while !condition(screen) { try waitForOutput(what, deadline: deadline) }
  }

  /// Waits until the cursor is behind `text`, on the row that shows it.
  public func wait(atPrompt text: String) throws {
    try wait(for: "the cursor behind \(text.debugDescription)") { $0.textBeforeCursor == text }
  }

  /// Waits until `text` is somewhere on the screen.
  public func wait(forText text: String) throws {
    try wait(for: text.debugDescription) { $0.text.contains(text) }
  }

  /// Waits until the program's output has had `text` in it, anywhere since `position`.
  public func wait(forOutput text: String, from position: Int = 0) throws {
    let bytes = Array(text.utf8)
    let deadline = Self.deadline()
    while !output[position...].contains(bytes) {
      try waitForOutput(text.debugDescription, deadline: deadline)
    }
  }

  /// Waits until the program has read all keys that were pressed. What it does because of the last one may be still to come.
  public func waitUntilKeysAreRead() throws {
    let deadline = Self.deadline()
    var count: Int32 = 0
    while ioctl(terminal, UInt(FIONREAD), &count) == 0, count > 0 {
      try waitAMoment(for: "the keys to be read", deadline: deadline)
    }
  }

  /// Waits until the program edits a line: the terminal gives each key to it at once, ^C too, as it does not while a command
  /// runs or another program has borrowed the terminal.
  public func waitUntilALineIsEdited() throws {
    try wait(for: "a line to be edited") { $0 & UInt32(ICANON | ISIG) == 0 }
  }

  /// Waits until the terminal's driver edits lines.
  public func waitUntilTheDriverEdits() throws {
    try wait(for: "the driver to edit lines") { $0 & UInt32(ICANON) != 0 }
  }

  private func wait(for event: String, isReached: (UInt32) -> Bool) throws {
    let deadline = Self.deadline()
    var attributes = termios()
    while tcgetattr(terminal, &attributes) == 0, !isReached(attributes.c_lflag) {
      try waitAMoment(for: event, deadline: deadline)
    }
  }

  /// Waits until the program has ended, and reads the last of its output.
  public func waitForEnd() throws -> Status {
    if let status { return status }
    let deadline = Self.deadline()
    while true {
      var waits = [keyboard, life].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&waits, 2, Self.milliseconds(until: deadline)) != 0 else { throw failure("its end") }
      if waits[0].revents & Int16(POLLIN) != 0 { try read() } else if waits[1].revents != 0 { break }
    }
    var code: Int32 = 0
    while waitpid(process, &code, 0) < 0, errno == EINTR {}
    let status = code & 0x7F == 0 ? Status.exited(code >> 8 & 0xFF) : .signalled(code & 0x7F)
    self.status = status
    return status
  }

  /// Waits until the program, which must be a child of the test, is stopped by a signal.
  public func waitForStop() throws {
    var code: Int32 = 0
    while waitpid(process, &code, WUNTRACED) < 0 {
      guard errno == EINTR else { throw failure("its stop") }
    }
    guard code & 0xFF == 0x7F else { throw failure("its stop, but it ended") }
  }

  /// The mode of the terminal now, comparable: what `stty` shows.
  public var mode: TerminalMode { TerminalMode(of: terminal) }

  /// Waits for what nothing tells of: the test looks each time there is output, or a millisecond has gone by.
  private func waitAMoment(for what: String, deadline: Int) throws {
    if Self.seconds() > deadline { throw failure(what) }
    var waits = [keyboard, life].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&waits, 2, 1) > 0 else { return }
    if waits[0].revents & Int16(POLLIN) != 0 { return try read() }
    if waits[1].revents != 0 { throw failure("\(what), but the program has ended: \(try waitForEnd())") }
  }

  private func waitForOutput(_ what: String, deadline: Int, orRoom: Bool = false) throws {
    var waits = [pollfd(fd: keyboard, events: Int16(orRoom ? POLLIN | POLLOUT : POLLIN), revents: 0)]
    let ready = poll(&waits, 1, Self.milliseconds(until: deadline))
    if ready < 0, errno == EINTR { return }
    guard ready > 0 else { throw failure(what) }
    if waits[0].revents & Int16(POLLIN) != 0 || !orRoom { try read() }
  }

  private func read() throws {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = TodoShellSystem.read(keyboard, &bytes, bytes.count)
    guard count > 0 else {
      if errno == EINTR || errno == EAGAIN { return }
      throw failure("output, but there is no more")
    }
    output += bytes[..<count]
    screen.show(bytes[..<count])
  }

  private func failure(_ what: String) -> Failure {
    Failure(description: "waited in vain for \(what); the screen shows\n\(screen.framed)")
  }

  /// Seconds. Only ever reached when a program hangs; long enough for the busiest machine.
  private static let patience = getenv("PTY_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 60

  private static func deadline() -> Int { seconds() + patience }

  private static func milliseconds(until deadline: Int) -> Int32 {
    Int32(max(deadline - seconds(), 0) * 1000)
  }

  private static func seconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
