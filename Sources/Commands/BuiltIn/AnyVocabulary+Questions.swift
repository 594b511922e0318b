import Core

extension AnyVocabulary {
  /// Queries of the state, the effects in flight and the history.
  static func questions(_ types: FeatureTypes) -> Self {
    AnyVocabulary("Questions") {
      "print p"
      AnyCommand(
        Argument.flag("--outline", summary: "list its members, one per line (at most 100)"),
        Argument.expression("EXPR").optional(),
        help: """
          Print the state, or the value of an expression

          A line that starts with a name of the state needs no 'print': 'todos.count' does the same.

          print :: the whole state
          print todos.count :: how many todos there are
          print todos[0].isComplete :: whether the first one is done
          print --outline todos :: the members of the list, one per line
          """
      ) { shell, isOutline, expression in
        if isOutline { return shell.answer(try shell.debugger.outline(of: expression)) }
        let shown = try expression ?? shell.focusedState
        shell.answer(try shown.map { try shell.debugger.value(of: $0) } ?? shell.debugger.state)
      }
      .paged()
      "effects"
      AnyCommand(
        Argument.flag("--all", summary: "include those that finished or were cancelled on this branch"),
        help: """
          List the effects in flight and when they resume

          effects :: effects in flight
          effects --all :: also those that ended, and when and how
          """
      ) { shell, includesPast in
        shell.answer(shell.debugger.effects(includingPast: includesPast))
      }
      .paged()
      "why blame"
      AnyCommand(
        WhyQuestion.parameter,
        Argument.flag("--all", summary: "start from the latest change on any branch"),
        help: """
          Explain a value, or why a condition is false

          Shows the moment that last changed the value, looking back from this moment or from moment N: its action, its command \
          and the change. If an effect sent the action, the moments that led to it follow, each after an arrow: the one \
          that started the effect, and so on up to what was typed. For an expression, the parts that decide it follow, each with \
          its value and since when. 'why' follows an element that moves in its list.

          'why not' lists what would have to change for a condition to be true, and the last moment at which it was. If it \
          never was, it shows the moment that came closest: where the fewest parts failed, and by the least.

          why todos[0].isComplete :: what last changed it, and what led to that
          why todos.allSatisfy(\\.isComplete) :: which todo decides it
          why filter at #3 :: the filter as of moment 3
          why not todos.count > 5 :: what is missing, and when it was true or came closest
          """
      ) { shell, question, all in
        let moment = try question.moment.map { shell.session.moments[try $0.resolved(in: shell.session)] }
        if question.isNegated {
          return shell.answer(try shell.debugger.whyNot(question.expression, at: moment))
        }
        shell.answer(try shell.debugger.blame(question.expression, in: all ? .tree : .line, at: moment))
      }
      .paged()
      "find"
      AnyCommand(
        Argument.flag("-a", "--every", summary: "find every such moment, not only the first"),
        Argument.flag("--periods", summary: "list the periods during which it was true").excluding(["-a"]),
        Argument.flag("--all", summary: "search every branch, not only this one"),
        Argument.expression("EXPR", isCondition: true),
        help: """
          Find the first moment at which an expression became true

          Searches this whole branch, including the moments after the current one.

          find todos.isEmpty :: the first moment without todos
          find -a todos.count > 2 :: each moment at which the count rose above two
          find now > 1s && effects.isEmpty :: when the last effect ended
          find --periods filter == .active :: when only active todos were shown
          """
      ) { shell, every, periods, all, expression in
        if periods {
          return shell.answer(try shell.debugger.stretches(of: expression, in: all ? .tree : .line))
        }
        shell.answer(try shell.debugger.find(expression, every: every, in: all ? .tree : .line))
      }
      .paged()
      "plot"
      AnyCommand(
        Argument.flag("--moments", summary: "draw moments from left to right, not virtual time"),
        Argument.expressions("EXPR, …"),
        help: """
          Draw how the values of expressions changed on this branch

          Numbers are drawn as bars, Boolean values as a high or a low line, and other values as steps with \
          their texts. If a number changes several times in a column, the one that differs most from the column before is \
          drawn. If no time has passed, the axis is that of moments.

          plot todos.count :: the number of todos over virtual time
          plot --moments todos.count, filter :: two values, moment by moment
          """
      ) { shell, isByMoment, expressions in
        shell.answer(try shell.debugger.plot(expressions, byMoment: isByMoment))
      }
      .paged()
      "watch"
      AnyCommand(
        Argument.expression("PATH").optional(),
        help: """
          Print a value whenever it changes, or list the watches

          watch todos.count :: print the count when it changes
          watch :: list the watches
          watch -d 1 :: remove the first watch
          """
      ) { shell, path in
        shell.answer(try path.map { try shell.debugger.watch($0) } ?? shell.debugger.watches)
      }
      .or(
        Argument.flag("-d", "--delete", summary: "remove the watch with a number, or all of them"),
        number(.watches)
      ) { shell, _, number in try shell.debugger.removeWatch(number) }
      "break"
      breakCommand(types)
      "info i"
      AnyCommand(
        help: """
          Show session statistics

          Counts moments, commands, branches and moves, and shows how many states had to be rebuilt. The memory is \
          how much the program's heap has grown since the program started, as the allocator counts it. It includes \
          more than the history, and may vary slightly between runs.

          info :: moments, branches, memory and more
          """
      ) { shell in
        shell.answer(shell.debugger.statistics)
      }
      .or(Argument.flag("--version", summary: "show the name and the version of the program instead")) {
        shell,
        _ in
        let application = shell.application
        shell.answer(VersionAnswer(program: application.name, version: application.version))
      }
    }
  }
}

