/// A line of a script that has been checked.
enum CheckedLine<State, Action> {
  /// Nothing but the line decides what it does, which is known.
  case step(Program<State, Action>.Step)
  /// What it does turns out when it runs.
  case line(CommandLine)

  var line: CommandLine {
    switch self {
    case .step(let step): step.line
    case .line(let line): line
    }
  }
}
