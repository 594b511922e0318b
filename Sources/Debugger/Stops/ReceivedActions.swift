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
  /// The moments up to which, each on its line, everything has been asserted or skipped.
  var settled: Set<Int> = [0]
  /// The issues reported while the current command runs.
  package var issues: [SessionIssue] = []

  /// Discards the assertions of a session that has been replaced.
  mutating func reset() { settled = [0] }
}
