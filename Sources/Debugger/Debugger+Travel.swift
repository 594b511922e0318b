import Core

extension Debugger {
  /// The record with its branches.
  ///
  /// - Parameter isFull: Whether nothing is folded.
  public func tree(isFull: Bool = false) -> TreeAnswer {
    TreeAnswer(rows: TreeRows(session, isFull: isFull).rows)
  }

  /// The marks, by their moments.
  public var marks: MarksAnswer {
    let marks = session.marks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return MarksAnswer(
      marks: marks.map { MarksAnswer.Mark(name: $0, moment: session.summary(of: session.moments[$1])) }
    )
  }

  /// The moves through the record, the last one first.
  public var moves: MovesAnswer {
    let moves = session.movements.reversed().map { movement in
      MovesAnswer.Move(
        from: movement.from,
        to: movement.to,
        command: movement.label,
        repeated: movement.turns.count
      )
    }
    return MovesAnswer(moves: moves)
  }

  /// Gives a moment a name, which another one may lose by that.
  ///
  /// - Throws: `SessionError` if it cannot be recorded.
  public func mark(_ name: String, at moment: Moment<State, Action>) throws {
    let before = try asCommand("mark \(name) \(moment.number)") {
      try session.mark(name, at: moment.number)
    }
    guard let before, before != moment.number else { return }
    notice("\(name) was #\(before), and is #\(moment.number)")
  }

  /// Takes a name away.
  package func removeMark(_ name: Located<String>) throws {
    guard session.marks[name.value] != nil else {
      let names = session.marks.keys.sorted()
      throw name.diagnostic(
        "there is no mark '\(name.value)'",
        notes: names.isEmpty ? [] : ["there are \(names.joined(separator: ", "))"],
        hint: Spelling.suggestion(for: name.value, among: names)
      )
    }
    try session.removeMark(name.value)
  }
}
