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
        summary: "Find a short script with the same failure",
        discussion: """
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
          """,
        examples: [
          "shorten": "the last command that failed in this session",
          "shorten todos.isEmpty": "the few commands that give this its current value, true or false",
          "shorten always todos.count < 3": "the few commands that violate this property",
          "shorten ./long.todoscript": "a script that fails",
        ]
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
      summary: "Check properties of all reachable states",
      discussion: aboutExploring,
      examples: [
        "explore --schedules": "also in other orders of what happens at the same time",
        "explore": "search for reported issues",
        "explore always todos.count < 3": "the shortest path to a third todo, as a script",
        "explore sometimes todos.count == 3": "can there be three todos?",
        "explore never \(ActionSyntax.example(of: types.action))": "the shortest path to such an action",
        "explore --outcomes": "issues after dependencies fail, too",
        "explore eventually effects.isEmpty within 2s": "effects end in time, whatever is done",
        "explore --properties examples/todos.todoprops": "the properties in a file",
        "explore --graph --depth 3": "record the states that three commands lead to",
        "explore --shard 1/8 --runs 100000": "the first of eight parts",
        "explore --land always todos.count < 3": "go to the violation, on a new branch",
        "explore --along --depth 5 always todos.count < 3": "where did it become inevitable?",
      ]
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
    Starting at this moment, explore tries the feature's commands with a few values for each argument, \
    answers to alerts and other presentations, and clock moves: to the next deadline, to just before it, to \
    the next action of an effect, and until nothing is in flight. For a feature without commands, it tries \
    the user's actions, not 'delegate', '…Response' and the like; --all-actions adds these. After 'cd', it tries only the \
    actions of that child. Macros and aliases are tried only if --only names them, with the arguments '0', '1' and 'a'. All of these are tried in each state, starting \
    with the states that take the fewest commands to reach, so the first violation found is the shortest. After \
    half of the runs, explore tries random sequences, most of which do without some of the commands, extends those that reach something new, and shortens any that \
    violate a property. States that differ only in virtual time or in their UUIDs count as the same, unless \
    a property mentions 'now' or a UUID.

    PROPERTY is one of the following, or several, separated by commas; EXPR may refer to the state, to \
    'effects' (the effects in flight), to 'now' (the virtual time), and with 'before(EXPR)' to a value before \
    the command:
    - always EXPR: it is true after each command, and at each time at which effects are due;
    - never PATTERN: such actions do not occur;
    - after PATTERN, EXPR: it is true after each such action, once everything due at that time has been delivered;
    - sometimes EXPR: it becomes true in some reachable state;
    - eventually EXPR [within TIME]: it becomes true, whatever commands are run;
    - EXPR leads-to EXPR [within TIME]: whenever the first is true, the second becomes true;
    - EXPR until EXPR [within TIME]: the first stays true until the second becomes true, which it must.
    'invariant' is the same as 'always'. Without 'within', there are two kinds of violation: a state in \
    which nothing is due and the goal is not reached, and a loop of commands in which time passes without \
    reaching the goal. The search assumes that time passes and that what is due is delivered, but not that \
    any command is run. A property file has one property per line, which may begin with 'NAME:'. Without a \
    property, explore looks for reported issues, for effects that trigger each other endlessly, and for \
    sequences of commands that give a different result when replayed.

    With --outcomes, explore also chooses what the functions of dependencies answer: the answers given by 'stub' \
    before, the errors that a function declares, or one of any type, 'never' for a function that is awaited, and \
    'default'. The script of a violation contains these as 'stub' commands.

    Effects that are due at the same time continue in the order in which they were started. --schedules also \
    tries the other orders that lead to a different result; in a script, 'step N' chooses one. --unordered \
    has no effect if a property may depend on the order; the script of a loop ends with 'expect --unordered'. \
    --corpus writes scripts that fail, and random sequences that were the first to reach something; a script \
    that cannot be replayed any more is named in a warning and kept. The scripts may contain what --only and \
    --without exclude.

    --land runs the violation with the fewest commands here, on a new branch, command by command. --along needs \
    one property of the form 'always EXPR', which this branch violates, and explores from each of its commands: \
    a violation is inevitable if every continuation leads to it, with commands or without, as time passes. Where \
    it can be avoided, the report shows how, and how many random continuations still violate the property. From \
    each command, it tries --runs sequences (1000 by default) and a tenth as many random ones.

    A property 'holds for sequences of any length' if everything that the feature can do was tried; otherwise, the \
    headline counts the commands and actions tried. 'With the values tried' means that other texts, numbers, \
    positions, answers or times may matter. A violation is printed as a script that fails, and the command fails. If \
    the limits of the search or the values leave a property undecided, the exit code is 3. The session is not \
    changed. ^C ends the search and prints what was covered.

    The same seed gives the same result with any number of workers. To divide the work among several machines, \
    run one part on each (here the first of eight), then merge the results:
    PROGRAM -c 'explore --shard 1/8 --out 1.part always EXPR'
    PROGRAM -c 'explore --merge 1.part 2.part 3.part 4.part 5.part 6.part 7.part 8.part'
    The parts must have the same start, properties and options, except for --runs, --seed and --workers. While some \
    are missing, no property is shown to hold.
    """
  }
}
