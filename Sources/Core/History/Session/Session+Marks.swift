extension Session {
  /// The names that were given to moments.
  public var marks: [String: Int] { markedMoments }

  /// Gives a moment a name. A name that is in use goes to the moment.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - moment: The moment; by default the current one.
  /// - Returns: The moment that had the name before.
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is none with that number.
  @discardableResult
  public func mark(_ name: String, at moment: Int? = nil) throws(SessionError) -> Int? {
    let moment = moment ?? timeline.current.number
    try check(moment)
    try policy.willChange()
    defer { observers.notify(.marked(name, moment: moment)) }
    return markedMoments.updateValue(moment, forKey: name)
  }

  /// Takes a name from its moment.
  ///
  /// - Returns: The moment that had it.
  /// - Throws: ``SessionError/noMark(_:)`` if none has.
  @discardableResult
  public func removeMark(_ name: String) throws(SessionError) -> Int {
    let moment = try moment(marked: name)
    try policy.willChange()
    markedMoments[name] = nil
    observers.notify(.marked(name, moment: nil))
    return moment
  }

  /// The moment that has a name.
  ///
  /// - Throws: ``SessionError/noMark(_:)`` if none has.
  public func moment(marked name: String) throws(SessionError) -> Int {
    guard let moment = markedMoments[name] else { throw SessionError.noMark(name) }
    return moment
  }
}
