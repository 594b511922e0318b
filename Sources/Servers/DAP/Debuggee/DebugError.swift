import TodoShellCommands
import Core

/// The reason why a debugger cannot do what was requested.
package struct DebugError: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }

  /// Converts the errors of `body`, without their locations: they are about the text that was passed in, or
  /// about a file.
  static func converting<Result>(_ body: () throws -> Result) throws(DebugError) -> Result {
    do { return try body() } catch {
      let diagnostic = Diagnostic(error)
      let parts = [diagnostic.message, diagnostic.hint].compactMap(\.self)
      throw DebugError(parts.joined(separator: "; "))
    }
  }

  static let cancelled = DebugError("cancelled")
}
