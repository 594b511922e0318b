import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// Any number of observers see what happens in a session; one owner decides.
struct SessionObserverTests {
  private func note(_ text: String) -> Probe.Action { .note(text) }

  /// What an observer saw, as text.
  private func text(_ event: ProbeSession.Event) -> String {
    switch event {
    case .recorded(let moment): "recorded \(moment.number)"
    case .travelled(let movement): "travelled \(movement.from) to \(movement.to)"
    case .marked(let name, let moment): "marked \(name) \(moment.map(String.init) ?? "nowhere")"
    case .triedOut(let whatIf): "tried out \(whatIf.turns.count) after \(whatIf.fork)"
    }
  }

  @Test func everyObserverSeesEveryEventInOrder() throws {
    let session = makeSession()
    var seen: [[String]] = [[], []]
    let observations = seen.indices.map { index in session.observe { seen[index].append(text($0)) } }
    try session.send(note("a"))
    try session.send(note("b"))
    try session.mark("here")
    try session.undo()
    try session.redo()
    try session.skip(turnOf: 1)
    try session.removeMark("here")
    let expected = [
      "recorded 1", "recorded 2", "marked here 2", "travelled 2 to 1", "travelled 1 to 2",
      "tried out 1 after 0",
      "marked here nowhere",
    ]
    #expect(seen == [expected, expected])
    withExtendedLifetime(observations) {}
  }

  @Test func anObservationEndsWhenItIsCancelledOrReleased() throws {
    let session = makeSession()
    var (cancelled, released, kept) = (0, 0, 0)
    let first = session.observe { _ in cancelled += 1 }
    var second: AnyCancellable? = session.observe { _ in released += 1 }
    let third = session.observe { _ in kept += 1 }
    try session.send(note("a"))
    first.cancel()
    try session.send(note("b"))
    _ = second
    second = nil
    try session.send(note("c"))
    #expect((cancelled, released, kept) == (1, 2, 3))
    withExtendedLifetime(third) {}
  }

  @Test func anObserverMayEndItselfAndBeginAnother() throws {
    let session = makeSession()
    var seen: [String] = []
    var observations: [AnyCancellable] = []
    observations.append(
      session.observe { event in
        seen.append("first \(text(event))")
        observations.removeAll()
        observations.append(session.observe { seen.append("second \(text($0))") })
      }
    )
    try session.send(note("a"))
    try session.send(note("b"))
    #expect(seen == ["first recorded 1", "second recorded 2"])
    observations = []
  }

  @Test func aChangeThatThePolicyRefusesIsNotSeen() throws {
    let session = makeSession()
    var seen: [String] = []
    let observation = session.observe { seen.append(text($0)) }
    session.policy.willChange = { () throws(SessionError) in throw SessionError.refused("read-only") }
    #expect(throws: SessionError.refused("read-only")) { try session.send(note("a")) }
    #expect(throws: SessionError.refused("read-only")) { try session.mark("here") }
    #expect(seen.isEmpty && session.moments.count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func aMoveToTheSamePlaceIsNoEvent() throws {
    let session = makeSession()
    var seen: [String] = []
    let observation = session.observe { seen.append(text($0)) }
    try session.goto(moment: 0)
    #expect(seen.isEmpty)
    withExtendedLifetime(observation) {}
  }
}
