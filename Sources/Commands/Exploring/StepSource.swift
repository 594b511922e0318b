import Core
import Synchronization

/// Generates the steps that are possible in a session: commands of the feature's vocabulary, its actions,
/// answers to what it presents, and clock moves. Any number of threads can use it.
final class StepSource {
  typealias Step = StepRecord
  typealias Group = ExplorationGroup

  /// Which steps to include.
  struct Choice {
    /// Commands and action patterns to include; if empty, all.
    var only: [StepName] = []
    /// Commands and action patterns to exclude.
    var without: [StepName] = []
    /// Whether to send actions in Swift syntax even if there is a vocabulary.
    var sendsActions = false
    /// Whether to send actions that no user sends, too.
    var sendsAllActions = false
    /// Whether to choose what dependencies answer.
    var triesOutcomes = false
    /// Whether conditions are judged only when nothing is in flight.
    var isAtRestOnly = false

    /// Whether commands or actions are left out.
    var isPart: Bool { !only.isEmpty || !without.isEmpty }
  }

  private var choice: Choice
  let commands: [AnyCommand]
  let parser: ScriptParser
  let sandboxes: Sandboxes
  /// How messages name an option.
  private let optionName: (String) -> String
  /// The user's own commands.
  private let own: NamedSteps
  /// The steps of lines parsed before, with whether the choice includes them; `nil` for invalid lines.
  private var knownSteps: [String: (step: Step, isChosen: Bool)?] = [:]
  /// Protects `knownSteps` and the parser. The parser calls the vocabulary, which may trap; the lock is then
  /// released.
  private let lock = RecursiveLock()
  /// Whether only some of the values that are possible were tried: of arguments, payloads, answers or times.
  private let hasSampled = Atomic(false)
  /// The groups that are the same in each state.
  private var commandGroups: [Group] = []
  /// Answers to what is presented, which come after actions.
  private var answerGroups: [Group] = []
  /// Whose actions are tried; `nil` for all, such as those that patterns name.
  private let users: UserActions?
  /// The feature whose actions are tried.
  private let focus: Focus
  /// The cases of its actions.
  private(set) var cases: [String] = []
  /// The cases of actions that are not tried because no user sends them.
  private var leftOut: [String: UserActions.Reason] = [:]
  /// The cases of actions that the program declares not to be the user's, as far as they were made.
  private var declined: Set<String> = []

  init(for shell: AnyInterpreter, choice: Choice) {
    commands = shell.table.ownCommands.filter(\.isExplored)
    parser = ScriptParser(table: shell.table)
    sandboxes = Sandboxes(of: shell)
    focus = shell.definitions.focused?.focus ?? shell.table.types.focus
    optionName = shell.debugger.events.optionName
    let own = NamedSteps(of: shell, tried: commands.map(\.name) + Self.otherNames, in: sandboxes)
    self.own = own
    self.choice = choice
    self.choice.only = choice.only.map(own.meaning)
    users =
      choice.sendsAllActions || self.choice.only.contains { $0.pattern != nil }
      ? nil : UserActions(isDeclared: shell.table.types.isUserAction)
    self.choice.without = choice.without.map(own.meaning)
    classifyActions(in: shell.session)
    commandGroups = offeredCommands.filter { isChosen($0.name) }.map(group)
    commandGroups += chosenNames.filter(isChosen).map { name in
      let steps = own.steps(named: name)
      if steps.count > 1 { noteSample() }
      return Group(name) { (_: AnySession) in steps }
    }
    if triesOutcomes {
      let lines = OutcomeLines.all(in: shell.session)
      if !lines.isEmpty { noteSample() }
      commandGroups.append(group("stub") { _ in lines })
    }
    for name in ["press", "dismiss"] where isChosen(name) {
      answerGroups.append(
        group(name) { [unowned self] in answers(at: $0.moment, in: $0).filter { $0.hasPrefix(name) } }
      )
    }
  }

  /// Finds the cases of actions, and which are not the user's.
  private func classifyActions(in session: AnySession) {
    let all = ActionCases.all(of: focus.feature, leftOutBy: users).filter {
      $0.pattern.hasPrefix(focus.pattern)
    }
    cases = all.map(\.pattern)
    guard let users, sendsActions else { return }
    for case (let pattern, let reason?) in all { leftOut[pattern] = reason }
    guard users.isDeclared == nil else { return }
    for moment in session.moments.suffix(1_000) {
      guard case .action(let action, _, .effect) = moment.cause else { continue }
      let pattern = ActionCases.pattern(of: action)
      if leftOut[pattern] == nil, !UserActions.isGesture(pattern) { leftOut[pattern] = .sent }
    }
  }

