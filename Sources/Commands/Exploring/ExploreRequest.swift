import Core

/// The arguments of `explore`.
struct ExploreRequest {
  /// The properties; if there are none, explore looks for misuse.
  var properties: [WrittenProperty] = []
  /// Where to read more properties.
  var propertyFile: Located<String>?
  /// The folder of sequences to try first, and to add new ones to.
  var corpus: Located<String>?
  /// The file for the results, for a merge.
  var output: Located<String>?
  /// The collections that stand for sets.
  var unordered: [UnorderedPath] = []
  /// Whether to end once every command has changed something and every action case has been reached.
  var endsWhenCovered = false
  /// Whether to record the states and the transitions between them.
  var recordsGraph = false
  /// Whether the feature may use live values of dependencies.
  var usesLiveValues = false
  /// Whether a prompt shows the counters.
  var showsCounters = false
  /// Whether to run what was found here, on a new branch.
  var lands = false
  /// Whether to start from each command of this branch, to find out where a violation was inevitable.
  var isAlong = false
  /// How much to try.
  var plan = ExplorationPlan()
  /// Which steps to try.
  var choice = StepSource.Choice()

  /// Whether scripts must tell which property they are about: not if it is the only one, and an invariant.
  var needsTitles: Bool {
    if properties.count == 1, case .always = properties[0].claim { false } else { true }
  }
}

/// How much of what a feature can do an exploration has tried.
struct ExploredScope: Codable {
  /// The commands and action cases that were tried; `nil` if there are no others.
  var kinds: [String]?
  /// Whether `--only` or `--without` left some out.
  var isChoice = false
  /// Whether only some values were tried: of arguments, payloads, answers or times.
  var isSample = false
  /// The actions that were left out because no user sends them; `nil` in files of earlier versions.
  var leftOut: [LeftOut]?
  /// The path of the child whose actions were tried; `nil` for the whole feature.
  var focus: String?

  /// Action cases that were left out for one reason.
  struct LeftOut: Codable, JSONObject {
    static let members = fields(["reason": "why they were not tried", "actions": "the action cases"])
    let reason: String
    let actions: [String]
  }

  /// The numbers of commands and actions, to follow *sequences*.
  var sequences: String {
    guard let kinds else { return "" }
    let actions = kinds.count { $0.hasPrefix(".") }
    let counts = [(kinds.count - actions, "command"), (actions, "action")].filter { $0.0 > 0 }
    let left = (leftOut ?? []).reduce(0) { $0 + $1.actions.count }
    return counts.isEmpty
      ? ""
      : " made from " + counts.map { counted($0, $1) }.joined(separator: " and ")
        + (left > 0 ? " of the user\(place) (\(counted(left, "other")) left out)" : place)
  }

  /// The note about the values.
  var values: String { isSample ? ", with the values tried" : "" }

  /// The note where the numbers of commands and actions are not given.
  var limits: String {
    if !isChoice { return place + values }
    return place + (isSample ? ", with the commands and values tried" : ", with the commands tried")
  }

  private var place: String { focus.map { " in \($0)" } ?? "" }

  /// Adds what another part of the same search has tried.
  mutating func formUnion(_ other: Self) {
    kinds = kinds.map { Set($0).union(other.kinds ?? []).sorted() }
    isSample = isSample || other.isSample
  }
}

/// A part of the work that several processes share: the first of four is `1/4`.
struct Shard {
  /// From 0.
  let index: Int
  let count: Int

  /// The maximum number of parts.
  static let most = 65_536
}

extension Argument {
  /// A part of the work: `1/4`.
  static func shard(_ name: String) -> Parameter<Shard> {
    Parameter(name) { (word) throws(Diagnostic) in
      let numbers = word.text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
        (1...Shard.most).contains(count), (1...count).contains(number)
      else {
        throw word.diagnostic(
          "invalid shard '\(word.text)'",
          hint: "write I/N: 1/4 is the first of four, 4/4 the last"
        )
      }
      return Shard(index: number - 1, count: count)
    }
  }
}

extension ExploreRequest {
  /// A digest of the settings and the start of the search, which is the same for all parts of one search.
  ///
  /// The limits in time do not count: a part may be given more runs than another.
  func digest(from shell: AnyInterpreter) -> String {
    let session = shell.session
    let lists = [
      choice.only.map(\.text).sorted(), choice.without.map(\.text).sorted(), unordered.map(\.text).sorted(),
      properties.map(\.text), session.moment.effects.map(\.text),
      session.moment.effects.map { $0.deadline?.formatted ?? "" },
      session.moment.answers.map { "\($0.used) \($0.answer)" },
    ]
    let settings = [
      "\(plan.depth)", "\(choice.sendsActions)", "\(choice.sendsAllActions)", "\(choice.triesOutcomes)",
      "\(plan.triesOrders)",
      "\(choice.isAtRestOnly)", shell.focusedPath ?? "",
      shell.recorder.origin.command, session.now.formatted, String(customDumping: session.state),
    ]
    // The lengths tell apart texts that are divided in different ways.
    let texts = settings + lists.flatMap { ["\($0.count)"] + $0 }
    return stableName(of: texts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n"))
  }
}

/// A parameter of `explore`, and its change to the request.
typealias ExploreParameter = Parameter<(inout ExploreRequest) -> Void>

extension Argument {
  /// The parameters of `explore`.
  static func exploring(_ types: FeatureTypes) -> [ExploreParameter] {
    [parameter(properties(of: types)) { $0.properties = $1 }] + choices(types)
      + forBatches(types).map { $0.hidden() }
  }

