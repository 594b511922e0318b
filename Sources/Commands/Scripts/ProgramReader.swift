import Core

/// Reads the commands of a program for running them.
package final class ProgramReader {
  let program: Program
  package let parser: ScriptParser
  /// The number of commands that have been read.
  package private(set) var position = 0
  /// Whether commands are kept, so that they can be read again.
  private let canRewind: Bool
  /// The commands read so far, if they are kept.
  private var read: [Program.Step] = []
  private let variables: () -> [String: Variable]
  /// The checked lines that have not been read yet, the last lines first.
  private var chunks: [CheckedLines.Chunk] = []
  /// Scans the lines after the kept ones; `nil` if all were kept.
  private var stream: ScriptStream?
  /// The lines taken from the script.
  private var lines: [Program.Step] = []
  /// The index of the first unread line.
  private var linePosition = 0
  /// The error in the line after them, if that cannot be scanned.
  private var failure: Diagnostic?

  /// - Parameters:
  ///   - program: The program.
  ///   - parser: The parser that checked it.
  ///   - canRewind: Whether commands are kept, so that they can be read again.
  ///   - variables: Returns the current values of the variables.
  init(
    _ program: Program,
    _ parser: ScriptParser,
    canRewind: Bool = false,
    variables: @escaping () -> [String: Variable]
  ) {
    self.program = program
    self.parser = parser
    self.variables = variables
    self.canRewind = canRewind
    // A sourced script may run again.
    if let checked = program.checked?.lines(areReleased: program.scripts.count == 1) {
      chunks = checked.chunks
      stream = checked.end.map { ScriptStream(program.source, from: $0) }
    } else {
      stream = ScriptStream(program.source)
    }
  }

  /// The next command, including the block of a `repeat`; `nil` at the end.
  ///
  /// - Throws: An error in the command, if its meaning has changed; the error at which the text cannot be scanned any further.
  func next() throws(Diagnostic) -> Program.Step? {
    do {
      guard let step = try nextStep() else { return nil }
      position += 1
      return parser.step(step, of: program, variables())
    } catch {
      if let failure, failure.isSame(as: error) { throw failure }
      throw error.adding(notes: ["aliases or macros were changed after this line was checked"])
    }
  }

  /// Continues with a command that has been read, by its position among the program's own commands, from 0.
  package func rewind(to position: Int) { self.position = min(position, self.position) }

  private func nextStep() throws(Diagnostic) -> Program.Step? {
    if canRewind, position < read.count { return read[position] }
    guard let line = try nextLine() else { return nil }
    let step = try step(line)
    if canRewind { read.append(step) }
    return step
  }

  /// The step of a line with its block and its expected output. It is parsed unless that was done when it was checked
  /// and its command has the same meaning now, or its variables have no values yet.
  private func step(_ checked: Program.Step) throws(Diagnostic) -> Program.Step {
    let line = checked.line
    var step = checked
    let isParsed = checked.operation != nil && !parser.isOwnCommand(line)
    if !isParsed, try !parser.dependsOnVariables(line) {
      step = try parser.step(line, of: program)
      switch step.operation?.block {
      case .repetition(let repetition):
        let block = try block(of: repetition, line)
        step.operation = Operation { [program, parser] in try $0.run(block, repetition, program, parser) }
      case .macro:
        let macro = try parser.macro(line, of: program, variables()) { () throws(Diagnostic) in
          try nextLine()?.line
        }
        step.operation = Operation { $0.definitions.own.macros[macro.head.name] = macro }
      case nil: break
      }
    }
    step.expectedOutput = expectedOutput()
    return step
  }

  private func block(of repetition: Repetition, _ line: ScriptLine) throws(Diagnostic) -> [Program.Step] {
    if let command = repetition.command { return [try step(Program.Step(line: command))] }
    var block: [Program.Step] = []
    while let next = try nextLine() {
      if parser.table.role(of: next.line) == .endsBlock { return block }
      block.append(try step(next))
    }
    throw line.isNotEnded
  }

  private func nextLine() throws(Diagnostic) -> Program.Step? {
    guard hasNextLine else {
      if let failure { throw failure }
      return nil
    }
    defer { linePosition += 1 }
    return lines[linePosition]
  }

  private var hasNextLine: Bool {
    if linePosition == lines.count { refill() }
    return linePosition < lines.count
  }

  /// The lines of expected output after a command.
  private func expectedOutput() -> ExpectedOutput? {
    var found: [ScriptLine] = []
    while hasNextLine, lines[linePosition].line.kind == .expectedOutput {
      found.append(lines[linePosition].line)
      linePosition += 1
    }
    return found.isEmpty ? nil : ExpectedOutput(found)
  }

  private func refill() {
    lines = []
    linePosition = 0
    if let chunk = chunks.popLast() { return lines = chunk.steps }
    var new: [Program.Step] = []
    defer { lines = new }
    while new.isEmpty, let items = stream?.next() {
      for item in items {
        switch item {
        case .command(let line): new.append(Program.Step(line: line))
        case .error(let diagnostic):
          failure = diagnostic
          stream = nil
          return
        }
      }
    }
  }
}
