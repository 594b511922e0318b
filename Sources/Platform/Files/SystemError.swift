import TodoShellSystem

/// A failed system call: what was attempted, on what, and the system's reason.
public struct SystemError: Error, Equatable, CustomStringConvertible, Sendable {
  /// What was attempted, as it follows "cannot": `read`, `make a pipe`.
  public let attempt: String
  /// The file or other object of the attempt.
  public let subject: String?
  /// The system's error number.
  public let code: Int32

  /// Creates the error for a call that has just failed, by default with the reason in `errno`.
  public init(_ attempt: String, subject: String? = nil, code: Int32 = errno) {
    self.attempt = attempt
    self.subject = subject
    self.code = code
  }

  /// The code for a file that is neither regular nor a folder, where a regular file is needed. The system has none for it.
  package static var notRegular: Int32 { -1 }

  /// The code for what is no regular file, by its mode.
  package static func code(ofMode mode: mode_t) -> Int32 { mode & S_IFMT == S_IFDIR ? EISDIR : notRegular }

  /// The failure in a sentence: `cannot read 'todos.json': Permission denied`.
  public var description: String {
    let object = subject.map { " '\($0)'" } ?? ""
    let reason =
      code == Self.notRegular
      ? "it is a pipe or a device, not a regular file" : String(cString: strerror(code))
    return "cannot \(attempt)\(object): \(reason)"
  }
}

/// The value of a variable of the environment; `nil` if it is not set.
package func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
