import Core

/// Which received actions have been asserted.
///
/// What was asserted is a fact about a moment, so it goes and comes with the moment when someone travels, and a branch
/// begins with what was asserted before it.
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
