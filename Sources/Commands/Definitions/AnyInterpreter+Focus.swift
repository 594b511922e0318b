import Core

extension AnyVocabulary {
  /// Chooses the child that lines are relative to.
  static var focusing: AnyCommand {
    let form = AnyParameter(usage: "[PATH]", syntax: .swift, wordsLeft: 0) { request in
      [Completion("..", summary: "the enclosing child")].filter { $0.text.hasPrefix(request.text) }
        + request.memberCompletions
    }
    let path = Parameter(form) { (reader) throws(Diagnostic) -> ActionCommands? in
      let source = reader.rest()
      let parser = try reader.context()
      guard parser.scope.extent.openBlocks == 0, parser.scope.openMacro == nil, parser.scope.nesting == 1
      else {
        throw reader.line.source.diagnostic(
          "'cd' is not allowed in a block, a macro or another command",
          hint: "put it before them"
        )
      }
      let focus = try parser.focus(at: source)
      parser.focused = parser.table.commands(of: focus)
      return parser.focused
    }
    return AnyCommand(
      path,
      help: """
        Make lines relative to a child of the feature

        From then on, the names of the child's state, its actions and the commands for them need no path. A name or an \
        action that the child lacks means what it means without 'cd'. PATH names properties, and elements by their ids: \
        path[id: 0].detail. It is relative to the child in focus, or else to the whole state; 'cd ..' returns to the \
        enclosing child, and 'cd' to the feature as a whole. Sessions record lines in full.

        cd :: lines are relative to the whole feature again
        cd .. :: lines are relative to the enclosing child
        """
    ) { shell, focused in
      let before = shell.definitions.focused
      shell.definitions.focused = focused
      do throws(Diagnostic) {
        guard let path = shell.focusedPath, let state = try shell.focusedState else { return }
        if try state.evaluate(in: ExpressionContext(shell.session)).wrapped == nil {
          shell.debugger.warn("there is no `\(path)` at the current moment")
        }
      } catch {
        shell.definitions.focused = before
        throw CommandFailure(error.message, hint: error.hint)
      }
    }
    .inScripts(.namesCommands)
  }
}

extension ScriptParser {
  /// The focus that a path leads to.
  ///
  /// - Parameter source: The path, or `..`; `nil` for the feature as a whole.
  /// - Throws: An error if it leads to no child with actions of its own.
  fileprivate func focus(at source: SourceText?) throws(Diagnostic) -> Focus {
    guard let source else { return table.types.focus }
    if source.text == ".." { return focus.parent ?? focus }
    return try (focus.hasMember(startOf: source.text) ? focus : table.types.focus).child(at: source)
  }
}

extension AnyInterpreter {
  /// The path of the child that lines are relative to; `nil` for the feature as a whole.
  package var focusedPath: String? { definitions.focused?.focus.path }

  /// The state of that child.
  var focusedState: Expression? {
    get throws(Diagnostic) {
      guard let focusedPath else { return nil }
      return try Expression(parsing: SourceText(focusedPath, file: SourceLocation.typedFile))
    }
  }
}
