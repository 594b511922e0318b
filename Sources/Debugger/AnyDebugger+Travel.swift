import Core

extension AnyDebugger {
  /// The history with its branches.
  ///
  /// - Parameter isFull: Whether to show all rows without folding.
  public func tree(isFull: Bool = false) -> TreeAnswer {
    TreeAnswer(rows: TreeRows(session, isFull: isFull).rows)
  }

  /// The marks, ordered by moment.
  public var marks: MarksAnswer {
    MarksAnswer(
      marks: session.sortedMarks.map { .init(name: $0, moment: session.summary(ofMoment: $1)) }
    )
  }

  /// The moves through the history, latest first.
  public var moves: MovesAnswer {
    MovesAnswer(
      moves: session.movements.reversed().map {
        .init(from: $0.from, to: $0.to, command: $0.label, repeated: $0.turns.count)
      }
    )
  }

  /// Marks a moment. If the name was in use, the mark moves.
  ///
  /// - Throws: `SessionError` if it cannot be recorded.
  public func mark(_ name: String, at moment: Moment<some Any, some Any>) throws {
    let before = try asCommand("mark \(name) \(moment.number)") {
      try session.mark(name, at: moment.number)
    }
    guard let before, before != moment.number else { return }
    notice("\(name) moved from #\(before) to #\(moment.number)")
  }

  /// Removes a mark.
  package func removeMark(_ name: Located<String>) throws {
    guard session.marks[name.value] != nil else {
      let names = session.marks.keys.sorted()
      throw name.diagnostic(
        "unknown mark '\(name.value)'",
        notes: names.isEmpty ? [] : ["the marks are \(names.joined(separator: ", "))"],
        hint: Spelling.suggestion(for: name.value, among: names)
      )
    }
    try session.removeMark(name.value)
  }
}
