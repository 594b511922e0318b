import Core

extension SessionError {
  /// The hint for finding a moment.
  package static var momentsHint: String {
    "'log' lists the moments of this branch, and 'tree' shows all branches"
  }

  /// The suggested fix.
  package var hint: String? {
    switch self {
    case .cannotUndo(0): "this is the start; 'redo' goes forward, 'goto' goes to any moment"
    case .cannotUndo(let available): "'undo \(available)' goes to the start"
    case .cannotRedo(0):
      "this is the end of the branch; 'goto' goes to any moment, and 'tree' shows all branches"
    case .cannotRedo(let available): "'redo \(available)' goes to the end of the branch"
    case .startHasNoTurn: "the first command begins at #1; 'log' lists the moments"
    case .noMoment: Self.momentsHint
    case .noPlaceBefore: "'log --moves' lists all moves"
    case .noMark: "'mark' lists the marks"
    case .notOnLine(let moment): "'goto \(moment)' switches to its branch"
    case .alreadyOnLine, .alreadyInPlace: "'log' lists the moments of this branch"
    case .noAmendment: "give a command that sends actions or moves the clock"
    case .refused: "'record FILE' records in another file"
    case .durationTooLarge: "the clock ends at +\(SessionError.furthestSeconds)s"
    case .notAValue: "make it a structure, or keep it in a dependency"
    case .diverged: "take time, dates, ids and random numbers from dependencies"
    default: nil
    }
  }
}
