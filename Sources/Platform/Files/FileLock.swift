import TodoShellSystem

/// An advisory lock between programs, on a folder or on a dedicated file.
///
/// A file that is replaced by renaming cannot be locked itself, because the lock would stay with the old file: lock
/// its folder, or a file next to it. The system releases a lock when its holder ends, for whatever reason.
package struct FileLock {
  private let file: Int32
  /// Whether no other program holds it. On a file system without locks, this is `false` and every program gets the
  /// lock: saving without a lock is better than not saving.
  package let isExclusive: Bool

  /// Waits until no other program holds the lock on a file, which is created if it does not exist.
  ///
  /// - Parameter patience: The number of attempts, a millisecond apart, so that a holder that is stopped (`^Z`) while
  ///   it holds the lock does not block other programs indefinitely.
  /// - Throws: `SystemError`, with `EWOULDBLOCK` if it is still held.
  package init(_ path: String, patience: Int = 2000) throws(SystemError) {
    try self.init(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, patience: patience)
  }

  /// Waits until no other program holds the lock on a folder.
  ///
  /// - Parameter patience: The number of attempts, a millisecond apart.
  /// - Throws: `SystemError`, with `EWOULDBLOCK` if it is still held.
  package init(folder path: String, patience: Int = 5000) throws(SystemError) {
    try self.init(opening: path, O_RDONLY | O_DIRECTORY, patience: patience)
  }

  private init(opening path: String, _ flags: Int32, patience: Int) throws(SystemError) {
    file = Descriptor.uninterrupted { path.withPath { open($0, flags | O_CLOEXEC, 0o600) } }
    guard file >= 0 else { throw SystemError("lock", subject: path) }
    var attempts = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else {
        isExclusive = false
        return
      }
      attempts += 1
      guard attempts < patience else {
        close(file)
        throw SystemError("lock", subject: path, code: code)
      }
      poll(nil, 0, 1)
    }
    isExclusive = true
  }

  /// Releases the lock.
  package func release() {
    // Unlocks explicitly, because a child process that is being started may still have the file open, and with it the
    // lock.
    flock(file, LOCK_UN)
    close(file)
  }
}

extension FileLock {
  /// A program that holds a lock.
  package struct Holder: Equatable {
    /// The program's process.
    package let process: pid_t
    /// The program's name.
    package let name: String
    /// Whether it is stopped, as by `^Z`.
    package let isStopped: Bool
  }

  /// The other program that holds the lock on a file; `nil` if the system does not tell, as only Linux does.
  package static func holder(of path: String) -> Holder? {
    guard let status = stat(of: path), let locks = text(of: "/proc/locks") else { return nil }
    // Such as `1: FLOCK  ADVISORY  WRITE 15771 fe:00:16236898 0 EOF`; a `->` stands before those who wait.
    // Two statements, because the compiler takes seconds for one expression.
    let all = locks.split(separator: "\n").map { $0.split(separator: " ") }
    let held = all.filter { $0.count > 5 && $0[1] == "FLOCK" && $0[5].hasSuffix(":\(status.st_ino)") }
    // Some file systems have several numbers of devices.
    let device = [status.st_dev >> 8 & 0xFFF, status.st_dev & 0xFF | status.st_dev >> 12 & 0xFFF00]
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    let lock = held.first { $0[5].hasPrefix(device + ":") } ?? (held.count == 1 ? held[0] : nil)
    guard let lock, let process = pid_t(lock[4]), process > 0, process != getpid() else { return nil }
    return Holder(process)
  }

  fileprivate static func text(of path: String) -> String? {
    (try? AtomicFile.read(path)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension FileLock.Holder {
  /// The program that runs as a process; `nil` if it has ended.
  fileprivate init?(_ process: pid_t) {
    // Such as `15771 (todoshell) S 1 …`; a name may have any signs in it.
    guard let text = FileLock.text(of: "/proc/\(process)/stat"), let start = text.firstIndex(of: "("),
      let end = text.lastIndex(of: ")"), start < end
    else { return nil }
    self.process = process
    name = String(text[text.index(after: start)..<end])
    isStopped = text[end...].dropFirst(2).first == "T"
  }
}
