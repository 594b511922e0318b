import Core

/// The first failures of a session's commands, with the moments at which they occurred.
package struct FailureLog {
  /// A failure.
  package struct Entry {
    /// The current moment when it occurred.
    package let moment: Int
    /// The number of commands that had been recorded by then.
    package let recorded: Int
    /// The command that failed, if one did.
    package let command: (any RunningCommand)?
    /// What is wrong, where, and the remedy.
    package let event: Diagnosed
  }

  /// More would be too many to read.
  private static let most = 1_000

  package private(set) var entries: [Entry] = []

  package init() {}

  /// Records an error. Issues, which are warnings, are recorded with the moments that caused them.
  mutating func note(_ event: Diagnosed, of command: (any RunningCommand)?, at moment: Int, recorded: Int) {
    guard event.severity == .error, entries.count < Self.most else { return }
    entries.append(Entry(moment: moment, recorded: recorded, command: command, event: event))
  }
}
