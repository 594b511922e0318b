extension Session {
  /// What happened to a session.
  public enum Event {
    /// A moment was recorded, and the effects that could go on have gone on. The moments of a what-if are not reported one
    /// by one: ``triedOut(_:)`` follows when it is complete.
    case recorded(Moment<State, Action>)
    /// The current moment, or the line that leads through it, is another one.
    case travelled(Movement)
    /// A moment was given a name; `nil` if the name was removed.
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
  /// Any number of observers is called, in the order in which they began. They only look: what decides is the session's
  /// ``policy``. The session must not be changed from within.
  ///
  /// - Parameter observe: Called with each event, right after what it reports.
  /// - Returns: Keeps the observation alive: it ends when this is cancelled or released.
  public func observe(_ observe: @escaping (Event) -> Void) -> AnyCancellable {
    let number = observers.add(observe)
    // Unchecked: a session is used by one thread, and so are its observers.
    let end = UncheckedSendable { [weak observers] in observers?.remove(number) }
    return AnyCancellable { end.value() }
  }

  /// Those who observe a session, oldest first.
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

    /// Reports an event. It is made only if there is an observer.
    func notify(_ event: @autoclosure () -> Event) {
      guard !observers.isEmpty else { return }
      let event = event()
      for (_, observe) in observers { observe(event) }
    }
  }
}

extension Session {
  /// What decides in a session: each is asked before or while something happens. One owner sets all of it, such as a
  /// debugger; to look at what happened, ``observe(_:)`` is enough.
  public struct Policy {
    /// Asked before anything changes: before a turn begins, before a move, before a moment gets or loses a name. An
    /// error keeps the change from happening. A command that changes more than once is asked as often. Journals are
    /// made of this.
    public var willChange: () throws(SessionError) -> Void = {}

    /// Asked after each moment, when all observers have seen it, whether to stop there: the rest of the input stays in
    /// flight, and goes on with the next one. Breakpoints and ^C are made of this.
    public var shouldStop: (Moment<State, Action>) -> Bool = { _ in false }

    /// Whether what is going on is to end. Asked before each moment that is replayed, as for an input after a move, and
    /// between the actions of a turn once ``shouldStop`` has stopped one.
    public var isInterrupted: () -> Bool = { false }

    /// Replays a turn in a what-if by other means than its recorded inputs, as by the words of its label: these may
    /// lead to something else where other things have happened before. It sends, or moves the clock, and returns
    /// whether it knew how; if not, the recorded inputs are processed again. An error becomes one of
    /// ``WhatIf/failures``.
    public var replay: (Turn<Action>) throws -> Bool = { _ in false }

    /// How actions are put into words where the session speaks of them.
    public var describeAction: (Action) -> String = { "\($0)" }

    /// How virtual times are put into words where the session speaks of them.
    public var describeTime: (Duration) -> String = { "\($0)" }

    /// Creates a policy that allows everything and never stops.
    public init() {}
  }
}
