import Core

/// Tells observers what happens in a session.
///
/// An observer that applies the patches of all moments and travels in order always has the state.
package final class EventStream<State, Action> {
  private struct Observer {
    /// Whether it takes events that no command asked for. They cost time to put into words.
    let takesProgress: () -> Bool
    let take: (any Event) -> Void
    /// What it observes for, if not for good.
    let owner: ObjectIdentifier?
  }

  /// The events that are told while something runs.
  private final class Collector {
    var events: [any Event] = []
  }

  let program: String
  /// The name of the script that runs.
  package var script = ""
  private var observers: [Observer] = []
  /// The moment whose state the observers have.
  private var last: Moment<State, Action>?
  /// How many moments the observers know.
  private var momentCount = 0

  init(program: String) {
    self.program = program
  }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - owner: What it observes for, until ``removeObservers(of:)``; `nil` for as long as there are events.
  ///   - takesProgress: Whether it takes, at the time, events that no command asked for.
  ///   - take: Called with each event.
  package func observe(
    for owner: AnyObject? = nil,
    takingProgress takesProgress: @escaping () -> Bool = { true },
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

  /// The events that are told while something runs.
  package func collecting(_ body: () -> Void) -> [any Event] {
    let collector = Collector()
    observe(for: collector) { collector.events.append($0) }
    defer { removeObservers(of: collector) }
    body()
    return collector.events
  }

  package func emit(_ event: any Event) {
    for observer in observers where event.isAskedFor || observer.takesProgress() { observer.take(event) }
  }

  /// Whether any observer takes, at present, events that no command asked for.
  var isProgressTaken: Bool { observers.contains { $0.takesProgress() } }

  /// A session begins, be it another one.
  func begin(_ session: Session<State, Action>, origin: SessionOrigin) {
    (last, momentCount) = (session.moment, session.moments.count)
    emit(beginning(of: session, origin: origin))
  }

  /// What an observer must know of a session before it can follow it.
  func beginning(of session: Session<State, Action>, origin: SessionOrigin) -> Began {
    let moment = session.moment
    return Began(
      program: program,
      script: script,
      seed: origin.seed,
      epoch: origin.epoch.epochText,
      moment: moment.number,
      time: moment.now,
      state: { moment.withState { JSON($0) } }
    )
  }

  /// A moment was recorded.
  ///
  /// - Parameter isShown: Whether people are told of it, too.
  func recorded(_ moment: Moment<State, Action>, in session: Session<State, Action>, isShown: Bool = true) {
    defer { (last, momentCount) = (moment, max(momentCount, moment.number + 1)) }
    guard isProgressTaken else { return }
    let before = session.before(moment)
    travel(to: before, in: session)
    emit(
      MomentRecorded(
        moment: session.summary(of: moment),
        change: StateChange(from: before, to: moment),
        isShown: isShown
      )
    )
  }

  /// A command moved to another moment.
  ///
  /// - Parameter before: Where the session was.
  func travelled(from before: Moment<State, Action>, in session: Session<State, Action>) {
    let moment = session.moment
    last = moment
    guard isProgressTaken else { return }
    emit(
      Travelled(
        from: session.summary(of: before),
        to: session.summary(of: moment),
        command: session.commandBetween(before, moment),
        change: StateChange(from: before, to: moment),
        isShown: true
      )
    )
  }

  /// Tells programs of the moments that were made while others were done again, and then of the current one, if that is
  /// another than the last one.
  package func sync(with session: Session<State, Action>) {
    for moment in session.moments[min(momentCount, session.moments.count)...] where moment.parent != nil {
      recorded(moment, in: session, isShown: false)
    }
    travel(to: session.moment, in: session)
  }

  private func travel(to moment: Moment<State, Action>, in session: Session<State, Action>) {
    guard let last, last.number != moment.number else { return }
    self.last = moment
    guard isProgressTaken else { return }
    emit(
      Travelled(
        from: session.summary(of: last),
        to: session.summary(of: moment),
        command: nil,
        change: StateChange(from: last, to: moment),
        isShown: false
      )
    )
  }
}

extension Session {
  /// The words of the command that lies between two moments, if it is exactly one.
  fileprivate func commandBetween(_ one: Moment<State, Action>, _ other: Moment<State, Action>) -> String? {
    let last = one.number > other.number ? one : other
    guard let turn = last.turn.map({ turns[$0] }), let label = turn.label,
      moments[turn.moments.lowerBound].parent == min(one.number, other.number),
      turn.moments.last == last.number
    else { return nil }
    return label
  }
}
