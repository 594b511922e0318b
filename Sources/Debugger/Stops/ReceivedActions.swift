import Core

/// Which received actions have been asserted.
///
/// What was asserted belongs to a moment: it travels with it, and a branch starts with what was asserted before.
package struct ReceivedActions {
  /// Whether what was received and not asserted, and effects still in flight, fail the script at its end, and issues
  /// the command that leads to them.
  package var isExhaustive = false
  /// The command that made it so.
  var source: SourceText?
  /// The moments up to which, each on its line, everything has been asserted or need not be.
  var settled: Set<Int> = [0]
  /// What the feature was caught at while the command runs that is running.
  package var issues: [SessionIssue] = []

  /// Forgets what was asserted of a session that has been replaced.
  mutating func reset() { settled = [0] }
}
