import Core
import Values

/// The reason why a request failed, as the editor shows it.
package struct DebugError: Error, Equatable {
  let message: String

  package init(_ message: String) { self.message = message }

  /// - Parameter diagnostic: An error in a text of the request, whose location says nothing.
  private init(_ diagnostic: Diagnostic) {
    message = ([diagnostic.message] + [diagnostic.hint].compactMap(\.self)).joined(separator: "; ")
  }

  /// Runs `body`, whose errors are about a text of the request.
  static func converting<Result>(_ body: () throws(Diagnostic) -> Result) throws(DebugError) -> Result {
    do throws(Diagnostic) { return try body() } catch { throw DebugError(error) }
  }

  static let cancelled = DebugError("cancelled")
}
