extension Comparison {
  /// Everything that is compared within one process.
  public static let all: [Comparison] = lists + diffs + sessions
}

/// Sends toggles to a session of ten todos, for a program that counts instructions.
///
/// - Parameter count: How many.
/// - Throws: What the session throws.
public func sendToggles(_ count: Int) throws {
  let session = Checklist.session(10)
  for action in Checklist.toggles(count, below: 10) { try session.send(action) }
}
