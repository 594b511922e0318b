import TodoShellSessions
import Core
import Foundation
import Testing

@testable import TestSupport

/// How often bodies are built, and that nothing but the body is kept.
struct BodyTests {
  @Test func aBodyIsBuiltOnceForAllActionsOfAnEngine() throws {
    let builds = CallCount()
    let session = Session(initialState: 0) { Counting(builds: builds) }
    for _ in 1...10 { try session.send(1) }
    #expect(session.state == 10)
    #expect(builds.value == 1)
  }

  @Test func theBodyOfAChildIsBuiltOnce() throws {
    let builds = CallCount()
    let session = Session(initialState: 0) { Composed(builds: builds) }
    for _ in 1...10 { try session.send(1) }
    #expect(session.state == 30)
    #expect(builds.value == 3)
  }

  @Test func aReducerOfItsOwnTakesPrecedenceOverTheBody() throws {
    let session = Session(initialState: 0) { Both() }
    for _ in 1...3 { try session.send(1) }
    #expect(session.state == 30)
  }

  @Test func aRecursiveFeatureBuildsOnlyTheLevelsThatItReaches() throws {
    let builds = CallCount()
    let session = Session(initialState: Tree(child: [Tree(child: [Tree()])])) { GrowingTree(builds: builds) }
    try session.send(.down(.down(.grow)))
    try session.send(.down(.down(.grow)))
    #expect(session.state.child[0].child[0].size == 2)
    #expect(builds.value == 3)
  }
}

private struct Counting: Reducer {
  let builds: CallCount

  var body: some Reducer<Int, Int> {
    let _ = builds.increment()
    Reduce { state, action in
      state += action
      return .none
    }
  }
}

private struct Composed: Reducer {
  let builds: CallCount

  var body: some Reducer<Int, Int> {
    CombineReducers {
      EmptyReducer()
      if builds.value == 0 { Counting(builds: builds) }
      for _ in 1...2 { Counting(builds: builds) }
    }
    .dependency(\.uuid, .constant(UUID(0)))
    .onChange(of: { $0 / 100 }) { _, _ in EmptyReducer() }
  }
}

private struct Both: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    body.reduce(into: &state, action: 10 * action)
  }

  var body: some Reducer<Int, Int> {
    Reduce { state, action in
      state += action
      return .none
    }
  }
}

private struct Tree: Equatable {
  var size = 0
  var child: [Tree] = []

  var firstChild: Tree {
    get { child[0] }
    set { child[0] = newValue }
  }
}

private struct GrowingTree: Reducer {
  typealias State = Tree

  let builds: CallCount

  @CasePathable
  indirect enum Action {
    case grow
    case down(Action)
  }

  var body: some Reducer<State, Action> {
    let _ = builds.increment()
    Scope(state: \.firstChild, action: \.down) { GrowingTree(builds: builds) }
    Reduce { state, action in
      if case .grow = action { state.size += 1 }
      return .none
    }
  }
}
