import Core
import Glibc

/// The files that hold the session at hand, or what it was before it went on: those from which it was loaded, in which it
/// was saved, or in which it was recorded.
///
/// Nothing is lost when one of them is replaced by the session, as long as nobody else has changed it.
package struct SessionCopies {
  private var copies: [String: Copy] = [:]

  /// What a file holds of a session.
  package struct Copy {
    /// How many of the session's commands are in it.
    var commandCount: Int
    /// How many bytes they take. What follows was not written to its end.
    var length: Int
    package var lineEnd: [UInt8] = [.newline]
    /// What is missing behind the last of the commands.
    package var missing = ""
    fileprivate var version: FileVersion?

    init(commandCount: Int, length: Int) {
      self.commandCount = commandCount
      self.length = length
    }
  }

  /// What tells that a file is as it was.
  fileprivate struct FileVersion: Equatable {
    let device: dev_t
    let number: ino_t
    let size: off_t
    let seconds: Int
    let nanoseconds: Int

    init?(of path: String) {
      var status = stat()
      guard path.withPath({ stat($0, &status) }) == 0 else { return nil }
      device = status.st_dev
      number = status.st_ino
      size = status.st_size
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// What the file at a path holds of the session; `nil` if that is not known, or someone else has changed it.
  subscript(path: String) -> Copy? {
    let copy = copies[AtomicFile.resolvingLinks(path)]
    return copy?.version == FileVersion(of: path) ? copy : nil
  }

  /// Notes what a file holds now.
  mutating func note(_ copy: Copy, at path: String) {
    var copy = copy
    copy.version = FileVersion(of: path)
    copies[AtomicFile.resolvingLinks(path)] = copy.version == nil ? nil : copy
  }
}
