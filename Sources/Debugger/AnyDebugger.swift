import Core

/// What a ``Debugger`` does, for any feature.
public class AnyDebugger: SessionOwner {
  /// The feature's session, without its types.
  public final package(set) var anySession: AnySession {
    @inline(never) @_semantics("optimize.no.crossmodule") get { storedSession }
    @inline(never) @_semantics("optimize.no.crossmodule") set { storedSession = newValue }
  }
  /// Delivers events to observers.
  package let events: EventStream
  /// Records the commands that change the session.
  package let recorder: SessionRecorder
  /// The watches and breakpoints.
  package var stops: Stops {
    get { storedStops }
    set { storedStops = newValue }
  }
  /// The received actions that have been asserted.
  // Unchecked: every command reads it, and code that changes it calls nothing that reads it.
  @exclusivity(unchecked) package var received = ReceivedActions()
  /// The failures of commands, with the moments at which they occurred.
  package var failures = FailureLog()
  /// The actions that a recording lacks.
  package private(set) var lostActions: [String] = []
  /// Whether and why the running command was stopped.
  package var halt: Halt {
    get { storedHalt }
    set { storedHalt = newValue }
  }
  /// The running command and its callers.
  package var callStack: CallStack {
    get { storedCallStack }
    set { storedCallStack = newValue }
  }
  /// The time of a clock that plays, which can be ahead of the session's; `nil` if none does.
  package var playedTime: () -> Duration? = { nil }
  /// Called before another session takes the place of this one.
  package var willReplaceSession: () -> Void = {}
  /// Whether the running command should end; called between moments.
  public var isInterrupted: () -> Bool {
    @_semantics("optimize.no.crossmodule") get { storedInterruption }
    @_semantics("optimize.no.crossmodule") set { storedInterruption = newValue }
  }

  // What every command reads is stored where no other module sees it, not even through cross-module optimization. The compiler
  // can then prove that accesses do not overlap, and the program need not check each of them.
  private var storedSession: AnySession
  private var storedStops = Stops()
  private var storedHalt = Halt()
  private var storedCallStack = CallStack()
  private var storedInterruption: () -> Bool = { false }

  /// A debugger, until it is released. The first weak reference to a debugger would make each later retain of it three times
  /// as slow.
  private final class Link {
    // Unchecked: set at the beginning and at the end only.
    @exclusivity(unchecked) unowned var debugger: AnyDebugger?
  }

  private let link = Link()
  private let makeSession: (UInt64, Date) -> AnySession
  let heapAtStart = HeapUse.bytes
  /// The effects known to wait for something outside the session's control.
  private var escaped: Set<Int> = []
  /// The number of live dependencies of the session that a warning has named.
  private var namedLiveCount = 0
  /// Whether the feature gets test values of dependencies in place of live ones, and a command that uses one fails.
  package var refusesLiveValues = false { didSet { refuseLiveValues() } }

  package init(
    program: String,
    origin: SessionOrigin,
    makeSession: @escaping (_ seed: UInt64, _ epoch: Date) -> AnySession
  ) {
    self.makeSession = makeSession
    var origin = origin
    let begun = try? AnyDebugger.session(origin, makeSession)
    // The record must not tell of a state in which the session does not begin.
    if begun == nil { origin.state = nil }
    storedSession = begun ?? makeSession(origin.seed, origin.epoch)
    recorder = SessionRecorder(origin: origin)
    events = EventStream(program: program)
    attach()
    events.observe(for: self, takingProgress: nil) { [unowned self] event in
      guard let event = event as? Diagnosed else { return }
      failures.note(
        event,
        of: callStack.command,
        at: session.moment.number,
        recorded: recorder.entries.count
      )
    }
  }

  deinit {
    link.debugger = nil
    // A session that outlives its debugger keeps the recorder, in case another debugger takes over the session.
    recorder.journal = nil
    events.removeObservers(of: self)
  }

  /// A session that begins as an origin tells.
  ///
  /// - Throws: A `Diagnostic` if its state cannot be read.
  private static func session(
    _ origin: SessionOrigin,
    _ makeSession: (UInt64, Date) -> AnySession
  ) throws -> AnySession {
    let session = makeSession(origin.seed, origin.epoch)
    if let state = origin.state {
      session.begin(in: try ActionSyntax.action(of: session.stateType, parsing: SourceText(state)))
    }
    return session
  }

  /// The virtual time.
  package var now: Duration { max(session.now, playedTime() ?? .zero) }

  /// Adds an observer. It receives ``Began`` with the current state immediately, and then each event as it happens.
  ///
  /// There may be any number of observers. An observer must not drive the session, since it is called during a turn.
  ///
  /// - Returns: A token that keeps the observation alive until it is cancelled or released.
  public func observe(_ take: @escaping (any Event) -> Void) -> AnyCancellable {
    let owner = Observer()
    observe(for: owner, take)
    // Unchecked: a session is used by one thread, and so are its observers.
    let end = UncheckedSendable { [weak events] in events?.removeObservers(of: owner) }
    return AnyCancellable { end.value() }
  }

  /// The owner of an observer that a token ends.
  private final class Observer: Sendable {}

  /// Adds an observer that belongs to an object; see ``EventStream/removeObservers(of:)``.
  package func observe(for owner: AnyObject, _ take: @escaping (any Event) -> Void) {
    take(events.beginning(of: session, origin: recorder.origin))
    events.observe(for: owner) { if $0.isForPrograms { take($0) } }
  }

