import Core

extension AnyVocabulary {
  /// Decides properties of everything that can follow.
  static func exploring(_ types: FeatureTypes) -> Self {
    AnyVocabulary("Explore") {
      "explore"
      explore(types)
      "shorten"
      AnyCommand(
        Argument.flag("--land", summary: "run the short script here, on a new branch from the start"),
        Argument.shorteningSubject(of: types),
        help: """
          Find a short script with the same failure

          Leaves out commands, merges clock moves and makes them shorter, and replaces values with simpler ones. Each \
          change is tried in a separate session that begins like this one, and is kept only if the script still fails. The \
          result needs each of its commands: without any one of them, it does not fail in the same way.

          - EXPR: it keeps the value that the expression has now, true or false. The script ends with 'expect EXPR'.
          - PROPERTY: it still violates the property, as this branch does. The script ends with 'expect PROPERTY'.
          - FILE: a script that fails; the path ends in '.todoscript', or begins with './', '../', '/' or '~/'. The script \
          ends with the command that failed, which fails with the same message, except for numbers. If that command \
          also fails on its own, as 'expect sometimes EXPR' does, the values in the message must be the same, too. \
          Variables, blocks, macros and sourced scripts are replaced by the commands that they run.
          - without arguments: the command of this branch that failed last.

          The session is not changed, unless --land is given. 'shorten … >| FILE' saves the script. ^C ends the search and \
          prints the shortest script so far.

          shorten :: the last command that failed in this session
          shorten todos.isEmpty :: the few commands that give this its current value, true or false
          shorten always todos.count < 3 :: the few commands that violate this property
          shorten ./long.todoscript :: a script that fails
          """
      ) { shell, lands, subject in
        try shell.shorten(subject, lands: lands)
      }
    }
  }

  private static func explore(_ types: FeatureTypes) -> AnyCommand {
    let parameters = Argument.exploring(types)
    let form = CommandForm(parameters.map(\.form)) { (reader) throws(Diagnostic) in
      var request = ExploreRequest()
      request.plan.workers = Processors.count
      if reader.isGiven("--along") { request.plan.sequences = 1_000 }
      for parameter in parameters { try parameter.read(&reader)(&request) }
      return Operation { [request] shell in try shell.explore(request) }
    }
    return AnyCommand(
      form,
      help: """
        Check properties of all reachable states

        \(aboutExploring)

        explore always todos.count < 3 :: the shortest path to a third todo, as a script
        explore --properties examples/todos.todoprops :: the properties in a file, one on each line
        explore :: issues, endless effects, results that vary
        explore sometimes todos.count == 3 :: can there be three todos?
        explore eventually effects.isEmpty within 2s :: effects end in time, whatever is done
        explore --along --depth 5 always todos.count < 3 :: after which command was it inevitable?
        """
    )
    .or(
      Argument.flag("--merge", summary: "report on the files of several shards, named in place of PROPERTY")
        .hidden(),
      Argument.file("FILE", .names).repeated()
    ) { shell, _, files in
      try shell.merge(files)
    }
  }

  private static var aboutExploring: String {
    """
    Starting at this moment, explore tries the feature's commands with a few values for each argument, answers to alerts, \
    and clock moves. For a feature without commands, it tries the actions of the user; after 'cd', those of that child. \
    Sequences are tried in order of length, so the first violation found is the shortest. Random sequences follow, which \
    are shortened if they violate a property.

    A violation is printed as a script that fails, and the command fails. If the limits of the search leave a property \
    undecided, the exit code is 3. The session is not changed. ^C ends the search and prints what was covered.

    PROPERTY is one of the following, or several, separated by commas:
    - always EXPR: it is true after each command, and at each time at which effects are due;
    - never PATTERN: no such action occurs;
    - after PATTERN, EXPR: it is true after each such action, once everything due at that time has been delivered;
    - sometimes EXPR: it becomes true in some reachable state;
    - eventually EXPR [within TIME]: it becomes true, whatever commands are run;
    - EXPR leads-to EXPR [within TIME]: whenever the first is true, the second becomes true;
    - EXPR until EXPR [within TIME]: the first stays true until the second becomes true, which it must.
    EXPR may refer to the state, to 'effects' (the effects in flight), to 'now' (the virtual time), and with 'before(EXPR)' \
    to a value before the command. Without a property, explore looks for reported issues, for effects that trigger each \
    other endlessly, and for sequences of commands that give a different result when replayed.

    A property 'holds for sequences of any length' if everything that the feature can do was tried; otherwise, the \
    headline counts the commands and actions tried. 'With the values tried' means that other texts, numbers, positions, \
    answers or times may matter. 'help exploring' explains loops, which states count as the same, and searches on several \
    machines.
    """
  }
}
