#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  ///
  /// - Complexity: O(*n*) in the number of locks in the system.
  package static func holder(of path: String) -> Holder? {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0, let locks = text(of: "/proc/locks") else { return nil }
    // Such as `1: FLOCK  ADVISORY  WRITE 15771 fe:00:16236898 0 EOF`; a `->` stands before those who wait.
    let held = locks.split(separator: "\n").map { $0.split(separator: " ") }.filter {
      $0.count > 5 && $0[1] == "FLOCK" && $0[5].hasSuffix(":\(status.st_ino)")
    }
    let (major, minor) = (status.st_dev >> 8 & 0xFFF, status.st_dev & 0xFF | status.st_dev >> 12 & 0xFFF00)
    func digits(_ number: dev_t) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
    // Some file systems have several numbers of devices.
    let device = "\(digits(major)):\(digits(minor))"
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
