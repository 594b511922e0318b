extension SessionCore {
  @discardableResult
  func mark(_ name: String, at moment: Int? = nil) throws(SessionError) -> Int? {
    let moment = moment ?? timeline.current.number
    try check(moment)
    try policy.willChange()
    defer { observers.notify(.marked(name, moment: moment)) }
    return marks.updateValue(moment, forKey: name)
  }

  @discardableResult
  func removeMark(_ name: String) throws(SessionError) -> Int {
    let moment = try moment(marked: name)
    try policy.willChange()
    marks[name] = nil
    observers.notify(.marked(name, moment: nil))
    return moment
  }

  func moment(marked name: String) throws(SessionError) -> Int {
    guard let moment = marks[name] else { throw SessionError.noMark(name) }
    return moment
  }
}
