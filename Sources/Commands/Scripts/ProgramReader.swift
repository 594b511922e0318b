import Core

/// Reads the commands of a program for running them.
package final class ProgramReader {
  let program: Program
  let parser: ScriptParser
  /// The number of commands that have been read.
  package private(set) var position = 0
  /// The commands read so far, if they are kept.
  private var read: [Block.Item]?
  private let variables: () -> [String: Variable]
  /// The checked lines that have not been read yet, the last lines first.
  private var chunks: [CheckedLines.Chunk] = []
  /// The position of the lines after them; `nil` if there are none.
  private let rest: ScriptStream.Place?
  private let isAllKept: Bool
  private var stream: ScriptStream?
  /// The lines taken from the script.
  private var lines: [CheckedLine] = []
  /// The index of the first unread line.
  private var linePosition = 0
  /// The error in the line after them.
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
    read = canRewind ? [] : nil
    let checked = program.checked?.take()
    isAllKept = checked.map { $0.end == nil } ?? false
    chunks = checked?.chunks ?? []
    rest = checked?.end
  }

  /// The next command, including the block of a `repeat`; `nil` at the end.
  ///
  /// - Throws: An error in the command, if its meaning has changed; an error if the script cannot be read, or was
  ///   changed after it was checked.
  func next() throws(Diagnostic) -> Program.Step? {
    do throws(Diagnostic) {
      guard let item = try nextItem() else { return nil }
      position += 1
      return parser.step(item, of: program, variables())
    } catch {
      throw failure ?? error.adding(notes: ["aliases or macros were changed after this line was checked"])
    }
  }

  /// Continues with a command that has been read, by its position among the program's own commands, from 0.
  package func rewind(to position: Int) { self.position = min(position, self.position) }

  private func nextItem() throws(Diagnostic) -> Block.Item? {
    if let read, position < read.count { return read[position] }
    guard let line = try nextLine() else { return nil }
    let item = try item(line)
    read?.append(item)
    return item
  }

  /// The checked operation of a line, unless its command now has another meaning.
  private func checkedStep(_ line: CheckedLine) throws(Diagnostic) -> Program
    .Step?
  {
    guard case .step(let step) = line, !parser.hasOwnCommands || !parser.isOwnCommand(step.line) else {
      return nil
    }
    if try isExpectedOutputNext() { step.expectedOutput = try expectedOutput() }
    return step
  }

  private func item(_ line: CheckedLine) throws(Diagnostic) -> Block.Item {
    if let step = try checkedStep(line) { return .step(step) }
    let line = line.line
    if try parser.dependsOnVariables(line) { return .line(line, try expectedOutput()) }
    let step = try parser.step(line, of: program)
    switch step.operation.block {
    case .repetition(let repetition):
      let block = try block(of: repetition, line)
      step.operation = Operation { [program, parser] in try $0.run(block, repetition, program, parser) }
    case .macro:
      let macro = try parser.macro(line, of: program, variables()) { () throws(Diagnostic) in
        try nextLine()?.line
      }
      step.operation = Operation { $0.definitions.macros[macro.head.name] = macro }
    case nil: break
    }
    step.expectedOutput = try expectedOutput()
    return .step(step)
  }

  private func block(
    of repetition: Repetition,
    _ line: CommandLine
  ) throws(Diagnostic) -> Block {
    if let command = repetition.command { return Block(items: [try item(.line(command))]) }
    var block = Block()
    while let line = try nextLine() {
      if parser.role(of: line.line) == .endsBlock { return block }
      block.items.append(try item(line))
    }
    throw line.isNotEnded
  }

  private func nextLine() throws(Diagnostic) -> CheckedLine? {
    if linePosition == lines.count { refill() }
    guard linePosition < lines.count else {
      if let failure { throw failure }
      return nil
    }
    defer { linePosition += 1 }
    return lines[linePosition]
  }

  /// The lines of expected output after a command.
  private func expectedOutput() throws(Diagnostic) -> ExpectedOutput? {
    guard try isExpectedOutputNext() else { return nil }
    var found: [CommandLine] = []
    while try isExpectedOutputNext(), let line = try nextLine() { found.append(line.line) }
    return ExpectedOutput(found)
  }

  private func isExpectedOutputNext() throws(Diagnostic) -> Bool {
    if linePosition == lines.count { refill() }
    // It is no command, which alone can be known.
    guard linePosition < lines.count else {
      if let failure { throw failure }
      return false
    }
    guard case .line(let line) = lines[linePosition] else { return false }
    return line.kind == .expectedOutput
  }

  private func refill() {
    (lines, linePosition) = ([], 0)
    if let chunk = chunks.popLast() {
      lines = chunk.lines
      return
    }
    if isAllKept || failure != nil { return }
    do {
      if stream == nil { stream = try program.source.open(at: rest) }
      take(try stream?.next() ?? [])
    } catch {
      failure = Diagnostic(
        error.description,
        location: SourceLocation(file: program.name, line: 1, column: 1),
        sourceLine: ""
      )
    }
  }

  private func take(_ items: [ScriptScanner.Item]) {
    for item in items {
      switch item {
      case .command(let line): lines.append(.line(line))
      case .error(let diagnostic): failure = failure ?? diagnostic
      }
      if failure != nil { return }
    }
  }
}
