import Core

/// Delivers the events of a session to observers.
///
/// An observer that applies the patches of all moments and travels in order always has the current state.
package final class EventStream {
  private struct Observer {
    /// Whether it receives events that no command requested, which are costly to format; `nil` if never.
    let takesProgress: (() -> Bool)?
    let take: (any Event) -> Void
    /// The object that it belongs to, if it is temporary.
    let owner: ObjectIdentifier?
  }

  /// The events emitted during a call.
  private final class Collector {
    var events: [any Event] = []
  }

  let program: String
  /// How messages name an option of a command, such as `--depth`. Front ends whose users type no commands use other
  /// names.
  package var optionName: (_ option: String) -> String = { $0 }
  /// The name of the running script.
  package var script = ""
  private var observers: [Observer] = [] {
    didSet { takesProgress = observers.compactMap(\.takesProgress) }
  }
  private var takesProgress: [() -> Bool] = []
  /// The moment whose state the observers know.
  private var last: AnyMoment?
  /// The number of moments that the observers know.
  private var momentCount = 0

  init(program: String) {
    self.program = program
  }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - owner: The object to remove it with, by ``removeObservers(of:)``; `nil` for a permanent observer.
  ///   - takesProgress: Whether it currently receives events that no command requested; `nil` if never.
  ///   - take: Called with each event.
  package func observe(
    for owner: AnyObject? = nil,
    takingProgress takesProgress: (() -> Bool)? = { true },
    _ take: @escaping (any Event) -> Void
  ) {
    observers.append(
      Observer(takesProgress: takesProgress, take: take, owner: owner.map(ObjectIdentifier.init))
    )
  }

  /// Removes the observers of an object.
  package func removeObservers(of owner: AnyObject) {
    observers.removeAll { $0.owner == ObjectIdentifier(owner) }
  }

  /// The events emitted while `body` runs.
  package func collecting(_ body: () -> Void) -> [any Event] {
    let collector = Collector()
    observe(for: collector) { collector.events.append($0) }
    defer { removeObservers(of: collector) }
    body()
    return collector.events
  }

  /// The events emitted while `body` runs, which no other observer receives. `body` must not drive the session.
  package func capturing(_ body: () -> Void) -> [any Event] {
    let others = observers
    observers = []
    defer { observers = others }
    return collecting(body)
  }

  package func emit(_ event: any Event) {
    for observer in observers where event.isAskedFor || observer.takesProgress?() == true {
      observer.take(event)
    }
  }

  /// Emits an event that no command requested, which is made only if an observer takes such events.
  package func emitProgress(_ event: @autoclosure () -> any Event) {
    if isProgressTaken { emit(event()) }
  }

  /// Whether any observer currently receives events that no command requested.
  var isProgressTaken: Bool { takesProgress.contains { $0() } }

  /// Emits the beginning of a session.
  func begin(_ session: AnySession, origin: SessionOrigin) {
    last = session.moment
    momentCount = session.moments.count
    emit(beginning(of: session, origin: origin))
  }

  /// The event that gives an observer the current state of a session.
  func beginning(of session: AnySession, origin: SessionOrigin) -> Began {
    let moment = session.moment
    return Began(
      program: program,
      script: script,
      seed: origin.seed,
      startDate: origin.epoch,
      moment: moment.number,
      time: moment.now,
      state: { moment.withState { JSON($0) } }
    )
  }

  /// Emits a recorded moment.
  ///
  /// - Parameter isShown: Whether it is printed.
  /// - Returns: Whether any observer took it.
  @discardableResult
  func recorded(_ moment: AnyMoment, in session: AnySession, isShown: Bool = true) -> Bool {
    defer { (last, momentCount) = (moment, max(momentCount, moment.number + 1)) }
    guard isProgressTaken else { return false }
    let before = session.before(moment)
    travel(to: before, in: session)
    emit(
      MomentRecorded(
        moment: session.summary(of: moment),
        change: session.change(from: before, to: moment),
        effects: { EffectChanges(from: before, to: moment) },
        isShown: isShown
      )
    )
    return true
  }

  /// Emits the moments that were recorded during a replay, and then the current moment if it differs from the last one.
  package func sync(with session: AnySession) {
    for moment in session.moments[min(momentCount, session.moments.count)...] where moment.parent != nil {
      recorded(moment, in: session, isShown: false)
    }
    travel(to: session.moment, in: session)
  }

  private func travel(to moment: AnyMoment, in session: AnySession) {
    guard let last, last.number != moment.number else { return }
    emitTravel(from: last, to: moment, in: session)
  }

  /// Emits a move to another moment.
  ///
  /// - Parameter before: The previous moment.
  func emitTravel(
    from before: AnyMoment,
    to moment: AnyMoment,
    in session: AnySession,
    isShown: Bool = false
  ) {
    last = moment
    emitProgress(
      Travelled(
        from: session.summary(of: before),
        to: session.summary(of: moment),
        command: isShown ? session.commandBetween(before, moment) : nil,
        change: isShown ? session.change(from: before, to: moment) : StateChange(from: before, to: moment),
        isShown: isShown
      )
    )
  }
}

extension AnySession {
  /// The label of the command between two moments, if it is exactly one.
  fileprivate func commandBetween(_ one: AnyMoment, _ other: AnyMoment) -> String? {
    let last = one.number > other.number ? one : other
    guard let turn = last.turn.map({ turns[$0] }), let label = turn.label,
      moments[turn.moments.lowerBound].parent == min(one.number, other.number),
      turn.moments.last == last.number
    else { return nil }
    return label
  }
}
