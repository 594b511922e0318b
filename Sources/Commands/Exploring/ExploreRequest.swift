import Core

/// The arguments of `explore`.
struct ExploreRequest {
  /// The properties; if there are none, explore looks for misuse.
  var properties: [WrittenProperty] = []
  /// Where to read more properties.
  var propertyFile: Located<String>?
  /// The folder of sequences to try first, and to add new ones to.
  var corpus: Located<String>?
  /// Where to write what was found, for a merge.
  var output: Located<String>?
  /// The collections that stand for sets.
  var unordered: [UnorderedPath] = []
  /// Whether conditions are judged only when nothing is in flight.
  var isAtRestOnly = false
  /// Whether to end once every command has changed something and every action case has been reached.
  var endsWhenCovered = false
  /// Whether to record the states and the transitions between them.
  var recordsGraph = false
  /// Whether the feature may use live values of dependencies.
  var usesLiveValues = false
  /// Whether to run what was found here, on a new branch.
  var lands = false
  /// Whether to start from each command of this branch, to find out where a violation was inevitable.
  var isAlong = false
  /// How much to try.
  var plan = ExplorationPlan()
  /// Which steps to try.
  var choice = StepSource.Choice()
  /// What was tried, once the search has ended.
  var scope = ExploredScope()

  /// Whether scripts must tell which property they are about: not if it is the only one, and an invariant.
  var needsTitles: Bool {
    if properties.count == 1, case .always = properties[0].claim { false } else { true }
  }
}

/// How much of what a feature can do an exploration has tried.
struct ExploredScope: Codable, Equatable {
  /// The commands and action cases that were tried; `nil` if there are no others.
  var kinds: [String]?
  /// Whether `--only` or `--without` left some out.
  var isChoice = false
  /// Whether only some values were tried: of arguments, payloads, answers or times.
  var isSample = false

  /// The numbers of commands and actions, to follow *sequences*.
  var sequences: String {
    guard let kinds else { return "" }
    let actions = kinds.count { $0.hasPrefix(".") }
    let counts = [(kinds.count - actions, "command"), (actions, "action")].filter { $0.0 > 0 }
    return counts.isEmpty ? "" : " of " + counts.map { counted($0, $1) }.joined(separator: " and ")
  }

  /// The note about the values.
  var values: String { isSample ? ", with the values tried" : "" }

  /// The note where the numbers of commands and actions are not given.
  var limits: String {
    if !isChoice { return values }
    return isSample ? ", with the commands and values tried" : ", with the commands tried"
  }

  /// Adds what another part of the same search has tried.
  mutating func formUnion(_ other: Self) {
    kinds = kinds.map { Set($0).union(other.kinds ?? []).sorted() }
    isSample = isSample || other.isSample
  }
}

/// A part of the work that several processes share: the first of four is `1/4`.
struct Shard: Equatable {
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
  /// A digest of what is searched for and from where, which is the same for all parts of one search.
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
      "\(plan.depth)", "\(choice.sendsActions)", "\(choice.triesOutcomes)", "\(plan.triesOrders)",
      "\(isAtRestOnly)",
      shell.recorder.origin.command, session.now.formatted, String(customDumping: session.state),
    ]
    // The lengths tell apart texts that are divided in different ways.
    let texts = settings + lists.flatMap { ["\($0.count)"] + $0 }
    return stableName(of: texts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n"))
  }
}
