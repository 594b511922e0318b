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
        let moment = try reference.resolved(in: shell.session)
        try shell.tryOut("without \(shell.commandTitle(moment))") {
          try $0.skip(turnOf: moment, label: shell.label)
        }
      }
      Command(
        "unskip",
        MomentReference.parameter("MOMENT"),
        summary: "Do the line again with a command that was skipped",
        discussion: "MOMENT is one of the command where it was, on the other branch.",
        examples: ["unskip #3": "put the command of moment 3 back where it was"]
      ) { shell, reference in
        let moment = try reference.resolved(in: shell.session)
        try shell.tryOut("with \(shell.commandTitle(moment))") {
          try $0.unskip(turnOf: moment, label: shell.label)
        }
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
        let (source, destination) = (
          try moved.resolved(in: shell.session), try other.resolved(in: shell.session)
        )
        try shell.tryOut("\(shell.commandTitle(source)) before \(shell.commandTitle(destination))") {
          try $0.move(turnOf: source, before: destination, label: shell.label)
        }
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
        try shell.verify()
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
            remedy: "give one that sends actions or moves the clock"
          )
        }
      }
      let step = try parser.step(line)
      return Operation { shell in try shell.amend(try reference.resolved(in: shell.session), with: step) }
    }
    command.wordsBeforeCommand = 1
    return command
  }
}
