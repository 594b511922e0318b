/// A parsed and checked command line, ready to run.
struct Operation {
  let perform: (AnyInterpreter) throws -> Void
  /// The head of the block, if it begins one.
  var block: BlockHead?
  /// Whether its effect depends only on its line, unless an alias or a macro takes the name of its command.
  var dependsOnLineAlone = false
}

/// The head of a block of commands, which the reader of the program combines with them.
indirect enum BlockHead {
  /// A `repeat`.
  case repetition(Repetition)
  /// A `macro`.
  case macro(MacroHead)

  /// The repetition, if it is a `repeat`.
  var repetition: Repetition? {
    if case .repetition(let repetition) = self { repetition } else { nil }
  }

  /// The error for a block where none is allowed.
  static var notAllowed: CommandFailure { CommandFailure("a block is not allowed here") }
}
