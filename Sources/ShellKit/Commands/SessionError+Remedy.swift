import Core

extension SessionError {
  /// What is the matter, with durations as the language writes them.
  var message: String {
    switch self {
    case .cannotGoEarlier(let available) where available > .zero: "only \(available.formatted) have passed"
    case .cannotGoLater(let available) where available > .zero: "the line ends in \(available.formatted)"
    default: description
    }
  }

  /// What to try instead.
  var remedy: String? {
    switch self {
    case .noPlaceBefore: "'moves' lists all moves"
    case .noMark: "'marks' lists the marks"
    case .notOnLine(let moment): "'goto \(moment)' makes its line the current one"
    case .alreadyOnLine, .alreadyInPlace: "'log' lists what is on this line"
    case .noAmendment: "give a command that sends actions or moves the clock"
    case .cannotGoEarlier, .cannotGoLater: "'log' shows at what time what happened"
    case .refused: "'record FILE' records in another file"
    case .diverged: "take time, dates, ids and random numbers from dependencies"
    default: nil
    }
  }
}
