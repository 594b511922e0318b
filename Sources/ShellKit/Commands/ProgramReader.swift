import Core

/// Reads the commands of a program as they are to run.
final class ProgramReader<State, Action> {
  private let program: Program<State, Action>
  private let parser: ScriptParser<State, Action>
  private var stream: ScriptStream?
  private var items: [ScriptScanner.Item] = []
  private var position = 0

  init(_ program: Program<State, Action>, _ parser: ScriptParser<State, Action>) {
    self.program = program
    self.parser = parser
  }

  /// The next command; `nil` at the end.
  ///
  /// - Throws: What is wrong with it, as the script was changed after it had been checked.
  func next() throws(Diagnostic) -> Program<State, Action>.Step? {
    switch try nextItem() {
    case nil: return nil
    case .error(let diagnostic): throw diagnostic
    case .command(let line):
      position += 1
      var step = try parser.step(line, of: program)
      step.expectedOutput = try expectedOutput()
      return step
    }
  }

  /// The lines behind a command that say what it is expected to print.
  private func expectedOutput() throws(Diagnostic) -> ExpectedOutput? {
    var lines: [CommandLine] = []
    while case .command(let line) = try nextItem(), line.kind == .expectedOutput {
      lines.append(line)
      position += 1
    }
    return lines.isEmpty ? nil : ExpectedOutput(lines)
  }

  private func nextItem() throws(Diagnostic) -> ScriptScanner.Item? {
    if position == items.count { try refill() }
    return position < items.count ? items[position] : nil
  }

  private func refill() throws(Diagnostic) {
    do {
      if stream == nil { stream = try program.source.open() }
      items = try stream?.next() ?? []
      position = 0
    } catch {
      throw Diagnostic(
        error.description,
        location: SourceLocation(file: program.name, line: 1, column: 1),
        sourceLine: ""
      )
    }
  }
}
