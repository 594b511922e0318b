import Core

/// The state of a running script.
package final class ScriptRun {
  /// The counts of commands and expectations, and the failures.
  // Unchecked: every command changes it, which calls nothing.
  @exclusivity(unchecked) package var tally = ScriptTally()
  /// The exit code requested by `quit`.
  package var exitStatus: Int32?
  /// Whether a monitor has ended it.
  package var isAbandoned: Bool {
    get { storedAbandonment }
    set { storedAbandonment = newValue }
  }
  /// Whether the notice about a new branch has been shown.
  var hasNoticedBranch = false
  /// The spellings of earlier versions for which the notice of the new one has been shown.
  var noticedSpellings: Set<String> = []
  /// Whether to continue after a command fails.
  package var keepsGoing = false
  /// Called with the position of each command of the script itself that is about to run.
  package var didReach: ((ScriptPosition) -> Void)? { didSet { noteFollowing() } }
  /// Whether to count the rounds of blocks even if nothing else needs them, so that failures name them.
  package var countsRounds = false { didSet { noteFollowing() } }
  /// Where to end the run, before that command.
  package var end: ScriptPosition? { didSet { noteFollowing() } }
  /// The rest of it, if a conversation began in its middle; nothing after its end.
  package var rest: ScriptRest?
  /// The rounds of blocks in which it has ended there.
  package var roundsAtEnd: [CallFrame] = []
  /// The updates to expected output, with `--update`.
  package var updates: ScriptUpdates?
  /// The running command of the script itself, not of one that it sources; `nil` after the last one. Most scripts need not
  /// know its line.
  var current: (step: Program.Step, time: Int?)?
  private var storedAbandonment = false
  /// Whether the positions of commands are needed while it runs.
  private var isFollowed = false
  /// How often each line of a block has been reached.
  private var rounds: [Int: Int] = [:]

  private func noteFollowing() { isFollowed = countsRounds || didReach != nil || end != nil }

  /// Notes that a command of the script itself is about to run.
  ///
  /// - Parameters:
  ///   - step: The command; `nil` at the end of the script.
  ///   - isInBlock: Whether it is in a block, whose commands can run several times.
  /// - Returns: Whether it is to run.
  func reach(_ step: Program.Step?, isInBlock: Bool = false) -> Bool {
    current = step.map { ($0, nil) }
    guard isFollowed, var place = position else { return true }
    if isInBlock {
      rounds[place.line, default: 0] += 1
      place.time = rounds[place.line]
      current?.time = place.time
    }
    isAbandoned = place == end
    if !isAbandoned { didReach?(place) }
    return !isAbandoned
  }

  private var position: ScriptPosition? {
    current.map { ScriptPosition(line: $0.step.line.lines.lowerBound, time: $0.time) }
  }

  /// Notes that the running command ends the script as a failure.
  func fail() { tally.failedPosition = tally.failedPosition ?? position }

  /// Updates the counts for an event.
  func note(_ event: any Event) {
    let failures = tally.failures
    tally.note(event)
    if failures == 0, tally.failures > 0 { fail() }
  }
}

/// Where a command of a script runs: `12`, or `12@3` for the third time that line 12 of a block runs.
package struct ScriptPosition: Equatable, Codable, CustomStringConvertible {
  /// The line, from 1.
  package var line: Int
  /// How often the line has been reached, if it is in a block.
  package var time: Int?

  package init(line: Int, time: Int? = nil) { (self.line, self.time) = (line, time) }

  /// - Returns: `nil` if the text does not parse.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count <= 2, !parts.contains(nil), let line = parts[0] else { return nil }
    self.init(line: line, time: parts.count == 2 ? parts[1] : nil)
  }

  package var description: String { time.map { "\(line)@\($0)" } ?? "\(line)" }
}

/// The counts and failures of a script so far.
package struct ScriptTally: Equatable, Codable {
  /// The maximum number of failures in a report.
  static var mostDiagnostics: Int { 20 }

  package var commands = 0
  /// All expectations, both met and failed.
  package var expectations = 0
  /// All errors.
  package private(set) var failures = 0
  /// The errors other than failed expectations.
  package private(set) var errors = 0
  /// The first error.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The command of the script itself, not of one that it sources, at which the first error occurred; `nil` if after the
  /// last one.
  package var failedPosition: ScriptPosition?

  /// The lines of the first issues reported by the feature.
  private var issues: [[String]] = []
  /// The number of issues.
  package private(set) var issueCount = 0

  package init() {
  }

  package var firstFailure: SourceLocation? { diagnostics.first?.location }

  fileprivate mutating func note(_ event: any Event) {
    switch event {
    case let event as Asserted where event.holds: expectations += 1
    case let event as Diagnosed:
      if event.isIssue { return note(issue: event) }
      if let diagnostic = event.diagnostic, event.severity == .error { note(diagnostic) }
    default: break
    }
  }

  package mutating func note(_ diagnostic: Diagnostic) {
    failures += 1
    if diagnostic.isFailedExpectation { expectations += 1 } else { errors += 1 }
    if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
  }

  mutating func note(issue: Diagnosed) {
    issueCount += 1
    if issues.count < Self.mostDiagnostics { issues.append(issue.lines(Page())) }
  }

  /// Replaces the locations of errors, as after a change of the script.
  package mutating func relocate(_ location: (SourceLocation) -> SourceLocation, in file: String) {
    for index in diagnostics.indices { diagnostics[index].location = location(diagnostics[index].location) }
    if let line = failedPosition?.line {
      failedPosition?.line = location(SourceLocation(file: file, line: line, column: 1)).line
    }
  }

  /// The issues as text.
  package var warnings: [String] {
    let rest = issueCount - issues.count
    return issues.flatMap(\.self) + (rest > 0 ? ["and \(rest) more"] : [])
  }
}
