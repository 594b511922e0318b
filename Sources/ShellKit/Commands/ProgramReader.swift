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
    if position == items.count { try refill() }
    guard position < items.count else { return nil }
    defer { position += 1 }
    switch items[position] {
    case .command(let line): return try parser.step(line, of: program)
    case .error(let diagnostic): throw diagnostic
    }
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
