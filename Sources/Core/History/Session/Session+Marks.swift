extension Session {
  /// The moments by the names of their marks.
  public var marks: [String: Int] { core.marks }

  /// Marks a moment with a name. A name that is in use is moved.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - moment: The moment; the current one by default.
  /// - Returns: The moment that had the name before.
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is no moment with that number.
  @discardableResult
  public func mark(_ name: String, at moment: Int? = nil) throws(SessionError) -> Int? {
    try core.mark(name, at: moment)
  }

  /// Removes a mark.
  ///
  /// - Returns: The moment that had it.
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  @discardableResult
  public func removeMark(_ name: String) throws(SessionError) -> Int { try core.removeMark(name) }

  /// The moment with a mark.
  ///
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  public func moment(marked name: String) throws(SessionError) -> Int { try core.moment(marked: name) }
}
