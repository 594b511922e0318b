import Core

extension Vocabulary {
  /// What would have been: the line is done again in another way, on a branch of its own.
  static var whatIf: Self {
    Vocabulary("What if") {
      Command(
        "skip",
        MomentReference.parameter("MOMENT"),
        summary: "Do the line again without the command of a moment",
        discussion: aboutDoingAgain,
        examples: ["skip #3": "what if the command of moment 3 had not been typed?"]
      ) { shell, reference in
        shell.answer(try shell.debugger.skip(try reference.resolved(in: shell.session)))
      }
      Command(
        "unskip",
        MomentReference.parameter("MOMENT"),
        summary: "Do the line again with a command that was skipped",
        discussion: "MOMENT is one of the command where it was, on the other branch.",
        examples: ["unskip #3": "put the command of moment 3 back where it was"]
      ) { shell, reference in
        shell.answer(try shell.debugger.unskip(try reference.resolved(in: shell.session)))
      }
      amend
      Command(
        "move-moment",
        MomentReference.parameter("A"),
        Argument.keyword("before", summary: "the moment before which it happens"),
        MomentReference.parameter("B"),
        summary: "Do the line again with a command before another one",
        discussion: aboutDoingAgain,
        examples: ["move-moment #5 before #3": "what if that of moment 5 had come first?"]
      ) { shell, moved, _, other in
        let moment = try moved.resolved(in: shell.session)
        shell.answer(try shell.debugger.move(moment, before: try other.resolved(in: shell.session)))
      }
      Command(
        "verify",
        summary: "Play the line again from the start, and compare it with the record",
        discussion: """
          They differ if the feature takes time, dates, ids or random numbers from elsewhere than its dependencies. The \
          first difference is named, with what was recorded and what happened now.
          """,
        examples: ["verify": "can this line be made again?"]
      ) { shell in
        shell.answer(try shell.debugger.verify())
      }
    }
  }

  private static var aboutDoingAgain: String {
    """
    The commands that follow on this line are done again on a new branch, those included that were undone. Their words \
    are: 'toggle 0' is for what comes first then, and ids are dealt out anew. One that fails, as where there is no such \
    place any more, is reported and left out, and the rest goes on. It remains part of the line: 'tree' shows it, and the \
    next what-if tries it again and says so if it succeeds. What differs is shown. The line as it was stays in the record, \
    and 'goto -' returns to it.
    """
  }

  private static var amend: Command<State, Action> {
    var command = Command<State, Action>(
      "amend",
      usage: "MOMENT COMMAND",
      summary: "Do the line again with another command in the place of one",
      discussion: aboutDoingAgain,
      examples: ["amend #3 advance 2s": "what if time had passed instead?"],
      completions: [MomentReference.completions]
    ) { (reader, parser) throws(Diagnostic) in
      let reference = try MomentReference.parameter("MOMENT").read(&reader)
      guard let line = reader.restAsCommand() else { throw reader.missing("COMMAND") }
      // Refused before it is read: an 'amend' in an 'amend' would be read as deep as the line is long.
      if line.kind == .command, let name = line.words.first {
        let isMacro = try parser.macro(named: name) != nil
        let command = isMacro ? nil : try parser.table.entry(for: name).command
        guard let command, command.isPartOfLine else {
          throw line.source.diagnostic(
            "'\(command?.name ?? name.text)' cannot take the place of a command",
            hint: "give one that sends actions or moves the clock"
          )
        }
      }
      let step = try parser.step(line)
      return Operation { shell in
        let moment = try reference.resolved(in: shell.session)
        let name = step.source.text.controlCharactersEscaped
        shell.answer(try shell.debugger.amend(moment, with: name) { try shell.performLabelled(step) })
      }
    }
    command.wordsBeforeCommand = 1
    return command
  }
}
