import Core

/// A checked script: all of its commands are known and have valid arguments.
///
/// Only a limited number of its lines is kept in this form; the rest is parsed again from the same text when the program
/// runs, so that a script can have any length.
package struct Program {
  /// Its text.
  var source: ScriptSource
  /// What its commands define and count.
  let scope: ScriptScope
  /// The scripts that source it, outermost first, and itself.
  let scripts: [OpenScript]
  /// Its checked lines, if they are kept.
  var checked: CheckedLines?
  /// Whether those of its lines that may start programs elsewhere may do so.
  var mayStartPrograms = true

  /// The name in errors.
  package var name: String { source.name }

  /// The number of commands that it runs, including repetitions and sourced scripts.
  package var commandCount: Int { scope.extent.commandCount }

  /// A command, ready to run, and its line; an object, so that passing it on is cheap.
  final class Step: RunningCommand {
    let line: ScriptLine
    /// The command that it calls; `nil` for a macro, an action or an expression.
    var entry: CommandEntry?
    var name: String? { entry?.name }
    /// The spelling of an earlier version in which it was written, if it was.
    var former: FormerSpelling?
    // Unchecked: every command reads them, and code that changes them calls nothing that reads them.
    /// What it does; `nil` if that depends on more than the line, so that the line is parsed when it runs.
    @exclusivity(unchecked) var operation: Operation?
    /// Where its output goes; its line is without it, so that replaying the line does not redirect again.
    var redirection: Redirection?
    /// Its expected output, if given.
    var expectedOutput: ExpectedOutput?
    /// The lines of its block, unless they are in ``steps``.
    var block: ScriptNode.Block?
    /// The checked commands of its block.
    var steps: [Step] = []
    /// The line with its commands and choices in full, if it calls a command.
    var textInFull: String?
    /// Makes the step with the present values of the state in its action; `nil` if it has none.
    @exclusivity(unchecked) var fill: ((AnyInterpreter) throws(Diagnostic) -> Step)?
    /// The text that is recorded, and that labels what the command does.
    var text: String { textInFull ?? line.text }
    var source: SourceText { line.source }

    init(line: ScriptLine, operation: Operation? = nil) {
      self.line = line
      self.operation = operation
    }

    /// The step of an action.
    ///
    /// - Parameters:
    ///   - source: The action.
    ///   - isInFull: Whether it is recorded in place of the line.
    /// - Throws: An error in the action.
    convenience init(
      sending source: SourceText,
      of types: FeatureTypes,
      on line: ScriptLine,
      isInFull: Bool
    ) throws(Diagnostic) {
      let action = try ActionSyntax.action(of: types.action, parsing: source)
      self.init(line: line, operation: Operation { shell in try shell.turn { $0.send(action) } })
      if isInFull { textInFull = source.text }
    }

    /// The step of a command that is parsed when it runs.
    ///
    /// - Throws: The error of a line that cannot be read.
    convenience init(_ node: ScriptNode) throws(Diagnostic) {
      self.init(line: try node.item.get())
      block = node.block
      if !node.expected.isEmpty { expectedOutput = ExpectedOutput(node.expected) }
    }
  }
}

/// A script being checked.
struct OpenScript {
  /// The name in errors.
  let name: String
  /// The base directory of its paths, with a slash, or empty.
  let directory: String
  /// The identity of the file, independent of its path; `nil` if it is not a file.
  let identity: String?
  /// The location of the `source` command; `nil` for the outermost script.
  let call: SourceLocation?

  init(_ source: ScriptSource, call: SourceLocation?) {
    self.call = call
    let path = source.path
    name = source.name
    directory = path.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } } ?? ""
    identity = path.map(AtomicFile.resolvingLinks)
  }
}
