import Core

extension AnyVocabulary {
  /// What-if commands: they replay a changed line of history on a new branch.
  static var whatIf: Self {
    AnyVocabulary("What if") {
      "skip"
      AnyCommand(
        // Sessions may contain its former names.
        Argument.flag(
          "--restore",
          "-d",
          "--delete",
          summary: "restore a skipped command; MOMENT is one of its moments"
        ),
        MomentReference.parameter("MOMENT"),
        help: """
          Replay this branch without the command of a moment

          \(aboutReplaying)

          skip #3 :: what if the command of moment 3 had not been typed?
          skip --restore #3 :: put the command of moment 3 back in its place
          """
      ) { shell, restores, reference in
        let moment = try reference.resolved(in: shell.session)
        shell.answer(try restores ? shell.debugger.unskip(moment) : shell.debugger.skip(moment))
      }
      "amend"
      AnyCommand(
        MomentReference.parameter("MOMENT"),
        replacement,
        help: """
          Replay this branch with one command replaced or moved

          \(aboutReplaying)

          amend #3 advance 2s :: what if time had passed instead?
          amend #5 --before #3 :: what if the command of moment 5 had come first?
          """
      ) { shell, reference, step in
        let moment = try reference.resolved(in: shell.session)
        let name = step.text.controlCharactersEscaped
        shell.answer(try shell.debugger.amend(moment, with: name) { try shell.performLabelled(step) })
      }
      .or(
        MomentReference.parameter("MOMENT"),
        Argument.option(
          "--before",
          MomentReference.parameter("OTHER"),
          summary: "in place of COMMAND: move the command before that of another moment"
        )
      ) { shell, reference, other in
        let moment = try reference.resolved(in: shell.session)
        guard let other = try other?.resolved(in: shell.session) else { return }
        shell.answer(try shell.debugger.move(moment, before: other))
      }
      "verify"
      AnyCommand(
        help: """
          Replay this branch from the start and compare the results

          A difference means that the feature gets the time, dates, ids or random numbers from somewhere other than \
          its dependencies. The first difference is shown, with the recorded and the new value.

          verify :: check that this branch is reproducible
          """
      ) { shell in
        shell.answer(try shell.debugger.verify())
      }
    }
  }

  private static var aboutReplaying: String {
    """
    Reruns the rest of this branch, including undone commands, on a new branch. Commands run as typed: 'toggle 0' \
    applies to what is first at that point, and new ids are generated. An action whose arguments come from the \
    state is repeated with their recorded values. A command that fails, for example because its element no longer exists, is \
    reported and left out, and the others still run. A command left out remains part of the branch: 'tree' shows it, \
    and the next what-if tries it again and reports whether it succeeds. The differences are shown. Expectations and \
    expected output are not checked again. The original branch stays in the history, and 'goto -' returns to it.
    """
  }

  /// A command that drives the session.
  private static var replacement: Parameter<Program.Step> {
    Parameter(AnyParameter(usage: "COMMAND", wordsLeft: 0, command: .replaying)) {
      (reader) throws(Diagnostic) in
      let parser = try reader.context()
      // Refused before it is parsed: nested 'amend's would recurse as deep as the line is long.
      return try reader.command(for: "COMMAND") { (expanded, source) throws(Diagnostic) in
        guard let name = expanded.commandName else { return }
        let isMacro = try parser.macro(named: name) != nil
        let command = isMacro ? nil : try parser.table.entry(for: name).command
        guard let command, command.drivesSession else {
          throw source.diagnostic(
            "'\(command?.name ?? name.text)' cannot replace a command",
            hint: "use a command that sends actions or moves the clock"
          )
        }
      }
    }
  }
}
