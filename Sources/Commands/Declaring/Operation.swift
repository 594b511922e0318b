/// A command line that has been read and found well-formed: all that is left is to run it.
struct Operation<State, Action> {
  let perform: (Interpreter<State, Action>) throws -> Void
  /// What the lines up to the `end` are for, if it begins a block.
  let block: BlockHead?
  /// Whether nothing but its line decides what it does, unless an alias or a macro gets the name of its command.
  var dependsOnLineAlone = false

  init(_ perform: @escaping (Interpreter<State, Action>) throws -> Void) {
    self.perform = perform
    block = nil
  }

  /// The beginning of a block, which whoever reads the program puts together with its commands.
  init(_ block: BlockHead) {
    self.block = block
    perform = { _ in throw CommandFailure("a block is not allowed here") }
  }
}

/// What a block of commands is for.
indirect enum BlockHead {
  /// They are done again and again.
  case repetition(Repetition)
  /// They get a name.
  case macro(MacroHead)

  /// How often they are done, if that is what they are for.
  var repetition: Repetition? {
    if case .repetition(let repetition) = self { repetition } else { nil }
  }
}
