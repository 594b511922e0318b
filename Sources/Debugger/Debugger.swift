import Core
import Foundation

/// A session to drive and to query, without a language and without a terminal.
///
/// ```swift
/// let debugger = Debugger(program: "counter") { seed, epoch in
///   Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
/// }
/// debugger.observe { event in print(event.jsonText) }
/// try debugger.send(.incrementButtonTapped)
/// try debugger.advance(by: .seconds(1))
/// let cause = try debugger.blame(Expression(parsing: SourceText("count")))
/// ```
///
/// It keeps what a session has besides its moments: where to stop, what is watched, which received actions were
/// asserted, and the record of the commands. What happens is told to observers as ``Event``s, and what is asked is
/// answered with ``Answer``s.
public final class Debugger<State, Action> {
  /// The feature's session. What is sent to it directly is neither labelled nor recorded: use the debugger's methods.
  public package(set) var session: Session<State, Action>
  /// Tells observers what happens.
  package let events: EventStream<State, Action>
  /// Keeps the commands that change the session.
  package let recorder: SessionRecorder
  /// What is watched, and where to stop.
  package var stops = Stops<State, Action>()
  /// Which received actions were asserted.
  package var received = ReceivedActions()
  /// Whether and why the command that is running was stopped.
  package var halt = Halt<State, Action>()
  /// What is running.
  package var callStack = CallStack()
  /// Whether the running command should end. Asked between moments.
  public var isInterrupted: () -> Bool = { false }

  private let makeSession: (UInt64, Date) -> Session<State, Action>
  let heapAtStart = HeapUse.bytes
  private var observation: AnyCancellable?
  /// The effects that were found to wait for something that the session does not control.
  private var escaped: Set<Int> = []

  /// Creates a debugger with a new session.
  ///
  /// - Parameters:
  ///   - program: The name of the program, which begins a record.
  ///   - origin: What decides the outcome besides the commands.
  ///   - makeSession: Makes a session from a seed and the date at its start.
  public init(
    program: String,
    origin: SessionOrigin = SessionOrigin(),
    makeSession: @escaping (_ seed: UInt64, _ epoch: Date) -> Session<State, Action>
  ) {
    self.makeSession = makeSession
    session = makeSession(origin.seed, origin.epoch)
    recorder = SessionRecorder(origin: origin)
    events = EventStream(program: program)
    attach()
  }

  /// Adds an observer. It gets ``Began`` with the current state at once, then each event as it happens.
  ///
  /// Any number may observe. An observer must not drive the session: it is called in the middle of a turn.
  public func observe(_ take: @escaping (any Event) -> Void) {
    take(events.beginning(of: session, origin: recorder.origin))
    events.observe(take)
  }

  deinit { session.policy = .init() }

  /// Listens to the session, and tells observers that it begins.
  private func attach() {
    // Not weak: objects with weak references are counted more slowly. A debugger that goes away detaches itself.
    observation = session.observe { [unowned self] event in
      if case .recorded(let moment) = event { recorded(moment) }
    }
    session.policy.shouldStop = { [unowned self] moment in stops(after: moment) }
    session.policy.willChange = { [unowned self] () throws(SessionError) in
      try recorder.willChange(session.standing)
    }
    session.policy.isInterrupted = { [unowned self] in noticesInterruption() }
    session.policy.describeAction = { actionText($0) }
    session.policy.describeTime = { "+\($0.formatted)" }
    escaped = []
    received.reset()
    events.begin(session, origin: recorder.origin)
  }

  /// Begins the session anew, without watches and breakpoints.
  ///
  /// - Throws: `CommandFailure` in the middle of a what-if, or if the session is recorded; `Diagnostic` if something is
  ///   still to be asserted.
  public func begin(_ origin: SessionOrigin) throws {
    guard !session.isTryingOut else {
      throw CommandFailure("a session cannot take the place of a command")
    }
    if let journal = recorder.journal {
      throw CommandFailure(
        "the session is recorded in '\(journal.path)', which has only one beginning",
        hint: "'record --stop' ends that"
      )
    }
    try checkExhaustiveBeforeReplacing()
    adopt(makeSession(origin.seed, origin.epoch), stops: Stops(), origin: origin)
  }

  /// Replaces the session.
  package func adopt(
    _ session: Session<State, Action>,
    stops: Stops<State, Action>,
    origin: SessionOrigin,
    entries: [SessionEntry] = []
  ) {
    let replay = self.session.policy.replay
    self.session.policy = .init()
    self.session = session
    session.policy.replay = replay
    self.stops = stops
    recorder.restart(origin: origin, entries: entries)
    attach()
  }

  private func recorded(_ moment: Moment<State, Action>) {
    report(moment.issues)
    events.recorded(moment, in: session)
    let before = session.before(moment)
    tellPrompts(at: moment, since: before)
    tellWatched(from: before, to: moment)
  }

  /// Reports issues that the feature raised while the command runs.
  private func report(_ issues: [SessionIssue]) {
    for issue in issues { events.emit(Diagnosed(IssueReport(issue, in: callStack))) }
    if received.isExhaustive { received.issues += issues }
  }

  /// Answers a question.
  package func answer(_ answer: some Answer) { events.emit(Answered(answer: answer)) }

  /// Tells a person something about what was done.
  ///
  /// - Parameter isAskedFor: Whether it is told even where only what was asked for is to be printed.
  package func notice(_ text: String, style: Style = .dimmed, isAskedFor: Bool = false) {
    events.emit(Noticed(text: text, style: style, isAskedFor: isAskedFor))
  }

  /// Reports a possible problem.
  ///
  /// - Parameter site: Where it was noticed, as `FILE:LINE`.
  package func warn(_ message: String, noticedAt site: String? = nil) {
    events.emit(Diagnosed(warning: message, noticedAt: site, at: callStack.command?.source))
  }

  /// Warns once of each effect that waits for something that the session does not control.
  func warnOfEscapedEffects() {
    for effect in session.escapedEffects where !escaped.contains(effect.id) {
      escaped.insert(effect.id)
      warn(
        "the \(EffectSummary(effect).text) waits for something other than the session's clock; "
          + "what it does cannot be rewound"
      )
    }
  }
}
