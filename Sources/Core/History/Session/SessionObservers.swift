/// A change of a session, without its types: see ``Session/Event``.
enum SessionEvent {
  case recorded(MomentRecord)
  case travelled(Movement)
  case marked(String, moment: Int?)
  case triedOut(WhatIf)
}

/// The observers of a session, oldest first.
final class SessionObservers {
  private var observers: [(number: Int, observe: (SessionEvent) -> Void)] = []
  private var count = 0

  func add(_ observe: @escaping (SessionEvent) -> Void) -> AnyCancellable {
    count += 1
    let number = count
    observers.append((number, observe))
    // Unchecked: a session is used by one thread, and so are its observers.
    let end = UncheckedSendable { [weak self] in self?.remove(number) }
    return AnyCancellable { end.value() }
  }

  private func remove(_ number: Int) { observers.removeAll { $0.number == number } }

  /// Reports an event, which is created only if there is an observer.
  func notify(_ event: @autoclosure () -> SessionEvent) {
    guard !observers.isEmpty else { return }
    let event = event()
    for (_, observe) in observers { observe(event) }
  }
}
