/// Stops a debug build if an invariant is broken. Releases do not evaluate `problem`.
///
/// - Parameter problem: Describes the broken invariant; `nil` if all hold.
@inlinable
package func assertInvariants(
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
