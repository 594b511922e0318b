/// A command line that has been read and found well-formed: all that is left is to run it.
struct Operation<State, Action> {
  let perform: (Shell<State, Action>) throws -> Void

  init(_ perform: @escaping (Shell<State, Action>) throws -> Void) {
    self.perform = perform
  }
}
