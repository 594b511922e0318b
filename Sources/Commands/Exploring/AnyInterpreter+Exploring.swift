import Core
import TodoShellSystem

/// An exploration of a session whose types the compiler does not know.
typealias AnyExploration = Exploration<Any, Any>

/// A property of such an exploration.
typealias AnyProperty = Property<Any, Any>

/// Exploring what could follow the current moment.
extension AnyInterpreter {
  /// Tries sequences of commands from the current moment on, until the properties are decided or one causes an
  /// issue.
  ///
  /// The session is not changed.
  ///
  /// - Throws: The finding, after printing a script that leads there, or an error if it is inconclusive or
  ///   interrupted.
  func explore(_ request: ExploreRequest) throws {
    let (request, source) = try prepared(request)
    if let output = request.output {
      try checkThatNotInUse(output)
      try using(output, refusal: ExitStatus.inputOutput) { try ExplorationAnswer.checkReplacing(output) }
    }
    let report = ExplorationReport(request.plan, of: source.cases, console: console)
    if request.isAlong { return try exploreAlong(request, of: source, report) }
    var files: [ReplayedFile] = []
    if let corpus = request.corpus {
      files = try using(corpus) { try sequences(of: corpus.value, source) }
    }
    let exploration = try exploration(request, of: request.properties.map(\.property), source, report)
    exploration.firstSequences = files.map { $0.steps.map(\.step) }
    exploration.didRefuse = { file, step, reason in
      if files[file].refusal == nil { files[file].refusal = (files[file].steps[step].line, reason) }
    }
    var graph = request.recordsGraph ? StateGraph(start: String(customDumping: session.state)) : nil
    if request.recordsGraph {
      exploration.didReach = { before, step, after, state in
        graph?.add(from: before, by: step.text, to: after, text: String(customDumping: state))
      }
    }
    try refusingLiveValues(request) {
      exploration.run()
      console.showProgress(nil)
    }
    let scope = source.scope(exploration.coverage.groups.keys, in: session)
    let scripts = exploration.faults.filter(\.isWay).map {
      ExplorationScript(of: $0, request, scope, in: self)
    }
    let answer = report.answer(exploration, request, scope, scripts)
    if let finding = exploration.findings.first(where: { $0.error != nil }) {
      // What was found before is a verdict, although the rest is undecided.
      answer.part.findings.forEach { self.answer($0) }
      throw finding.diagnostic
    }
    try source.checkThatSomethingRan(in: exploration)
    if let graph { stateGraph = graph }
    warn(of: files)
    self.exploration = answer
    var problem: (any Error)?
    do { try keep(exploration, scripts, answer, request) } catch { problem = error }
    if request.lands {
      do { try land(exploration, scripts) } catch { problem = problem ?? error }
    }
    do {
      try tell(exploration, scripts, answer, isCovered: source.isCovered(by: exploration.coverage), request)
    } catch {
      // What was found comes last, where it is seen.
      if let problem { debugger.report(Diagnostic(problem)) }
      throw error
    }
    if let problem { throw problem }
  }

  /// Runs an exploration, in which the feature gets live values only if the request says so.
  ///
  /// - Throws: That the feature uses live values, which thousands of sequences would use.
  func refusingLiveValues(_ request: ExploreRequest, _ body: () throws -> Void) throws {
    let reason = "which every sequence would use"
    let refuses = !request.usesLiveValues
    if refuses {
      try debugger.refuse(
        (session.liveDependencies + session.onlyLiveDependencies).removingDuplicates,
        reason
      )
    }
    let names = try session.refusingLiveDependencies(refuses, body)
    if refuses { try debugger.refuse(names, reason) }
  }

  /// A request that has been checked, and what it tries. A mistake in it is no verdict, and has an exit code of its own.
  private func prepared(_ request: ExploreRequest) throws -> (ExploreRequest, StepSource) {
    do {
      var request = request
      try request.prepare(with: self)
      let source = StepSource(for: self, choice: request.choice)
      try source.checkChoice()
      try request.checkConditions(in: session)
      return (request, source)
    } catch {
      if script.exitStatus == nil { endScript(ExitStatus.doesNotParse) }
      throw error
    }
  }

  /// An option of `explore`, for a message.
  func optionName(_ option: String) -> String { debugger.events.optionName(option) }

