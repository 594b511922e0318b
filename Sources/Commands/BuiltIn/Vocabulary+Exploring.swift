import Core

extension Vocabulary {
  /// Searches for sequences of commands that break an invariant or cause an issue.
  static var exploring: Self {
    Vocabulary("Explore") {
      Command(
        "explore",
        Argument.option(
          "--depth",
          Argument.integer("N", in: 1...1_000),
          summary: "maximum length of a sequence, in commands (20)"
        ),
        Argument.option(
          "--runs",
          Argument.integer("N", in: 1...1_000_000_000),
          summary: "maximum number of sequences to try (50000)"
        ),
        Argument.option(
          "--seed",
          Argument.integer("S", noun: "seed", in: 0...Int.max),
          summary: "seed of the random sequences (0)"
        ),
        Argument.option("--shard", Argument.shard("I/N"), summary: "do only the I-th of N parts of the work"),
        Argument.flag("--at-rest", summary: "check the invariant only when nothing is in flight"),
        Argument.option(
          "--only",
          Argument.stepNames("LIST", of: Action.self),
          summary: "try only these commands, macros, aliases and action patterns, separated by commas"
        ),
        Argument.option(
          "--without",
          Argument.stepNames("LIST", of: Action.self),
          summary: "exclude these"
        ),
        Argument.flag("--actions", summary: "try actions in Swift syntax in addition to commands"),
        Argument.flag("--graph", summary: "record the states for 'export --explored'"),
        Argument.invariant(),
        summary: "Search for commands that break an invariant or cause an issue",
        discussion: aboutExploring,
        examples: [
          "explore": "search for reported issues",
          "explore invariant todos.count < 3": "the shortest way to a third todo, as a script",
          "explore --at-rest invariant effects.isEmpty": "check it only when nothing is in flight",
          "explore --graph --depth 3": "record the states that three commands lead to",
          "explore --shard 1/8 --runs 100000": "the first of eight parts",
        ]
      ) {
        shell,
        depth,
        runs,
        seed,
        shard,
        isAtRestOnly,
        only,
        without,
        sendsActions,
        recordsGraph,
        invariant in
        var request = ExploreRequest<State, Action>()
        request.invariant = invariant
        request.isAtRestOnly = isAtRestOnly
        request.plan.comparesTimes = invariant?.source.text.contains("now") ?? false
        request.plan.comparesIDs = invariant?.source.text.contains("UUID") ?? false
        if let depth { request.plan.depth = depth.value }
        if let runs { request.plan.sequences = runs.value }
        if let seed { request.plan.seed = UInt64(seed.value) }
        if let shard { (request.plan.shard, request.plan.shards) = (shard.index, shard.count) }
        request.choice.only = only ?? []
        request.choice.without = without ?? []
        request.choice.sendsActions = sendsActions
        request.recordsGraph = recordsGraph
        try shell.explore(request)
      }
    }
  }

  private static var aboutExploring: String {
    """
    Starting at this moment, explore tries the feature's commands with a few values for each argument, answers to \
    alerts and other presentations, and clock moves: to the next deadline, to just before it, and until nothing is \
    in flight. For a feature without commands, it tries actions. Macros and aliases are tried only if --only names \
    them, with the arguments 0, 1 and a. In each state all of these are tried, the states after the fewest commands \
    first, so the first sequence found is the shortest. After half of the runs, explore tries random sequences and \
    shortens what they find. States that differ only in virtual time or in their UUIDs count as the same, unless the \
    invariant mentions 'now' or a UUID.

    The invariant is checked after each command. It may refer to the state, to 'effects' (the effects in flight) and \
    to 'now' (the virtual time). Without an invariant, explore looks for reported issues, for effects that trigger \
    each other endlessly, and for commands that give a different result when repeated.

    The sequence found is printed as a script that fails, and the command fails. The session is not changed. ^C ends \
    the search and prints what was covered.

    The same seed gives the same result. To use eight processors:
    seq 8 | xargs -P 8 -I {} PROGRAM -c 'explore --shard {}/8 invariant EXPR'
    """
  }
}
