/// Calls a function: nothing is drawn.
///
/// - Parameter animation: Unused. An animation that travels with an action is an argument of `send`.
/// - Returns: What the function returns.
/// - Throws: What the function throws.
@discardableResult
public func withAnimation<Result>(
  _ animation: Animation? = .default,
  _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
