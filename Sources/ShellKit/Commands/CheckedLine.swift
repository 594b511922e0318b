/// A line of a script, and what was found out about it when it was checked.
struct CheckedLine<State, Action> {
  let item: ScriptScanner.Item
  /// What it does, if nothing but the line decides that.
  var operation: Operation<State, Action>?
}
