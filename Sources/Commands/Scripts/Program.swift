/// A script that has been checked: every command in it is known and has the arguments that it needs.
///
/// Only so many of its lines are kept. What comes behind them is read again when the program runs, one line after the
/// other, so that a script may have any length.
package struct Program<State, Action> {
  /// Where it is read from.
  let source: ScriptSource
  /// How many commands it has itself, a block counted as one.
  var ownCommandCount: Int
  /// How many commands it runs, those of the scripts that it sources included, each as often as it is done.
  package var commandCount: Int
  /// How many scripts deep it is, itself included.
  var depth: Int
  /// The variables that there are behind it.
  let variables: ScriptVariables
  /// Where it was read: the scripts that source it, outermost first, and itself.
  let scripts: [OpenScript]
  /// What was found out about its lines, if that is kept.
  var checked: CheckedLines<State, Action>?

  /// The name that errors show.
  package var name: String { source.name }

  /// A command and the line that it was read from: an object, as it is handed on from where it is checked to where it
  /// runs.
  final class Step: RunningCommand {
    let line: CommandLine
    /// The name of the command that it calls; `nil` for a macro, an action or an expression.
    var name: String?
    /// The name that stands for the line, if that is not what was written.
    var alias: String?
    var operation: Operation<State, Action>
    /// What it is expected to print, if that is said.
    var expectedOutput: ExpectedOutput?
    /// The words of the line.
    private(set) lazy var text = line.text
    var source: SourceText { line.source }

    init(line: CommandLine, operation: Operation<State, Action>) {
      self.line = line
      self.operation = operation
    }
  }
}
