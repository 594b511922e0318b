extension SessionCore {
  /// The last moment of the line.
  var tip: Int { timeline.lineNumber(at: timeline.lineCount - 1) }

  /// Moves the current position, and restores the shared values of the new moment.
  func move(
    label: String?,
    takingBack other: Int? = nil,
    undoingFrom start: Int? = nil,
    _ move: (inout Timeline) -> Void
  ) throws(SessionError) {
    try policy.willChange()
    let from = timeline.current.number
    let fromTip = tip
    move(&timeline)
    shared.restore(timeline.current.shared)
    guard timeline.current.number != from || tip != fromTip else { return }
    let movement = Movement(
      number: movements.count,
      from: from,
      to: timeline.current.number,
      label: label,
      turns: timeline.turns.count..<timeline.turns.count,
      fromTip: fromTip,
      takesBack: other,
      undoneFrom: start
    )
    movements.append(movement)
    observers.notify(.travelled(movement))
  }
}
