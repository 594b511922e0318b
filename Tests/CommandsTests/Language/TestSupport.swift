import TestSupport
import Testing

@testable import Commands
@testable import Debugger
@testable import Values

/// What a reader threw; records an issue if it threw nothing.
func diagnostic<T>(
  of body: @autoclosure () throws(Diagnostic) -> T,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Diagnostic? {
  do throws(Diagnostic) {
    let value = try body()
    Issue.record("expected an error, got \(value)", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

/// A diagnostic about `source` must lie in it, or the caret would point into nothing.
func expectLocated(_ diagnostic: Diagnostic, in source: String, seed: UInt64) {
  let lines = source.utf8.count { $0 == .newline } + 1
  #expect((1...lines).contains(diagnostic.location.line), "seed \(seed): \(source.debugDescription)")
  #expect(
    (1...diagnostic.sourceLine.count + 1).contains(diagnostic.location.column),
    "seed \(seed): \(source.debugDescription)"
  )
  #expect(!diagnostic.message.isEmpty, "seed \(seed): \(source.debugDescription)")
  #expect(!diagnostic.rendered().unicodeScalars.contains { $0.needsEscaping && $0 != "\n" })
}