  /// The exploration of a request, which reports what it does.
  ///
  /// - Parameter moment: The moment to start from; by default the current one.
  func exploration(
    _ request: ExploreRequest,
    of properties: [AnyProperty],
    at moment: Int? = nil,
    _ source: StepSource,
    _ report: ExplorationReport
  ) throws -> AnyExploration {
    let exploration = try Exploration(
      of: properties,
      from: session,
      at: moment,
      plan: request.plan,
      isAtRestOnly: request.choice.isAtRestOnly,
      groups: source.groups
    )
    exploration.clockStep = StepSource.advance
    exploration.simplerSteps = source.simplerSteps
    exploration.actionKind = { ActionCases.pattern(of: $0) }
    exploration.canonical = canonicalForm(request.unordered, for: request.properties)
    exploration.keepsInteresting = request.corpus != nil
    exploration.didProgress = { report.showProgress($0) }
    exploration.didShorten = { [console] in console.updateProgress(shortening: $1, to: $0) }
    exploration.isInterrupted = { [debugger] in
      debugger.isInterrupted() || !request.usesLiveValues && !debugger.session.liveDependencies.isEmpty
    }
    exploration.triesSample = { source.isSample }
    // An interruption may be reported only once, so all threads ask the exploration, which remembers it.
    source.sandboxes.isInterrupted = { [unowned exploration] in exploration.shouldStop() }
    if request.endsWhenCovered {
      exploration.isEnough = { [unowned exploration] in source.isCovered(by: exploration.coverage) }
    }
    return exploration
  }

  /// Goes to the violation that needs the fewest commands or, if there is none, to the first target state.
  private func land(_ exploration: AnyExploration, _ scripts: [ExplorationScript]) throws {
    let start = session.moment.number
    if let script = scripts.min(by: { $0.saved.steps.count < $1.saved.steps.count }) {
      let steps = script.saved.steps
      try land(script.survivableSteps, at: start)
      guard script.survivableSteps.count < steps.count, let last = steps.last else { return }
      return debugger.warn("not run, because it makes the feature trap: \(last)")
    }
    if let finding = exploration.findings.first(where: \.isWay) {
      try land(withoutMacros(finding.steps.map(\.text), after: lineCommands), at: start)
    }
  }

  /// Writes what was found to the corpus, and to the file for a merge.
  private func keep(
    _ exploration: AnyExploration,
    _ scripts: [ExplorationScript],
    _ answer: ExplorationAnswer,
    _ request: ExploreRequest
  ) throws {
    if let corpus = request.corpus {
      try using(corpus) { try save(exploration, scripts, to: corpus.value) }
    }
    guard let output = request.output else { return }
    var answer = answer
    answer.part.search = request.digest(from: self)
    answer.part.states = exploration.space.states.sorted()
    answer.part.transitions = exploration.space.transitions.sorted()
    answer.part.variants = exploration.space.variants.sorted()
    try using(output) { try answer.write(to: output.value) }
  }

  /// Brings states into the form in which they are compared, if collections stand for sets that no property
  /// orders.
  func canonicalForm(_ unordered: [UnorderedPath], for properties: [WrittenProperty]) -> ((Any) -> Any)? {
    let paths = unordered.filter { path in
      guard let property = properties.first(where: path.mayDecide) else { return true }
      debugger.warn(
        "\(optionName("--unordered")) \(path.text) has no effect: `\(property.text)` may depend on the order"
      )
      return false
    }
    guard !paths.isEmpty else { return nil }
    return { state in paths.reduce(state) { $1.canonical($0) } }
  }

  /// Prints what was found, and throws if anything was.
  private func tell(
    _ exploration: AnyExploration,
    _ scripts: [ExplorationScript],
    _ coverage: ExplorationAnswer,
    isCovered: Bool,
    _ request: ExploreRequest
  ) throws {
    let faults = exploration.faults
    // The script of a single property can be redirected to a file and run.
    if scripts.isEmpty || request.properties.count > 1 {
      var coverage = coverage
      coverage.showsCounters = request.showsCounters
      answer(coverage)
    }
    coverage.part.findings.forEach { answer($0) }
    if faults.count > 1, faults[0].property(in: request.properties) != nil {
      throw CommandFailure("\(faults.count) of \(request.properties.count) properties fail")
    }
    if let finding = faults.first {
      throw diagnostic(of: finding, request, explanation: scripts.first?.explanation ?? [])
    }
    if exploration.coverage.isInterrupted {
      // In a batch, ^C must end the whole batch.
      if !frontEnd.isConversation { script.exitStatus = 128 + SIGINT }
      throw CommandFailure("interrupted after \(counted(exploration.coverage.sequences, "sequence"))")
    }
    let isOnlySample =
      coverage.scope.isSample
      && coverage.properties.allSatisfy { $0.verdict != .inconclusive || $0.upTo == nil }
    try requireDecision(
      coverage,
      isCovered: !request.endsWhenCovered || isCovered,
      hint: isOnlySample
        ? "other values may decide this; add values to try with 'exploring' in the vocabulary" : nil
    )
  }

