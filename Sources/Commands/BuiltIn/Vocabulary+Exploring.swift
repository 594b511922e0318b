import Core

extension Vocabulary {
  /// Looks for what must not be.
  static var exploring: Self {
    Vocabulary("Explore") {
      Command(
        "explore",
        Argument.option(
          "--depth",
          Argument.integer("N", in: 1...1_000),
          summary: "how many commands a sequence may have (20)"
        ),
        Argument.option(
          "--runs",
          Argument.integer("N", in: 1...1_000_000_000),
          summary: "how many sequences to try at most (50000)"
        ),
        Argument.option(
          "--seed",
          Argument.integer("S", noun: "seed", in: 0...Int.max),
          summary: "decides the random ones (0)"
        ),
        Argument.option("--shard", Argument.shard("I/N"), summary: "do the I-th of N parts of the work"),
        Argument.flag("--at-rest", summary: "only where nothing is in flight must it hold"),
        Argument.option(
          "--only",
          Argument.stepNames("LIST", of: Action.self),
          summary: "try these commands, macros, aliases and patterns of actions alone, with commas between"
        ),
        Argument.option(
          "--without",
          Argument.stepNames("LIST", of: Action.self),
          summary: "do not try these"
        ),
        Argument.flag("--actions", summary: "try actions in Swift syntax, too, where there are commands"),
        Argument.invariant(),
        summary: "Look for a sequence of commands after which something is wrong",
        discussion: aboutExploring,
        examples: [
          "explore": "is there anything that the runtime would complain of?",
          "explore invariant todos.count < 3": "the shortest way to a third todo, as a script",
          "explore --at-rest invariant effects.isEmpty": "with everything done, does it hold?",
          "explore --shard 1/8 --runs 100000": "the first of eight parts",
        ]
      ) { shell, depth, runs, seed, shard, isAtRestOnly, only, without, sendsActions, invariant in
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
        try shell.explore(request)
      }
    }
  }

  private static var aboutExploring: String {
    """
    From this moment on it tries the feature's commands with few values for their arguments, answers to what is \
    presented, and moves of the clock: to where the next effect goes on, to just before, and until nothing is in flight. \
    A feature without commands is sent its actions. Macros and aliases are tried where --only names them, with 0, 1 and a \
    for their words. From each state all of them are tried, first those states that few \
    commands lead to, so that the first sequence that is found is the shortest; after half of the runs random sequences \
    are tried, and what they find is shortened. States that differ only in the virtual time or in their UUIDs count as \
    one, unless the invariant names 'now' or a UUID.

    The invariant is looked at after each command. It may name 'effects', what is in flight, and 'now', besides the \
    state. Without an invariant it looks for issues that are reported, for effects that feed each other without end, and \
    for what comes out differently the second time.

    What is found is printed as a script that fails, and the command fails. The session stays as it is. ^C ends the \
    search, and says what was covered.

    The same seed gives the same result. To use eight processors:
    seq 8 | xargs -P 8 -I {} PROGRAM -c 'explore --shard {}/8 invariant EXPR'
    """
  }
}
