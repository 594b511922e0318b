import TodoShellSessions
import Core
import Foundation
import Testing

@testable import TestSupport

/// A child with a timer, for every place that a parent can have one.
struct Ticker: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case start, tick, startAndLeave, leave
  }

  private enum CancelID { case timer }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start, .startAndLeave:
        return .run { send in
          @Dependency(\.continuousClock) var clock
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .tick:
        state.count += 1
        return .none
      case .leave:
        return .none
      }
    }
  }
}

/// A parent that has the child in every place.
struct Tickers: Reducer {
  struct State: Equatable, Sendable {
    var log: [String] = []
    var optional: Ticker.State?
    var list: IdentifiedArrayOf<Ticker.State> = []
    var scoped = Ticker.State(id: 0)
  }

  enum Action: Equatable, Sendable, CasePathable {
    case optional(Ticker.Action)
    case list(IdentifiedAction<Int, Ticker.Action>)
    case scoped(Ticker.Action)
    case setOptional(Ticker.State?)
    case setList([Ticker.State])
    case removeAndPutBack(Int)

    struct AllCasePaths {
      var optional: AnyCasePath<Action, Ticker.Action> {
        AnyCasePath(
          embed: { .optional($0) },
          extract: { if case .optional(let action) = $0 { action } else { nil } }
        )
      }
      var list: AnyCasePath<Action, IdentifiedAction<Int, Ticker.Action>> {
        AnyCasePath(embed: { .list($0) }, extract: { if case .list(let action) = $0 { action } else { nil } })
      }
      var scoped: AnyCasePath<Action, Ticker.Action> {
        AnyCasePath(
          embed: { .scoped($0) },
          extract: { if case .scoped(let action) = $0 { action } else { nil } }
        )
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.scoped, action: \.scoped) { Ticker() }
    Reduce { state, action in
      switch action {
      case .optional(.tick):
        state.log.append("optional \(state.optional?.count ?? -1)")
      case .optional(.leave), .optional(.startAndLeave):
        state.optional = nil
        state.log.append("left")
      case .list(.element(let id, .tick)):
        state.log.append("\(id): \(state.list[id: id]?.count ?? -1)")
      case .list(.element(let id, .leave)), .list(.element(let id, .startAndLeave)):
        state.list.remove(id: id)
        state.log.append("\(id) left")
      case .setOptional(let child):
        state.optional = child
      case .setList(let children):
        state.list = IdentifiedArray(uniqueElements: children)
      case .removeAndPutBack(let id):
        if let child = state.list.remove(id: id) { state.list.append(child) }
      default:
        break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Ticker() }
    .forEach(\.list, action: \.list) { Ticker() }
  }
}

struct CompositionTests {
  private func makeSession(_ state: Tickers.State) -> Session<Tickers.State, Tickers.Action> {
    Session(initialState: state) { Tickers() }
  }

  private var children: IdentifiedArrayOf<Ticker.State> { [Ticker.State(id: 1), Ticker.State(id: 2)] }

  @Test func aChildReducesBeforeItsParent() throws {
    let session = makeSession(Tickers.State(optional: Ticker.State(id: 1), list: children))
    try session.send(.optional(.tick))
    try session.send(.list(.element(id: 2, action: .tick)))
    #expect(session.state.log == ["optional 1", "2: 1"])
  }

  @Test func siblingsWithTheSameCancellationIDDoNotCancelEachOther() throws {
    let session = makeSession(Tickers.State(list: children))
    try session.send(.list(.element(id: 1, action: .start)))
    try session.send(.list(.element(id: 2, action: .start)))
    try session.advance(by: .seconds(1))
    #expect(session.state.list.map(\.count) == [1, 1])
  }

  @Test func anElementThatStartsAgainReplacesItsOwnEffect() throws {
    let session = makeSession(Tickers.State(list: children))
    try session.send(.list(.element(id: 1, action: .start)))
    try session.advance(by: .milliseconds(500))
    try session.send(.list(.element(id: 1, action: .start)))
    try session.advance(by: .milliseconds(999))
    #expect(session.state.list[id: 1]?.count == 0)
    #expect(session.effects.count == 1)
  }

