/// Stops a debug build if an invariant is broken. A release does not even look.
@inlinable
func assertInvariants(
  _ problem: @autoclosure () -> String?,
  file: StaticString = #fileID,
  line: UInt = #line
) {
  assert(
    {
      if let problem = problem() { assertionFailure(problem, file: file, line: line) }
      return true
    }()
  )
}
