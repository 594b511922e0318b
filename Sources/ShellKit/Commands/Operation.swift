/// A command line that has been read and found well-formed: all that is left is to run it.
struct Operation<State, Action> {
  let perform: (Shell<State, Action>) throws -> Void
  /// How often the commands are done that belong to it, if it is a `repeat`.
  let repetition: Repetition?

  init(_ perform: @escaping (Shell<State, Action>) throws -> Void) {
    self.perform = perform
    repetition = nil
  }

  /// The beginning of a block, which whoever reads the program puts together with its commands.
  init(_ repetition: Repetition) {
    self.repetition = repetition
    perform = { _ in throw CommandFailure("a 'repeat' cannot stand here") }
  }
}