extension AnyVocabulary {

  private static func breakCommand(_ types: FeatureTypes) -> AnyCommand {
    AnyCommand(
      Argument.condition("EXPR|PATTERN|COMMAND", of: types.action).optional(),
      help: """
        Stop when an expression becomes true, or at an action

        'advance', 'run', 'step' and 'source' stop right there, and the next of them continues with what is \
        still due. A command that sends several actions is not split. If the argument is the name of a command \
        or macro, sourced scripts and macros stop after each run of it. They stop only at breakpoints that \
        were set before they began. Without arguments, lists the breakpoints.

        break todos.count == 3 :: stop when there are three todos
        break \(ActionSyntax.example(of: types.action)) :: stop at actions of a case, whatever the payload
        break undo :: stop a script after each 'undo'
        break -d 1 :: remove the first breakpoint
        """
    ) { shell, stop in
      shell.answer(try stop.map { try shell.debugger.setBreakpoint($0) } ?? shell.debugger.breakpoints)
    }
    .or(
      Argument.flag("-d", "--delete", summary: "remove the breakpoint with a number, or all of them"),
      number(.breakpoints)
    ) { shell, _, number in
      try shell.debugger.removeBreakpoint(number)
    }
  }

  /// The number of the watch or breakpoint to remove.
  private static func number(_ kind: CompletionSources.Kind) -> Parameter<Located<Int>?> {
    Argument.integer("N", in: 1...Int.max).offering { $0.sources.completions(kind) }.optional()
  }
}

/// The arguments of `why`: `EXPR` or `not EXPR`, optionally followed by `at MOMENT`.
private struct WhyQuestion {
  let expression: Expression
  let isNegated: Bool
  let moment: MomentReference?

  static var parameter: Parameter<WhyQuestion> {
    let form = AnyParameter(
      usage: "[not] EXPR [at N]",
      syntax: .swift,
      wordsLeft: 0,
      keywords: ["not", "at"],
      completions: completions
    )
    return Parameter(form) { (reader) throws(Diagnostic) in
      let isNegated = reader.next?.raw == "not"
      if isNegated { _ = try reader.word(for: "not") }
      let words = reader.words
      // No expression has a name after another value.
      if reader.remaining > 1, let last = words.last, last.raw == "at" {
        throw last.diagnostic("'at' needs a moment", hint: "a moment is \(MomentReference.forms)")
      }
      let isAtMoment = reader.remaining > 2 && words[words.count - 2].raw == "at"
      if reader.isGiven("--all"), isNegated || isAtMoment {
        throw words[isAtMoment ? words.count - 2 : words.count - reader.remaining - 1].diagnostic(
          "--all cannot be combined with '\(isAtMoment ? "at" : "not")', which looks back from one moment"
        )
      }
      var moment: MomentReference?
      if isAtMoment {
        let word = words[words.count - 1]
        try word.refuseInterpolation()
        moment = try MomentReference(parsing: word)
        reader.dropLast(2)
      }
      let expression = try Argument.expression("EXPR").read(&reader)
      return WhyQuestion(expression: expression, isNegated: isNegated, moment: moment)
    }
  }

  private static func completions(_ request: CompletionRequest) -> [Completion] {
    let words = request.text.split(separator: " ", omittingEmptySubsequences: false)
    if words.count > 2, words[words.count - 2] == "at" { return MomentReference.completions(request) }
    let isNegated = words.count > 1 && words[0] == "not"
    let isFirst = words.count == (isNegated ? 2 : 1)
    let (word, summary) = isFirst ? ("not", "why something is not true") : ("at", "as of a moment")
    let keyword =
      isFirst && isNegated || !word.hasPrefix(request.word) ? [] : [Completion(word, summary: summary)]
    return (isNegated ? request.droppingWord() : request).memberCompletions + keyword
  }
}