  /// Observes the session, and emits its beginning to observers.
  private func attach() {
    // The session may outlive its debugger. The debugger owns its policy, so it need not observe it, too.
    link.debugger = self
    session.policy.shouldStop = { [link] moment in
      guard let debugger = link.debugger else { return false }
      let session = debugger.session
      if !session.isTryingOut { debugger.recorded(moment, in: session) }
      return debugger.stops(after: moment)
    }
    session.policy.willChange = { [recorder, unowned session] () throws(SessionError) in
      try recorder.willChange(session.standing)
    }
    session.policy.isInterrupted = { [link] in link.debugger?.noticesInterruption() ?? false }
    session.policy.describeAction = { actionText($0) }
    session.policy.describeTime = { "+\($0.formatted)" }
    escaped = []
    namedLiveCount = 0
    refuseLiveValues()
    failures = FailureLog()
    lostActions = []
    received.reset()
    events.begin(session, origin: recorder.origin)
  }

  /// Begins a new session, without watches and breakpoints.
  ///
  /// - Throws: A `CommandFailure` during a what-if, or if the session is being recorded; a `Diagnostic` if actions or
  ///   effects remain to be asserted, or if the state cannot be read.
  public func begin(_ origin: SessionOrigin) throws {
    guard !session.isTryingOut else {
      throw CommandFailure("a session cannot take the place of a command")
    }
    if let journal = recorder.journal {
      throw CommandFailure(
        "a new session cannot begin while '\(journal.path)' is being recorded",
        hint: "'record --stop' stops recording"
      )
    }
    try checkExhaustiveBeforeReplacing()
    adopt(try Self.session(origin, makeSession), stops: Stops(), origin: origin)
  }

  /// Replaces the session.
  package func adopt(
    _ session: AnySession,
    stops: Stops,
    origin: SessionOrigin,
    entries: [SessionEntry] = []
  ) {
    willReplaceSession()
    let replay = self.session.policy.replay
    self.session.policy = .init()
    anySession = session
    session.policy.replay = replay
    self.stops = stops
    recorder.restart(origin: origin, entries: entries)
    attach()
  }

  private func recorded(_ moment: AnyMoment, in session: AnySession) {
    report(moment.issues)
    let isTaken = events.recorded(moment, in: session)
    // Usually nothing below has anything to tell.
    guard isTaken || !stops.watches.isEmpty else { return }
    let before = session.before(moment)
    tellPrompts(at: moment, since: before, isInTurn: true)
    tellWatched(from: before, to: moment)
  }

  /// Emits the issues that the feature reported while the command runs.
  private func report(_ issues: [SessionIssue]) {
    if issues.isEmpty { return }
    for issue in issues { events.emit(Diagnosed(issue, in: callStack)) }
    if received.isExhaustive { received.issues += issues }
  }

  /// Emits an answer.
  package func answer(_ answer: some Answer) { events.emit(Answered(answer: answer)) }

  /// Emits a remark.
  ///
  /// - Parameters:
  ///   - isAskedFor: Whether it is printed even in quiet mode.
  ///   - isForErrors: Whether it is printed to standard error.
  package func notice(
    _ text: String,
    style: Style = .dimmed,
    isAskedFor: Bool = false,
    isForErrors: Bool = false
  ) {
    events.emit(Noticed(text: text, style: style, isAskedFor: isAskedFor, isForErrors: isForErrors))
  }

  /// Emits a warning.
  ///
  /// - Parameter site: Where the problem was found, as `FILE:LINE`.
  package func warn(_ message: String, noticedAt site: String? = nil) {
    events.emit(Diagnosed(warning: message, noticedAt: site, at: callStack.command?.source))
  }

  private func refuseLiveValues() {
    if refusesLiveValues { session.refuseLiveDependencies() }
  }

  /// Refuses the live values of dependencies, if there are any.
  ///
  /// - Parameter reason: Why they are refused.
  /// - Throws: An error that names them.
  package func refuse(_ names: [String], _ reason: String) throws(CommandFailure) {
    if names.isEmpty { return }
    throw CommandFailure(
      "the feature uses the live \(names.count == 1 ? "value" : "values") of \(names.joined(separator: ", ")), "
        + reason,
      hint: "give the key a 'previewValue', 'stub' its functions, or allow live values with "
        + events.optionName("--live")
    )
  }

  /// Warns once about what the session cannot rewind.
  ///
  /// - Throws: An error if live values are refused.
  func warn(of session: AnySession) throws {
    for effect in session.escapedEffects where escaped.insert(effect.id).inserted {
      warn(
        "the \(effect.text) waits for something other than the session's clock; "
          + "its results cannot be rewound"
      )
    }
    let names = session.liveDependencies
    guard names.count > namedLiveCount else { return }
    let new = Array(names.dropFirst(namedLiveCount))
    namedLiveCount = names.count
    if refusesLiveValues { try refuse(new, "which a script may not") }
    let message =
      "the session uses the live \(new.count == 1 ? "value" : "values") of \(new.joined(separator: ", ")), "
      + "and cannot rewind what that does"
    guard let source = callStack.command?.source else { return warn(message) }
    var diagnostic = source.diagnostic(
      message,
      hint: "give the key a 'previewValue', or set the dependency where the shell is declared"
    )
    diagnostic.severity = .warning
    report(diagnostic)
  }

  /// Warns that a recording lacks an action, which copies of the recording will say, too.
  ///
  /// - Throws: An error if that cannot be recorded.
  package func warnOfLostAction(_ text: String) throws {
    try recorder.willKeep(session.standing)
    lostActions.append(text)
    warn("an action was not recorded, because it has no text form: \(text)")
  }
}

/// What has a session, whose types a subclass may know.
public protocol SessionOwner {
  /// The session without the types of its feature.
  var anySession: AnySession { get }
}

extension SessionOwner {
  /// The session.
  public var session: AnySession { anySession }
}
