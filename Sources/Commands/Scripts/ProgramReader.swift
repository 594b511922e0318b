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
  private var chunks: [[Program.Step]] = []
  /// Scans the lines after the kept ones; `nil` if all were kept.
  private var stream: ScriptStream?
  /// The commands taken from the script.
  private var taken: [Program.Step] = []
  /// The index of the first unread one.
  private var takenPosition = 0
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
      stream = checked.end.map { ScriptStream(program.source, parser.table, from: $0) }
    } else {
      stream = ScriptStream(program.source, parser.table)
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
    if takenPosition == taken.count { refill() }
    guard takenPosition < taken.count else {
      if let failure { throw failure }
      return nil
    }
    takenPosition += 1
    let step = try step(taken[takenPosition - 1])
    if canRewind { read.append(step) }
    return step
  }

  /// The step of a command with its block. It is parsed unless that was done when it was checked and its command has the
  /// same meaning now, or its variables have no values yet.
  private func step(_ checked: Program.Step) throws(Diagnostic) -> Program.Step {
    let line = checked.line
    let isParsed = checked.operation != nil && !parser.callsMacro(line)
    guard !isParsed, try !parser.dependsOnVariables(line) else { return checked }
    let parsed = try parser.step(line, of: program)
    parsed.expectedOutput = checked.expectedOutput
    switch parsed.operation?.block {
    case .repetition(let repetition):
      var block = checked.steps
      if let command = repetition.command { block = [Program.Step(line: command)] }
      for node in checked.block?.nodes ?? [] { block.append(try Program.Step(node)) }
      for index in block.indices { block[index] = try step(block[index]) }
      parsed.operation = Operation { [block, program, parser] in
        try $0.run(block, repetition, program, parser)
      }
    case .macro(let head):
      guard let block = checked.block else { break }
      let macro = try parser.macro(head, line, block, of: program, variables())
      parsed.operation = Operation { $0.definitions.macros[head.name] = macro }
    case nil: break
    }
    return parsed
  }

  private func refill() {
    taken = []
    takenPosition = 0
    if let chunk = chunks.popLast() { return taken = chunk }
    while taken.isEmpty, let nodes = stream?.next() {
      do throws(Diagnostic) {
        for node in nodes { taken.append(try Program.Step(node)) }
      } catch {
        failure = error
        stream = nil
      }
    }
  }
}
