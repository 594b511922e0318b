#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A system call that failed: what was tried, on what, and the reason the system gave.
public struct SystemError: Error, Equatable, CustomStringConvertible, Sendable {
  /// What was tried, to follow "cannot": `read`, `make a pipe`.
  public let attempt: String
  /// The file or the like that it was tried on.
  public let subject: String?
  /// The system's number for the reason.
  public let code: Int32

  /// Describes the failure of a call that has just returned; takes the reason from `errno` by default.
  public init(_ attempt: String, subject: String? = nil, code: Int32 = errno) {
    self.attempt = attempt
    self.subject = subject
    self.code = code
  }

  /// The failure in a sentence: `cannot read 'todos.json': Permission denied`.
  public var description: String {
    let object = subject.map { " '\($0)'" } ?? ""
    return "cannot \(attempt)\(object): \(String(cString: strerror(code)))"
  }
}
