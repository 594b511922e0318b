extension Session {
  /// Gives the turns and movements that came last other words: those of the command that they turned out to be of.
  ///
  /// - Parameters:
  ///   - label: The words.
  ///   - turn: The number of the first turn.
  ///   - movement: The number of the first movement.
  package func relabel(_ label: String?, fromTurn turn: Int, fromMovement movement: Int) {
    timeline.relabel(label, fromTurn: turn)
    journal.relabel(label, fromMovement: movement)
  }
}
