import TodoShellSystem

/// A new file in the folder of the one that it will replace.
///
/// If the file system supports it, the file has no name until it is complete, so nothing is left behind if the
/// program ends before. Otherwise it has a unique name. Between getting its name and replacing the other file, a program
/// that is killed leaves it behind, complete; the next replacement of the same file removes it.
struct ReplacementFile {
  let descriptor: Int32
  private let folder: String
  private var name: String?

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - mode: Its permissions, subject to the process's umask.
  ///   - isNamed: Whether it has a name from the start, as on file systems without unnamed files.
  /// - Returns: `nil` if it cannot be created, with the reason in `errno`.
  init?(in folder: String, mode: mode_t, isNamed: Bool = false) {
    self.folder = folder
    if !isNamed, let unnamed = Self.openUnnamed(in: folder, mode: mode) {
      descriptor = unnamed
      return
    }
    var name: String
    var file: Int32
    repeat {
      name = Self.newName(in: folder)
      file = Descriptor.uninterrupted {
        name.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode) }
      }
    } while file < 0 && errno == EEXIST
    guard file >= 0 else { return nil }
    descriptor = file
    self.name = name
  }

  /// Renames it to `target`, replacing the existing file.
  ///
  /// - Returns: Whether that succeeded; if not, the reason is in `errno`.
  mutating func rename(to target: String) -> Bool {
    // An unnamed file cannot be linked to an existing name, so this takes two steps.
    guard name != nil || giveName(before: target), let name else { return false }
    guard name.withPath({ name in target.withPath { systemRename(name, $0) } }) == 0 else { return false }
    // A child process that is being started may still have the file open, and with it the lock.
    flock(descriptor, LOCK_UN)
    return true
  }

  /// Closes the file, and removes it unless it was renamed.
  func discard() {
    close(descriptor)
    if let name { _ = name.withPath { unlink($0) } }
  }

  private static func newName(in folder: String) -> String {
    "\(folder)/.\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).new"
  }

  private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  private static func openUnnamed(in folder: String, mode: mode_t) -> Int32? {
    #if os(Linux) && !PORTABLE
      // O_TMPFILE, which is not imported into Swift.
      let temporary = 0o20_000_000 | O_DIRECTORY
      let file = Descriptor.uninterrupted {
        folder.withPath { open($0, O_WRONLY | temporary | O_CLOEXEC, mode) }
      }
      guard file >= 0 else { return nil }
      // Without /proc it could never get a name.
      if access(path(of: file), F_OK) == 0 { return file }
      close(file)
    #endif
    return nil
  }

  private mutating func giveName(before target: String) -> Bool {
    // The lock tells other programs that the name is in use.
    flock(descriptor, LOCK_EX | LOCK_NB)
    var name = "\(folder)/.\(AtomicFile.name(of: target)).~replacing~"
    while true {
      let code = name.withPath {
        linkat(AT_FDCWD, Self.path(of: descriptor), AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
      }
      if code == 0 {
        self.name = name
        return true
      }
      switch errno {
      case EEXIST: if !Self.removeAbandoned(name) { name = Self.newName(in: folder) }
      case ENAMETOOLONG: name = Self.newName(in: folder)
      default: return false
      }
    }
  }

  /// Removes a file that a killed program has left behind.
  ///
  /// - Returns: Whether it is removed; not if another program is about to rename it.
  private static func removeAbandoned(_ name: String) -> Bool {
    let file = name.withPath { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { return false }
    defer { close(file) }
    var named = stat()
    guard flock(file, LOCK_EX | LOCK_NB) == 0, let opened = stat(of: file),
      name.withPath({ lstat($0, &named) }) == 0, opened.st_dev == named.st_dev, opened.st_ino == named.st_ino
    else { return false }
    return name.withPath { unlink($0) } == 0
  }
}

// A separate name, because the method of a file hides the system's function.
private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  rename(old, new)
}
