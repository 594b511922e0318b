import Core

/// The files that contain the session or an earlier version of it: files from which it was loaded, to which it was
/// saved, or in which it was recorded.
///
/// Overwriting such a file with the session loses nothing, unless another program has changed it.
package struct SessionCopies {
  private var copies: [String: Copy] = [:]

  /// The part of a session that a file contains.
  package struct Copy {
    /// The number of the session's commands in it.
    var commandCount: Int
    /// The number of bytes that they occupy. Anything after them was not completely written.
    var length: Int
    package var lineEnd: [UInt8] = [.newline]
    /// The text missing after the last command.
    package var missing = ""
    /// The version of the file that contains it, or why that is not known.
    var version: Result<FileVersion?, SystemError> = .success(nil)
  }

  /// The part of the session in the file at a path; `nil` if there is none, or if another program has changed the
  /// file.
  ///
  /// - Throws: Why that cannot be told.
  func copy(at path: String) throws(SystemError) -> Copy? {
    guard let copy = copies[AtomicFile.resolvingLinks(path)] else { return nil }
    return try copy.version.get() == FileVersion(of: path) ? copy : nil
  }

  /// Whether a file contains as many commands of the session, and no other program has changed it.
  func contain(commandCount: Int) -> Bool {
    copies.contains { path, copy in copy.commandCount >= commandCount && (try? self.copy(at: path)) != nil }
  }

  /// Records what a file contains now.
  ///
  /// - Parameter error: Why it is not known whether it still contains that.
  mutating func note(_ copy: Copy, at path: String, unlessKnown error: SystemError? = nil) {
    var copy = copy
    do throws(SystemError) {
      if let error { throw error }
      copy.version = .success(try FileVersion(of: path))
    } catch {
      copy.version = .failure(error)
    }
    copies[AtomicFile.resolvingLinks(path)] = copy.version == .success(nil) ? nil : copy
  }
}
