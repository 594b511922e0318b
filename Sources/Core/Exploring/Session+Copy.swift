extension Session {
  /// Does something in a copy of the session that starts at its current moment.
  ///
  /// The session must not be used until this returns, because both have the same shared values.
  ///
  /// - Parameter momentLimit: The maximum number of moments per input.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight could not be reproduced, or what `body` throws.
  package func withCopy<Result>(momentLimit: Int, _ body: (Session) throws -> Result) throws -> Result {
    let copy = try SessionCopy(from: self, momentLimit: momentLimit)
    defer { copy.end() }
    return try body(copy.session)
  }
}
