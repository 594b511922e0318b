/// A script that has been read: every command in it is known and has the arguments that it needs.
struct Program<State, Action> {
  /// The name that errors show.
  let name: String
  /// The commands in order.
  var steps: [Step]

  /// A command and the line that it was read from.
  struct Step {
    let line: CommandLine
    let operation: Operation<State, Action>
  }
}
