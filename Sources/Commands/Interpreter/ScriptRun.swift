import Core

/// The state of a running script.
package struct ScriptRun {
  /// How many commands ran, how many expectations held, and what failed.
  package var tally = ScriptTally()
  /// The status that `quit` asked for.
  package var exitStatus: Int32?
  /// Whether commands after one that failed are run.
  package var keepsGoing = false
  /// Where expected output goes that is to be rewritten, if it is.
  package var updates: ScriptUpdates?
}
