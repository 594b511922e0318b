import Core
import TodoShellDebugger
import Testing

@testable import TodoShellExport

/// Two effects that end at the same time.
private struct Twins: Reducer {
  struct State: Equatable, Sendable { var names: [String] = [] }
  enum Action: Equatable, Sendable { case begin, end(String) }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .begin:
        return .merge(
          ["Ann", "Bob"].map { name in
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.end(name))
            }
          }
        )
      case .end(let name):
        state.names.append(name)
        return .none
      }
    }
  }
}

/// Orders that a test store cannot repeat.
struct SwiftTestOrderTests {
  private func export(_ positions: [Int]) throws -> String {
    let debugger = Debugger(program: "twins", origin: SessionOrigin(seed: 0)) { seed, epoch in
      Session(initialState: Twins.State(), seed: seed, epoch: epoch) { Twins() }
    }
    try debugger.send(.begin)
    for position in positions { try debugger.session.resume(effectAt: position) }
    return try SwiftTestFile(of: debugger, program: "twins", file: "twins.swift").text()
  }

  @Test func theUsualOrderIsExported() throws {
    #expect(try export([0, 0]).contains("await store.receive(.end(\"Bob\"))"))
  }

  @Test func anotherOrderIsRefused() throws {
    let error = try #require(throws: CommandFailure.self) { try export([1]) }
    #expect(error.message.hasPrefix("a test cannot repeat #2, where an effect continued before others"))
  }
}
