import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// A cancelled effect is part of the history: which one, when, and by what.
struct CancelledEffectTests {
  private func wait(_ milliseconds: Int) -> TestEffect { .run([.sleep(milliseconds), .send("late")]) }

  private func cancelled(_ session: ProbeSession) -> [CancelledEffect] { session.moment.cancelledEffects }

  @Test func anIDCancels() throws {
    let session = makeSession()
    try session.send(.effect(.cancellable(wait(10), id: "a")))
    try session.send(.effect(wait(20)))
    #expect(session.moments.map(\.cancelledEffects.count) == [0, 0, 0])
    let before = session.effects
    try session.advance(by: .milliseconds(3))
    try session.send(.effect(.cancel("a")))
    let only = try #require(cancelled(session).first)
    #expect(cancelled(session).count == 1)
    #expect(only.effect == before[0] && only.effect.deadline == .milliseconds(10))
    #expect(only.time == .milliseconds(3) && only.reason == .id("a"))
    #expect(only.canceller == nil && !only.isPart)
    #expect(session.effects == [before[1]])
    try session.send(.effect(.cancel("a")))
    #expect(cancelled(session).isEmpty, "nothing was left to cancel")
  }

  @Test func aNewerEffectReplaces() throws {
    let session = makeSession()
    for _ in 1...2 { try session.send(.effect(.debounce(.send("x"), id: "d", milliseconds: 5))) }
    #expect(cancelled(session).map(\.reason) == [.replaced(id: "d")])
    #expect(cancelled(session).map(\.effect.moment) == [1])
    try session.run()
    #expect(cancelled(session).isEmpty && session.state.log == ["x"])
  }

  @Test func allUnderAnIDAreCancelledInTheOrderOfTheirStarts() throws {
    let session = makeSession()
    try session.send(.effect(.cancellable(.merge([wait(30), wait(10), wait(20)]), id: "a")))
    try session.send(.effect(.cancel("a")))
    #expect(cancelled(session).map(\.effect.deadline) == [30, 10, 20].map { .milliseconds($0) })
  }

  @Test func aChildThatIsRemovedEndsItsEffects() throws {
    let session = Session(initialState: LawFeature.State()) { LawFeature() }
    try session.send(.addRow(1))
    try session.send(.rows(.element(id: 1, action: .start)))
    let effects = session.effects
    try session.send(.removeRow(1))
    #expect(session.moment.cancelledEffects.map(\.effect) == effects)
    #expect(session.moment.cancelledEffects.map(\.reason) == [.childRemoved])
  }

  @Test func aPartOfAnEffectIsToldFromTheWhole() throws {
    let session = makeSession()
    try session.send(.effect(.part([.sleep(10), .send("x")], id: "p")))
    try session.send(.effect(.cancel("p")))
    #expect(cancelled(session).map(\.isPart) == [true])
    #expect(cancelled(session).map(\.reason) == [.id("p")])
    let other = makeSession()
    try other.send(.effect(.cancellable(.part([.sleep(10)], id: "p"), id: "whole")))
    try other.send(.effect(.cancel("whole")))
    #expect(cancelled(other).map(\.isPart) == [false], "a part goes with the whole")
  }

  @Test func anActionThatIsDroppedIsACancelledEffect() throws {
    let session = makeSession()
    try session.send(.effect(.merge([.cancellable(.send("x"), id: "a"), .cancel("a")])))
    #expect(session.state.log.isEmpty)
    #expect(cancelled(session).map(\.effect.site) == [nil])
  }

  /// The work of an effect cancels another, and sends nothing: what follows is a moment of the clock.
  @Test func anEffectCancelsAtItsOwnTime() throws {
    let session = Session(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        @Dependency(\.continuousClock) var clock
        return .merge(
          .run(name: "victim") { _ in try await clock.sleep(for: .seconds(9)) }.cancellable(id: 7),
          .run(name: "killer") { _ in
            try await clock.sleep(for: .seconds(1))
            Task.cancel(id: 7)
            try await clock.sleep(for: .seconds(1))
          }
        )
      }
    }
    try session.send(true)
    try session.advance(by: .seconds(5))
    let only = try #require(session.moment.cancelledEffects.first)
    #expect(session.moment.action == nil && session.now == .seconds(5))
    #expect(only.effect.name == "victim" && only.effect.deadline == .seconds(9))
    #expect(only.canceller?.name == "killer" && only.time == .seconds(1) && only.reason == .id("7"))
  }

  /// What is left out: numbers of moments, which are those of the whole record.
  private func summary(_ moment: Moment<LawFeature.State, LawFeature.Action>) -> [String] {
    moment.cancelledEffects.map {
      let deadline = $0.effect.deadline.map { "\($0)" } ?? "-"
      return "\($0.effect.id) \(deadline) \($0.time) \($0.reason) \($0.canceller?.id ?? 0) \($0.isPart)"
    }
  }

  @Test func replaysAndWhatIfsCancelAsAFreshSessionDoes() throws {
    var generator = SeededGenerator(seed: 16)
    var count = 0
    for _ in 0..<40 {
      let session = Session(initialState: LawFeature.State()) { LawFeature() }
      for _ in 0..<12 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: try session.goto(moment: Int.random(in: 0..<session.moments.count, using: &generator))
        case 1: try session.advance(by: .milliseconds(7))
        case 2 where session.line.count > 1:
          try session.skip(turnOf: session.line[Int.random(in: 1..<session.line.count, using: &generator)])
        default: try session.send(.random(using: &generator))
        }
      }
      try session.goto(moment: session.tip)
      session.stateLimit = 2
      #expect(try session.verify() == nil)
      let fresh = Session(initialState: LawFeature.State()) { LawFeature() }
      try session.replayPath(in: fresh)
      let summaries = session.line.map { summary(session.moments[$0]) }
      #expect(summaries == fresh.line.map { summary(fresh.moments[$0]) })
      count += summaries.joined().count
    }
    #expect(count > 20, "the runs cancel something")
  }
}