  @Test(arguments: [
    Tickers.Action.setList([Ticker.State(id: 2)]), .list(.element(id: 1, action: .leave)),
  ])
  func removingAnElementCancelsItsEffectsAlone(_ removal: Tickers.Action) throws {
    let session = makeSession(Tickers.State(list: children))
    try session.send(.list(.element(id: 1, action: .start)))
    try session.send(.list(.element(id: 2, action: .start)))
    try session.send(removal)
    #expect(session.effects.count == 1)
    try session.advance(by: .seconds(3))
    #expect(session.state.list == [Ticker.State(id: 2, count: 3)])
    #expect(session.moments.allSatisfy { $0.issues.isEmpty })
  }

  @Test(arguments: [
    Tickers.Action.setList([Ticker.State(id: 1, count: 10), Ticker.State(id: 2)]), .removeAndPutBack(1),
  ])
  func anElementThatIsReplacedKeepsItsEffects(_ replacement: Tickers.Action) throws {
    let session = makeSession(Tickers.State(list: children))
    try session.send(.list(.element(id: 1, action: .start)))
    try session.send(replacement)
    try session.advance(by: .seconds(1))
    #expect([1, 11].contains(session.state.list[id: 1]?.count))
  }

  @Test func anEffectOfAChildThatIsRemovedInTheSameActionNeverStarts() throws {
    let session = makeSession(Tickers.State(optional: Ticker.State(id: 1), list: children))
    try session.send(.list(.element(id: 1, action: .startAndLeave)))
    try session.send(.optional(.startAndLeave))
    #expect(session.effects.isEmpty)
    try session.advance(by: .seconds(5))
    #expect(session.state.log == ["1 left", "left"])
  }

  @Test(arguments: [Tickers.Action.setOptional(nil), .setOptional(Ticker.State(id: 2)), .optional(.leave)])
  func anOptionalChildThatGoesTakesItsEffectsAlong(_ removal: Tickers.Action) throws {
    let session = makeSession(Tickers.State(optional: Ticker.State(id: 1)))
    try session.send(.optional(.start))
    try session.send(removal)
    #expect(session.effects.isEmpty)
  }

  @Test func anOptionalChildThatStaysKeepsItsEffects() throws {
    let session = makeSession(Tickers.State(optional: Ticker.State(id: 1)))
    try session.send(.optional(.start))
    try session.send(.setOptional(Ticker.State(id: 1, count: 5)))
    try session.advance(by: .seconds(1))
    #expect(session.state.optional?.count == 6)
  }

  @Test(arguments: [
    (Tickers.Action.list(.element(id: 9, action: .leave)), "\"forEach\"", "missing element", "9 left"),
    (.optional(.leave), "\"ifLet\"", "missing child", "left"),
  ])
  func anActionForAMissingChildIsReportedAndTheParentStillRuns(
    _ action: Tickers.Action,
    _ name: String,
    _ part: String,
    _ log: String
  ) throws {
    let session = makeSession(Tickers.State(list: children))
    try session.send(action)
    let issue = try #require(session.moment.issues.first)
    #expect(issue.message.contains("\(name) at \"CoreTests/CompositionTests.swift:"))
    #expect(issue.message.contains("received an action for a \(part)"))
    #expect(issue.message.contains("leave"))
    #expect(issue.fileID == "CoreTests/CompositionTests.swift")
    #expect(session.state.log == [log])
    #expect(session.state.list == children)
  }

  @Test func onChangeRunsOnlyWhenTheValueHasChanged() throws {
    let session = Session(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if action > 0 { state.append(action) }
        return .none
      }
      .onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state[new - 1] += old * 100
          return .none
        }
      }
    }
    for action in [1, 0, 2] { try session.send(action) }
    #expect(session.state == [1, 102])
  }

  @Test func aDependencyIsChangedForAReducerAndItsEffects() throws {
    struct Feature: Reducer {
      @Dependency(\.uuid) var uuid
      func reduce(into state: inout [UUID], action: Int) -> Effect<Int> {
        state.append(uuid())
        guard action > 0 else { return .none }
        return .run { [uuid] send in
          @Dependency(\.uuid) var inEffect
          if uuid() == inEffect() { await send(0) }
        }
      }
    }
    let session = Session(initialState: [UUID]()) {
      Feature().dependency(\.uuid, .constant(UUID(7)))
    }
    try session.send(1)
    #expect(session.state == [UUID(7), UUID(7)])
  }
}
