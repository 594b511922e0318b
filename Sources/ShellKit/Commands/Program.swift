/// A script that has been read: every command in it is known and has the arguments that it needs.
struct Program<State, Action> {
  /// The name that errors show.
  let name: String
  /// The commands in order.
  var steps: [Step]
  /// How many commands it runs, those of the scripts that it sources included, each as often as it is sourced.
  var commandCount: Int
  /// How many scripts deep it is, itself included.
  var depth: Int

  /// A command and the line that it was read from.
  struct Step {
    let line: CommandLine
    let operation: Operation<State, Action>
  }
}
