import Core

extension Session {
  /// The text before the place to type: `#3 +1s> `, and in the past `#3 of 7 +1s> `.
  package var prompt: String { prompt(at: now) }

  /// The same with another time.
  package func prompt(at time: Duration) -> String {
    let moment = moment
    guard isInPast, let tip = line.last else { return "#\(moment.number) +\(time.formatted)> " }
    return "#\(moment.number) of \(tip) +\(moment.now.formatted)> "
  }

  /// Whether there is something to go forward to.
  package var isInPast: Bool { line.currentIndex < line.count - 1 }
}
