import Core

extension AnySession {
  /// The prompt: `#3 +1s> `, and in the past `#3 of 7 +1s> `.
  package var prompt: String { prompt(at: now) }

  /// The prompt with another time.
  package func prompt(at time: Duration) -> String {
    let moment = moment
    guard isInPast, let tip = line.last else { return "#\(moment.number) +\(time.formatted)> " }
    return "#\(moment.number) of \(tip) +\(moment.now.formatted)> "
  }

  /// Whether later moments exist on this line.
  package var isInPast: Bool { line.currentIndex < line.count - 1 }
}