  /// The options for long, unattended searches, for their parts, and for collections without order.
  private static func forBatches(_ types: FeatureTypes) -> [ExploreParameter] {
    [
      flag("--actions", \.choice.sendsActions, "try actions in Swift syntax in addition to commands"),
      flag("--at-rest", \.choice.isAtRestOnly, "judge only when nothing is in flight; 'run' is tried"),
      option(
        "--seed",
        integer("S", noun: "seed", in: 0...Int.max),
        "seed of the random sequences (0)"
      ) { $0.plan.seed = UInt64($1.value) },
      option(
        "--workers",
        integer("N", in: 1...1_024),
        "maximum number of threads (one per processor)"
      ) {
        $0.plan.workers = $1.value
      },
      option("--shard", shard("I/N"), "do only the I-th of N parts of the work") {
        ($0.plan.shard, $0.plan.shards) = ($1.index, $1.count)
      },
      option("--out", file("FILE"), "write the results to a file, for --merge") {
        $0.output = $1
      },
      flag(
        "--until-covered",
        \.endsWhenCovered,
        "end once every command has changed something and every action case has been reached"
      ),
      option(
        "--corpus",
        file("DIR"),
        "try the scripts in a folder first, and add new findings to it"
      ) { $0.corpus = $1 }
      .excluding(
        ["--shard"],
        hint: "the parts would depend on each other's files: explore with --corpus in one process"
      ),
      option(
        "--unordered",
        unorderedPaths("PATHS", of: types.state),
        "arrays to treat as sets, ignoring the order of elements"
      ) { $0.unordered += $1 },
      flag("--graph", \.recordsGraph, "record the states for 'export --explored'"),
      flag("--stats", \.showsCounters, "print the counters at a prompt, too"),
      flag("--live", \.usesLiveValues, "allow the feature to use live values of dependencies"),
    ]
  }

  private static func choices(_ types: FeatureTypes) -> [ExploreParameter] {
    [
      option(
        "--depth",
        integer("N", in: 1...1_000),
        "maximum length of a sequence, in commands (20)"
      ) {
        $0.plan.depth = $1.value
      },
      option(
        "--runs",
        integer("N", in: 1...1_000_000_000),
        "maximum number of sequences to try (50000)"
      ) {
        $0.plan.sequences = $1.value
      },
      option(
        "--only",
        stepNames("LIST", of: types.action),
        "try only these commands, macros, aliases and action patterns, separated by commas"
      ) { $0.choice.only += $1 },
      option(
        "--without",
        stepNames("LIST", of: types.action),
        "commands and action patterns not to try, separated by commas"
      ) { $0.choice.without += $1 },
      parameter(flag("--all-actions", summary: "also try actions that no user sends, such as responses")) {
        ($0.choice.sendsActions, $0.choice.sendsAllActions) = ($0.choice.sendsActions || $1, $1)
      },
      flag("--outcomes", \.choice.triesOutcomes, "also choose what dependencies answer"),
      option("--properties", file("FILE"), "also check the properties in a file") {
        $0.propertyFile = $1
      },
      flag(
        "--schedules",
        \.plan.triesOrders,
        "also try other orders of effects that are due at the same instant"
      ),
      flag("--land", \.lands, "run the shortest violation here, on a new branch"),
      flag("--along", \.isAlong, "find the command of this branch after which the violation was inevitable")
        .excluding(
          ["--corpus", "--shard", "--out", "--land", "--graph", "--until-covered"],
          hint: "it explores from many moments, for at most --runs sequences from each"
        ),
    ]
  }

  private static func flag(
    _ name: String,
    _ path: WritableKeyPath<ExploreRequest, Bool>,
    _ summary: String
  ) -> ExploreParameter {
    parameter(flag(name, summary: summary)) { $0[keyPath: path] = $1 }
  }

  private static func option<Value>(
    _ name: String,
    _ value: Parameter<Value>,
    _ summary: String,
    set: @escaping (inout ExploreRequest, Value) -> Void
  ) -> ExploreParameter {
    parameter(options(name, value, summary: summary)) { for value in $1 { set(&$0, value) } }
  }

  private static func parameter<Value>(
    _ parameter: Parameter<Value>,
    set: @escaping (inout ExploreRequest, Value) -> Void
  ) -> ExploreParameter {
    ExploreParameter(parameter.form) { (reader) throws(Diagnostic) in
      let value = try parameter.read(&reader)
      return { set(&$0, value) }
    }
  }
}
