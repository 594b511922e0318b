import TodoShellSystem

// What systems do in different ways, for the modules on which Core depends; CPlatform has the rest.

extension stat {
  /// The status of the file at a path, following links.
  ///
  /// - Returns: `nil` if the system does not tell; the reason is in `errno`.
  package init?(of path: String) {
    self.init()
    guard path.withPath({ fstatat(AT_FDCWD, $0, &self, 0) }) == 0 else { return nil }
  }

  /// The status of an open file; as ``init(of:)``.
  package init?(of descriptor: Int32) {
    self.init()
    guard fstat(descriptor, &self) == 0 else { return nil }
  }

  /// Whether it is a regular file.
  package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  /// When the contents were written.
  package var modification: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// When the contents, a name or an attribute was changed.
  package var change: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

extension Descriptor {
  /// Writes what has been written to a file, but not when, to the disk.
  ///
  /// - Returns: Whether that succeeded; if not, the reason is in `errno`.
  package static func synchronize(_ file: Int32) -> Bool {
    #if canImport(Darwin) || PORTABLE
      uninterrupted { fsync(file) } == 0
    #else
      uninterrupted { fdatasync(file) } == 0
    #endif
  }
}

/// Whether this program runs in a debugger, which only Linux and Darwin tell.
package var isDebugged: Bool {
  #if canImport(Darwin)
    var (process, size) = (kinfo_proc(), MemoryLayout<kinfo_proc>.stride)
    var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
    return sysctl(&name, 4, &process, &size, nil, 0) == 0 && process.kp_proc.p_flag & P_TRACED != 0
  #else
    guard let file = try? AtomicFile.read("/proc/self/status") else { return false }
    let status = String(decoding: file, as: UTF8.self)
    return status.split(separator: "\n").contains { $0.hasPrefix("TracerPid:") && !$0.hasSuffix("\t0") }
  #endif
}
