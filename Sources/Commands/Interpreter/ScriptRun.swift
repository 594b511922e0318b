import Core

/// The state of a running script.
package struct ScriptRun {
  /// The counts of commands and expectations, and the failures.
  package var tally = ScriptTally()
  /// The exit code requested by `quit`.
  package var exitStatus: Int32?
  /// Whether a monitor has ended it.
  package var isAbandoned = false
  /// Whether to continue after a command fails.
  package var keepsGoing = false
  /// The updates to expected output, with `--update`.
  package var updates: ScriptUpdates?
}
