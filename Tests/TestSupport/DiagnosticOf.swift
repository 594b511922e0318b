import Testing
import TodoShellValues

/// What a reader threw; records an issue if it threw nothing.
public func diagnostic<T>(
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
