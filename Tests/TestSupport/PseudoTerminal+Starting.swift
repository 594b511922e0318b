import TodoShellSystem

/// How a terminal comes about, and a program on it.
extension PseudoTerminal {
  /// Opens a new pseudo-terminal.
  ///
  /// - Returns: The descriptor of its other side, where a person types, and its path.
  public static func openKeyboard() throws -> (Int32, String) {
    // What posix_openpt, unlockpt and ptsname do on Linux; Swift sees neither them nor the names of the numbers.
    let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    let keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var isLocked: Int32 = 0
    var name: Int32 = 0
    guard keyboard >= 0, ioctl(keyboard, unlock, &isLocked) == 0, ioctl(keyboard, number, &name) == 0 else {
      throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    return (keyboard, "/dev/pts/\(name)")
  }

  static func setSize(of terminal: Int32, columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  static func spawn(
    _ arguments: [String],
    _ environment: [String: String],
    terminal: String,
    life: Int32,
    leadsSession: Bool
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Opened by the leader of a session without a terminal, it becomes the session's controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_adddup2(&actions, life, 63)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The runner of the tests may ignore or block signals; the program starts as from a shell.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGHUP, SIGTERM, SIGCONT] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not see.
    let group = leadsSession ? newSession : Int32(POSIX_SPAWN_SETPGROUP)
    let flags = group | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else {
      throw Failure(description: "cannot start \(arguments[0]): \(String(cString: strerror(code)))")
    }
    return process
  }
}
