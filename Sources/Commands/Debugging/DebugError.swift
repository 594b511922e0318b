import Core

/// The reason why a debugger cannot do what was requested.
package struct DebugError: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }

  /// - Parameter diagnostic: An error in a text that was given, whose location says nothing.
  private init(_ diagnostic: Diagnostic) {
    message = ([diagnostic.message] + [diagnostic.hint].compactMap(\.self)).joined(separator: "; ")
  }

  /// Runs `body`, whose errors are about a text that was given.
  package static func converting<Result>(_ body: () throws(Diagnostic) -> Result) throws(DebugError) -> Result
  {
    do throws(Diagnostic) { return try body() } catch { throw DebugError(error) }
  }

  /// Runs `body`, which reads a file.
  package static func converting<Result>(_ body: () throws(SystemError) -> Result) throws(DebugError)
    -> Result
  {
    do throws(SystemError) { return try body() } catch { throw DebugError(error.description) }
  }

  package static let cancelled = DebugError("cancelled")
}