  /// The feature's commands, unless actions of a child are tried in their place.
  private var offeredCommands: [AnyCommand] {
    focus.isWhole || !choice.only.isEmpty ? commands : []
  }

  /// Whether every command that was tried had an effect, and every case of actions was reached that was not left out.
  func isCovered(by coverage: ExplorationCoverage) -> Bool {
    let declined = lock.withLock { self.declined }
    return cases.allSatisfy { coverage.actions[$0] != nil || leftOut[$0] != nil || declined.contains($0) }
      && coverage.groups.values.allSatisfy { $0.happened > 0 }
  }

  /// Checks that the chosen names exist.
  func checkChoice() throws {
    let names = commands.map(\.name) + Self.otherNames
    for name in choice.only + choice.without where name.pattern == nil && !names.contains(name.text) {
      guard own.names.contains(name.text) else {
        throw name.source.diagnostic(
          "explore cannot try '\(name.text)'",
          notes: ["it can try \(names.joined(separator: ", "))"],
          hint: Spelling.suggestion(for: name.text, among: names + own.names)
            ?? "an action pattern starts with a dot"
        )
      }
      guard choice.only.contains(where: { $0.text == name.text }) else {
        throw name.source.diagnostic(
          "explore tries '\(name.text)' only with \(optionName("--only"))",
          hint: "exclude the commands that it runs"
        )
      }
      try own.check(name)
    }
    guard sendsActions || (names + chosenNames).contains(where: isChosen) else {
      let without = optionName("--without")
      throw choice.only.isEmpty
        ? CommandFailure(
          "nothing to try: \(without) excludes every command",
          hint: "name fewer commands in \(without)"
        )
        : CommandFailure(
          "nothing to try: \(without) excludes everything that \(optionName("--only")) names",
          hint: "leave out one of the options"
        )
    }
  }

  /// Checks that something was possible, and that not everything failed, as it does if the user's own commands need
  /// other arguments.
  func checkThatSomethingRan(in exploration: AnyExploration) throws(CommandFailure) {
    let tried = exploration.coverage.groups
    guard exploration.findings.isEmpty, tried.values.allSatisfy({ $0.happened == 0 }) else { return }
    if tried.isEmpty, exploration.coverage.isComplete {
      throw CommandFailure("nothing to try: nothing named by \(optionName("--only")) is possible here")
    }
    for name in chosenNames {
      guard let reason = tried[name]?.refusal else { continue }
      throw CommandFailure("nothing to try: '\(name)' fails here: \(reason)")
    }
  }

  /// What was tried, once an exploration has ended.
  ///
  /// - Parameters:
  ///   - groups: The names of the groups of steps.
  ///   - session: The session, whose dependencies may have other outcomes.
  func scope(_ groups: some Sequence<String>, in session: AnySession) -> ExploredScope {
    let hasAll =
      sendsActions && !choice.isPart && focus.isWhole && leftOut.isEmpty && declined.isEmpty
      && (triesOutcomes || OutcomeLines.all(in: session).isEmpty)
    for pattern in declined.subtracting(groups) { leftOut[pattern] = .declared }
    let left = Dictionary(grouping: leftOut.keys.sorted()) { leftOut[$0]?.rawValue ?? "" }
      .inOrderOfKeys.map { ExploredScope.LeftOut(reason: $0, actions: $1) }
    return ExploredScope(
      kinds: hasAll ? nil : groups.sorted(),
      isChoice: choice.isPart,
      isSample: isSample,
      leftOut: left,
      focus: focus.isWhole ? nil : focus.path
    )
  }

  /// Whether only some of the values that are possible were tried so far.
  var isSample: Bool { hasSampled.load(ordering: .relaxed) }

  private func noteSample() { hasSampled.store(true, ordering: .relaxed) }

  /// Whether it chooses the answers of dependencies, as `--outcomes` or `--only` requests.
  private var triesOutcomes: Bool {
    let isNamed = choice.only.contains { $0.text == "stub" }
    return (choice.triesOutcomes || isNamed) && !choice.without.contains { $0.text == "stub" }
  }

