/// A parsed and checked command line, ready to run.
struct Operation {
  let perform: (AnyInterpreter) throws -> Void
  /// The head of the block, if it begins one.
  let block: BlockHead?
  /// Whether its effect depends only on its line, unless an alias or a macro takes the name of its command.
  var dependsOnLineAlone = false
  /// The command at the end of its line, if it has one, as `amend` and `fails` have.
  var inner: Program.Step?

  init(_ perform: @escaping (AnyInterpreter) throws -> Void) {
    self.perform = perform
    block = nil
  }

  /// Creates the beginning of a block, which the reader of the program combines with the commands of the block.
  init(_ block: BlockHead) {
    self.block = block
    perform = { _ in throw CommandFailure("a block is not allowed here") }
  }
}

/// The head of a block of commands.
indirect enum BlockHead {
  /// A `repeat`.
  case repetition(Repetition)
  /// A `macro`.
  case macro(MacroHead)

  /// The repetition, if it is a `repeat`.
  var repetition: Repetition? {
    if case .repetition(let repetition) = self { repetition } else { nil }
  }
}
