extension Session {
  /// A change of a session.
  public enum Event {
    /// A moment was recorded, and effects have run until all of them wait. The moments of a what-if are not reported
    /// individually: ``triedOut(_:)`` follows when it is complete.
    case recorded(Moment<State, Action>)
    /// The current moment or the line through it has changed.
    case travelled(Movement)
    /// A mark was set, or removed if `moment` is `nil`.
    case marked(String, moment: Int?)
    /// A what-if was recorded as a branch, and the session stands at its tip.
    case triedOut(WhatIf)
  }

  /// Observes what happens to the session.
  ///
  /// ```swift
  /// let observation = session.observe { event in
  ///   if case .recorded(let moment) = event { print(moment.number, moment.state) }
  /// }
  /// ```
  ///
  /// Observers are called in the order in which they were added. They only observe; decisions are made by the
  /// session's ``policy``. An observer must not change the session.
  ///
  /// - Parameter observe: Called with each event, right after it happened.
  /// - Returns: A token that keeps the observation alive until it is cancelled or released.
  public func observe(_ observe: @escaping (Event) -> Void) -> AnyCancellable {
    let number = observers.add(observe)
    // Unchecked: a session is used by one thread, and so are its observers.
    let end = UncheckedSendable { [weak observers] in observers?.remove(number) }
    return AnyCancellable { end.value() }
  }

  /// The observers of a session, oldest first.
  final class Observers {
    private var observers: [(number: Int, observe: (Event) -> Void)] = []
    private var count = 0

    fileprivate func add(_ observe: @escaping (Event) -> Void) -> Int {
      count += 1
      observers.append((count, observe))
      return count
    }

    fileprivate func remove(_ number: Int) {
      observers.removeAll { $0.number == number }
    }

    /// Reports an event, which is created only if there is an observer.
    func notify(_ event: @autoclosure () -> Event) {
      guard !observers.isEmpty else { return }
      let event = event()
      for (_, observe) in observers { observe(event) }
    }
  }
}

extension Session {
  /// Controls a session through callbacks before or during events. It has a single owner, such as a debugger; use
  /// ``observe(_:)`` to only watch events.
  public struct Policy {
    /// Called before each change: before a turn begins, before a move, before a mark is set or removed. Throwing
    /// prevents the change. A command that makes several changes causes several calls. Use it to implement journals.
    public var willChange: () throws(SessionError) -> Void = {}

    /// Whether to stop after a moment. Called when all observers have seen the moment; the rest of the input stays in
    /// flight and continues with the next input. Use it to implement breakpoints and ^C.
    public var shouldStop: (Moment<State, Action>) -> Bool = { _ in false }

    /// Whether to interrupt the current work. Called before each moment that is replayed, as for an input after a
    /// move, and between the actions of a turn once ``shouldStop`` has stopped one.
    public var isInterrupted: () -> Bool = { false }

    /// Replays a turn in a what-if by other means than its recorded inputs, such as its label, which may mean
    /// something else after different turns. It sends actions or moves the clock, and returns whether it could replay
    /// the turn; if not, the recorded inputs are processed again. An error is added to ``WhatIf/failures``.
    public var replay: (Turn<Action>) throws -> Bool = { _ in false }

    /// Describes actions in the session's messages.
    public var describeAction: (Action) -> String = { "\($0)" }

    /// Describes virtual times in the session's messages.
    public var describeTime: (Duration) -> String = { "\($0)" }

    /// Creates a policy that allows everything and never stops.
    public init() {}
  }
}
