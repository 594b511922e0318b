import TodoShellSystem

/// Identifies the version of a file.
package struct FileVersion: Equatable {
  private let device: dev_t
  private let number: ino_t
  private let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  /// The version of the file at a path.
  ///
  /// - Returns: `nil` if the file does not exist.
  /// - Throws: A `SystemError` if that cannot be told.
  package init?(of path: String) throws(SystemError) {
    guard let status = stat(of: path) else {
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw SystemError("tell whether another program has changed", subject: path)
    }
    (device, number, size) = (status.st_dev, status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.modification.tv_sec, status.modification.tv_nsec)
  }
}

/// Files that have been read, with their versions at that time.
package struct FileVersions {
  private var versions: [String: FileVersion?] = [:]

  /// Notes the present versions of files.
  ///
  /// - Parameter paths: Their paths. A file that does not exist, or cannot be looked at, counts as changed once it can.
  package init(of paths: [String] = []) { note(paths) }

  /// The paths of the files.
  package var paths: some Collection<String> { versions.keys }

  /// Whether none of the files has changed since.
  package var areCurrent: Bool { versions.allSatisfy { (try? FileVersion(of: $0)) == $1 } }

  /// Notes the present versions of further files.
  package mutating func note(_ paths: some Sequence<String>) {
    for path in paths where versions[path] == nil { versions[path] = .some(try? FileVersion(of: path)) }
  }
}
