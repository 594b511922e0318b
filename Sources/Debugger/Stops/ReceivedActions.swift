import Core

/// Tracks which received actions have been asserted.
///
/// Assertions belong to a moment: they travel with it, and a branch starts with those made before it.
package struct ReceivedActions {
  /// Whether exhaustive mode is on: unasserted actions and effects in flight at the end fail the script, and an issue
  /// fails the command that caused it.
  package var isExhaustive = false
  /// The command that turned it on.
  var source: SourceText?
  /// The moments up to which everything on their line of the history has been asserted or skipped.
  private var settled: Set<Int> = []
  /// The moments, in order up to `latest`, at which effects sent actions that are not asserted yet.
  private(set) var unasserted: ArraySlice<Int> = []
  private var latest = 0
  /// The issues reported while the current command runs.
  package var issues: [SessionIssue] = []

  /// Updates ``unasserted`` to a moment.
  ///
  /// - Parameters:
  ///   - moment: The number of the moment.
  ///   - parent: The number of the moment before it.
  ///   - isReceived: Whether an effect sent the action of a moment.
  /// - Complexity: O(*n*) in the number of moments since the last update, if that was on the same line of the history;
  ///   otherwise, since the last asserted moment.
  mutating func update(to moment: Int, parent: (Int) -> Int?, isReceived: (Int) -> Bool) {
    var found: [Int] = []
    var next: Int? = moment
    while let number = next, number != latest, !settled.contains(number) {
      if isReceived(number) { found.append(number) }
      next = parent(number)
    }
    if next != latest { unasserted = [] }
    unasserted += found.reversed()
    latest = moment
  }

  /// Notes that the action of one of the ``unasserted`` moments was asserted, and those before it were skipped.
  mutating func settle(_ moment: Int) {
    settled.insert(moment)
    // A moment has a higher number than those before it on its line.
    unasserted = unasserted.drop { $0 <= moment }
  }

  /// Notes that all actions up to a moment were skipped.
  mutating func skipAll(upTo moment: Int) {
    settled.insert(moment)
    unasserted = []
    latest = moment
  }

  /// Discards the assertions of a session that has been replaced.
  mutating func reset() { (settled, unasserted, latest) = ([], [], 0) }
}