  /// The user's own commands named by `--only`.
  private var chosenNames: [String] { choice.only.map(\.text).filter(own.names.contains) }

  /// The built-in commands that are tried.
  static var otherNames: [String] { ["press", "dismiss", "stub", "advance", "step", "run"] }

  /// The steps that may be possible in a session, the simplest first.
  func groups(in session: AnySession) -> [Group] {
    var groups = commandGroups
    if sendsActions { groups += actions(in: session) }
    return groups + answerGroups
      + moves(at: session.moment).map { step in Group(step.group) { (_: AnySession) in [step] } }
  }

  /// The lines that may be possible at a moment, in the order of their groups.
  func lines(at moment: AnyMoment, in session: AnySession) -> [String] {
    let state = moment.state
    var lines = offeredCommands.flatMap { $0.candidateLines(in: state) }
    if sendsActions { lines += actions(in: state, among: ActionCandidates(of: users)) }
    lines += answers(at: moment, in: session)
    return lines.filter { chosenStep($0) != nil } + moves(at: moment).map(\.text)
  }

  private func group(_ name: String, _ lines: @escaping (AnySession) -> [String]) -> Group {
    Group(name) { [unowned self] (session: AnySession) in lines(session).compactMap(chosenStep) }
  }

  /// The steps of a command, which are made once for each choice of words.
  private func group(_ command: AnyCommand) -> Group {
    var made: [[[String]]: [Step]] = [:]
    return Group(command.name) { [unowned self] (session: AnySession) in
      let (words, areAll) = command.words(in: session.state)
      if !areAll { noteSample() }
      if let steps = lock.withLock({ made[words] }) { return steps }
      let steps = CandidateLines.combining(command.name, with: words).compactMap(chosenStep)
      lock.withLock { made[words] = steps }
      return steps
    }
  }

  /// Whether actions are sent in Swift syntax.
  private var sendsActions: Bool {
    offeredCommands.isEmpty || choice.sendsActions || choice.only.contains { $0.pattern != nil }
  }

  private func isChosen(_ command: String) -> Bool {
    if choice.without.contains(where: { $0.text == command }) { return false }
    // What is in flight must end before anything is judged.
    if command == "run", choice.isAtRestOnly { return true }
    return choice.only.isEmpty || choice.only.contains { $0.text == command }
  }

  private func actions(in session: AnySession) -> [Group] {
    let candidates = ActionCandidates(of: users)
    let all = actions(in: session.state, among: candidates).map(known)
    if candidates.isSample || all.contains(where: { $0 == nil }) { noteSample() }
    let steps = all.compactMap { $0.flatMap { $0.isChosen && leftOut[$0.step.group] == nil ? $0.step : nil } }
    return Dictionary(grouping: steps, by: \.group).inOrderOfKeys.map { name, steps in
      Group(name) { (_: AnySession) in steps }
    }
  }

  /// Lines with actions that may be possible in a state.
  private func actions(in state: Any, among candidates: ActionCandidates) -> [String] {
    if focus.isWhole { return candidates.texts(of: focus.action, in: state) }
    guard let child = focus.child(in: ExpressionContext(state)) else { return [] }
    return candidates.texts(of: focus.action, in: child).map(focus.whole)
  }

  /// The buttons of the alert or dialog in front, and its dismissal, unless it is outside of the focus.
  private func answers(at moment: AnyMoment, in session: AnySession) -> [String] {
    guard let front = session.presentations(at: moment).last,
      focus.isWhole || front.path.hasPrefix(".\(focus.path).")
    else { return [] }
    return (front.prompt?.buttons ?? []).indices.map { "press \($0)" } + ["dismiss"]
  }

  /// Clock moves: to the next deadline, to just before it, to the next action of an effect, and until nothing
  /// is in flight.
  private func moves(at moment: AnyMoment) -> [Step] {
    let deadlines = moment.effects.compactMap(\.deadline)
    // A feature can depend on the time even if nothing is in flight.
    let rest = deadlines.min().map { $0 - moment.now }
    guard rest != nil || !moment.isAtRest else {
      return isChosen("advance") ? [Self.advance(by: .seconds(1))] : []
    }
    var steps: [Step] = []
    if isChosen("advance"), let rest {
      steps.append(Self.advance(by: rest))
      if rest > .milliseconds(1) {
        noteSample()
        steps.append(Self.advance(by: rest - .milliseconds(1)))
      }
    }
    // It may stop between two actions at one instant.
    return steps + [Self.step, .run].filter { isChosen($0.group) }
  }

