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

  /// How to find out which moments there are.
  package static var momentsHint: String { "'log' lists those of this line, 'tree' draws all" }

  /// What to try instead.
  var hint: String? {
    switch self {
    case .cannotUndo(0): "this is the start: 'redo' goes on from here, 'goto' goes to any moment"
    case .cannotUndo(let available): "'undo \(available)' goes to the start"
    case .cannotRedo(0): "this is where the line ends: 'goto' goes to any moment, 'tree' draws them all"
    case .cannotRedo(let available): "'redo \(available)' goes to the end of the line"
    case .startHasNoTurn: "the first command made #1; 'log' lists what others made"
    case .noMoment: Self.momentsHint
    case .noPlaceBefore: "'moves' lists all moves"
    case .noMark: "'marks' lists the marks"
    case .notOnLine(let moment): "'goto \(moment)' makes its line the current one"
    case .alreadyOnLine, .alreadyInPlace: "'log' lists what is on this line"
    case .noAmendment: "give a command that sends actions or moves the clock"
    case .cannotGoEarlier, .cannotGoLater: "'log' shows at what time what happened"
    case .refused: "'record FILE' records in another file"
    case .durationTooLarge: "it goes to +\(SessionError.furthestSeconds)s"
    case .diverged: "take time, dates, ids and random numbers from dependencies"
    default: nil
    }
  }
}