  private func diagnostic(
    of finding: AnyExploration.Finding,
    _ request: ExploreRequest,
    explanation: [String]
  ) -> Diagnostic {
    var message = finding.text(request.properties) + finding.place
    var notes = explanation
    var source = debugger.callStack.command?.source ?? SourceText("explore")
    switch finding.fault {
    case .property(let index, let evidence):
      let property = request.properties[index]
      source = property.failing(evidence)?.source ?? property.source
    case .issue(let issue):
      message += ": \(issue.headline.message)"
      notes = []
    default: notes = []
    }
    var diagnostic = source.diagnostic(message, notes: notes)
    diagnostic.isFinding = true
    if finding.fault == .divergence {
      diagnostic.hint =
        "what a dependency keeps between calls, such as a stream, is not rewound: 'stub' its function"
    } else if page.isBrief, !request.lands {
      diagnostic.hint = "'explore --land …' runs it here; '>| FILE' keeps it as a script"
    }
    return diagnostic
  }

  /// Throws if the limits of the search leave something undecided.
  ///
  /// - Parameter hint: What may decide it; by default a longer search.
  func requireDecision(_ coverage: ExplorationAnswer, isCovered: Bool, hint: String? = nil) throws {
    var open: [String] = []
    let count = coverage.properties.count { $0.verdict == .inconclusive }
    if count > 0 {
      open.append(count == 1 ? "the property is not decided" : "\(count) properties are not decided")
    }
    if !isCovered {
      open.append("not everything was covered")
    }
    guard !open.isEmpty else { return }
    endScript(ExitStatus.inconclusive)
    throw CommandFailure(
      open.joined(separator: ", and "),
      hint: hint
        ?? "try more sequences with \(optionName("--runs")) and longer ones with \(optionName("--depth")), or fewer commands with "
        + optionName("--only")
    )
  }

  /// Command lines that may be possible at a moment: what `explore` would try there.
  package func possibleLines(at moment: AnyMoment) -> [String] {
    StepSource(for: self, choice: StepSource.Choice()).lines(at: moment, in: session)
  }

  /// A shell for the same feature that runs commands without any output.
  func sandbox(origin: SessionOrigin? = nil, console: Console = .silent()) -> AnyInterpreter {
    var settings = settings
    settings.isQuiet = true
    settings.echoes = false
    let sandbox = application.interpreter(
      origin: origin ?? recorder.origin,
      console: console,
      settings: settings
    )
    sandbox.debugger.isInterrupted = debugger.isInterrupted
    return sandbox
  }
}

extension ExplorationBase {
  /// What was found wrong, in the order of the properties.
  var faults: [Finding] {
    let misuse = findings.filter { $0.property == nil }
    return misuse + verdicts.compactMap { if case .fails(let finding) = $0 { finding } else { nil } }
  }
}

extension ExploreRequest {
  /// Reads the properties in the file, and completes the plan.
  ///
  /// - Throws: An error in the file, or if there are too many properties.
  fileprivate mutating func prepare(with shell: AnyInterpreter) throws {
    if let file = propertyFile {
      properties += try shell.using(file) { try PropertyFile.read(file, of: shell.table.types) }
    }
    let most = AnyExploration.maxProperties
    guard properties.count <= most else {
      throw properties[most].source.diagnostic("explore decides at most \(most) properties at a time")
    }
    plan.compare(whatMattersTo: properties, in: shell.session.stateType)
  }

  /// Checks that what must always hold has a value now, and that the other conditions can be evaluated.
  fileprivate func checkConditions(in session: AnySession) throws(Diagnostic) {
    let context = ExpressionContext(session)
    for property in properties {
      for expression in property.expressions {
        if case .always = property.claim {
          _ = try expression.holds(in: context)
        } else {
          _ = try Diagnostic.unlessMissing { () throws(Diagnostic) in try expression.holds(in: context) }
        }
      }
    }
  }
}
