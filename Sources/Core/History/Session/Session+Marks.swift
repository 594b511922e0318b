extension Session {
  /// The moments by the names of their marks.
  public var marks: [String: Int] { markedMoments }

  /// Marks a moment with a name. A name that is in use is moved.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - moment: The moment; the current one by default.
  /// - Returns: The moment that had the name before.
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is no moment with that number.
  @discardableResult
  public func mark(_ name: String, at moment: Int? = nil) throws(SessionError) -> Int? {
    let moment = moment ?? timeline.current.number
    try check(moment)
    try policy.willChange()
    defer { observers.notify(.marked(name, moment: moment)) }
    return markedMoments.updateValue(moment, forKey: name)
  }

  /// Removes a mark.
  ///
  /// - Returns: The moment that had it.
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  @discardableResult
  public func removeMark(_ name: String) throws(SessionError) -> Int {
    let moment = try moment(marked: name)
    try policy.willChange()
    markedMoments[name] = nil
    observers.notify(.marked(name, moment: nil))
    return moment
  }

  /// The moment with a mark.
  ///
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  public func moment(marked name: String) throws(SessionError) -> Int {
    guard let moment = markedMoments[name] else { throw SessionError.noMark(name) }
    return moment
  }
}
