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

    fileprivate init(_ event: AnySession.Event) {
      switch event {
      case .recorded(let moment): self = .recorded(Moment(moment))
      case .travelled(let movement): self = .travelled(movement)
      case .marked(let name, let moment): self = .marked(name, moment: moment)
      case .triedOut(let outcome): self = .triedOut(outcome)
      }
    }
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
  /// session's ``SessionBase/policy``. An observer must not change the session.
  ///
  /// - Parameter observe: Called with each event, right after it happened.
  /// - Returns: A token that keeps the observation alive until it is cancelled or released.
  public func observe(_ observe: @escaping (Event) -> Void) -> AnyCancellable {
    core.observers.add { observe(Event($0)) }
  }
}

/// The observers of a session, oldest first.
final class SessionObservers {
  // Unchecked: code that changes it calls nothing that reads it.
  @exclusivity(unchecked) private var observers = NumberedTable<(AnySession.Event) -> Void>()
  private var count = 0

  func add(_ observe: @escaping (AnySession.Event) -> Void) -> AnyCancellable {
    count += 1
    observers.insert(observe, number: count)
    // Unchecked: a session is used by one thread, and so are its observers.
    let end = UncheckedSendable { [weak self, count] in self?.observers.remove(count) }
    return AnyCancellable { end.value() }
  }

  /// Reports an event, which is created only if there is an observer.
  func notify(_ event: @autoclosure () -> AnySession.Event) {
    guard !observers.isEmpty else { return }
    let event = event()
    observers.forEach { $0(event) }
  }
}