  /// The step that advances the clock.
  static func advance(by duration: Duration) -> Step {
    .advance(by: duration, text: "advance \(duration.formatted)")
  }

  /// Steps that do the same with simpler values.
  func simplerSteps(for step: Step) -> [Step] {
    guard !Self.otherNames.contains(step.group), let isChosen = known(step.text)?.isChosen else { return [] }
    let keywords = parser.table.command(named: step.group)?.fixedWords ?? []
    let simpler = SimplerLines.lines(for: step.text, keeping: keywords).compactMap(known)
    // A replayed step may be one that is not tried otherwise.
    return simpler.filter { $0.isChosen || !isChosen }.map(\.step)
  }

  static var step: Step { Step("step", group: "step", move: .step) }

  /// The step of a line, if the choice includes it.
  private func chosenStep(_ line: String) -> Step? {
    known(line).flatMap { $0.isChosen ? $0.step : nil }
  }

  /// The step of a line, whatever the choice; `nil` for a line that does not parse.
  func step(_ line: String) -> Step? { known(line)?.step }

  private func known(_ line: String) -> (step: Step, isChosen: Bool)? {
    lock.withLock {
      if let known = knownSteps[line] { return known }
      let step = try? readStep(line)
      knownSteps[line] = .some(step)
      return step
    }
  }

  /// - Returns: `nil` for a line that does not parse, such as an action with a value that has no literal.
  private func readStep(_ text: String) throws -> (step: Step, isChosen: Bool)? {
    guard let line = try ScriptLine.parse(text) else { return nil }
    if line.kind == .action {
      let action = try ActionSyntax.action(of: parser.table.types.action, parsing: line.source)
      let step = AnyExploration.Step(text, group: ActionCases.pattern(of: action)) { session in
        _ = try session.send(action)
      }
      return (step, isChosen(action: action))
    }
    guard let operation = try parser.step(line).operation else { return nil }
    let name = line.words[0].text
    if let action = parser.table.command(named: name)?.action { return try readStep(action) }
    let isOwn = commands.contains { $0.name == name }
    let step =
      (isOwn ? nil : Self.move(name, line.rest(after: 1)))
      ?? AnyExploration.Step(text, group: name) { [sandboxes] session in
        try sandboxes.perform(operation, in: session)
      }
    // Commands are chosen by their groups.
    return (step, true)
  }

  /// The step for a command that only moves the clock.
  private static func move(_ name: String, _ rest: SourceText) -> Step? {
    switch name {
    case "advance": (try? Duration(parsing: rest)).map(advance)
    case "run" where rest.isEmpty: .run
    case "step" where rest.isEmpty: step
    case "step": Int(rest.text).map(Step.resume)
    default: nil
    }
  }

  private func isChosen(action: Any) -> Bool {
    if let isDeclared = users?.isDeclared, !isDeclared(action) {
      declined.insert(ActionCases.pattern(of: action))
      return false
    }
    if choice.without.contains(where: { $0.pattern?.matches(action) == true }) { return false }
    let patterns = choice.only.compactMap(\.pattern)
    return (choice.only.isEmpty || choice.sendsActions && patterns.isEmpty)
      || patterns.contains { $0.matches(action) }
  }
}

extension CommandTable {
  /// The commands of the feature's own vocabulary.
  var ownCommands: [AnyCommand] {
    vocabularies.filter { !$0.isBuiltIn }.flatMap(\.commands)
  }
}

// Lines of a script that is replayed.
extension StepSource {
  /// Whether a line of a script is no step, so that a replay goes on without it: expected output, or a command
  /// that begins or checks a session.
  func isPassedOver(_ line: ScriptLine) -> Bool {
    switch line.kind {
    case .action: false
    case .command:
      line.words.first.flatMap { parser.table.command(named: $0.text)?.sessionRole } != nil
    default: true
    }
  }

  /// The step of a line in a script, if it is one of those that can be tried, whatever the choice.
  func step(replaying line: ScriptLine) -> Step? {
    let command = line.words.first.flatMap { parser.table.command(named: $0.text) }
    let isTried = command.map { $0.action != nil || own.tried.contains($0.name) }
    return isTried ?? (line.kind == .action) ? step(line.source.text) : nil
  }
}
