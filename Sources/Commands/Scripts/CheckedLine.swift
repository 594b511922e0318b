/// A line of a script that has been checked.
enum CheckedLine {
  /// Its effect depends only on the line, and is known.
  case step(Program.Step)
  /// Its effect is determined when it runs.
  case line(CommandLine)

  var line: CommandLine {
    switch self {
    case .step(let step): step.line
    case .line(let line): line
    }
  }
}
