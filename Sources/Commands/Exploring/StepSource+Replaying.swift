// Lines of a script that is replayed.
extension StepSource {
  /// Whether a line of a script is no step, so that a replay goes on without it: expected output, or a command
  /// that begins or checks a session.
  func isPassedOver(_ line: CommandLine) -> Bool {
    switch line.kind {
    case .action: false
    case .command:
      line.words.first.flatMap { parser.table.command(named: $0.text)?.sessionRole } != nil
    default: true
    }
  }

  /// The step of a line in a script, if it is one of those that can be tried, whatever the choice.
  func step(replaying line: CommandLine) -> Step? {
    guard line.kind == .command, let first = line.words.first?.text else {
      return line.kind == .action ? step(line.source.text) : nil
    }
    let rest = line.rest(after: 1)
    switch first {
    case "advance": return (try? Duration(parsing: rest)).map(Self.advance)
    case "run" where rest.isEmpty: return .run
    case "step" where rest.isEmpty: return Self.step
    case "step": return Int(rest.text).map(Step.resume)
    default:
      let names = commands.map(\.name) + Self.otherNames
      guard let name = parser.table.command(named: first)?.name, names.contains(name) else { return nil }
      return step(line.source.text)
    }
  }
}
