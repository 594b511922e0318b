import TodoShellSessions
import Core
import Foundation
import Testing

@testable import TestSupport

/// The same actions and moves of a clock lead to the same states on a store, a test store and a session.
struct StoreAgreementTests {
  private static let blocks: UInt64 = 10
  private static let runs = UInt64(rounds(125))

  /// An action, and how many milliseconds pass after it.
  private struct Move: Sendable {
    let effect: TestEffect
    let milliseconds: Int
  }

  @Test(arguments: Caller.allCases, 0..<blocks)
  func aStoreDoesAsASessionDoes(caller: Caller, block: UInt64) async throws {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) {
      let moves = Self.moves(seed: seed)
      let logs = try Self.logsOfASession(moves)
      #expect(await Self.logsOfAStore(moves, on: caller) == logs, "seed \(seed): \(moves)")
    }
  }

  @Test(arguments: 0..<blocks)
  func aTestStoreDoesAsASessionDoes(block: UInt64) async throws {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) {
      let moves = Self.moves(seed: seed)
      let logs = try Self.logsOfASession(moves)
      #expect(await Self.logsOfATestStore(moves) == logs, "seed \(seed): \(moves)")
    }
  }

  private static func moves(seed: UInt64) -> [Move] {
    var generator = SeededGenerator(seed: seed)
    return (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      Move(
        effect: TestEffect.random(depth: 2, using: &generator).independentOfTheWorld,
        milliseconds: Int.random(in: 0...5, using: &generator) * 5
      )
    }
  }

  private static func logsOfASession(_ moves: [Move]) throws -> [[String]] {
    let session = Session(initialState: Probe.State()) { Probe() }
    return try moves.map { move in
      try session.send(.effect(move.effect))
      try session.advance(by: .milliseconds(move.milliseconds))
      return session.state.log
    }
  }

  private static func logsOfATestStore(_ moves: [Move]) async -> [[String]] {
    let clock = TestClock()
    let store = TestStore(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    var logs: [[String]] = []
    for move in moves {
      await store.send(.effect(move.effect))
      await clock.advance(by: .milliseconds(move.milliseconds))
      await store.skipReceivedActions(strict: false)
      logs.append(store.state.log)
    }
    await store.skipInFlightEffects(strict: false)
    return logs
  }

  private static func logsOfAStore(_ moves: [Move], on caller: Caller) async -> [[String]] {
    let clock = TestClock()
    let store = await Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let logs = Logs()
    await caller.perform {
      for move in moves {
        await store.send(.effect(move.effect))
        await clock.advance(by: .milliseconds(move.milliseconds))
        await logs.append(store.state.log)
      }
    }
    return await logs.all
  }

  @MainActor
  private final class Logs {
    private(set) var all: [[String]] = []
    nonisolated init() {}
    func append(_ log: [String]) { all.append(log) }
  }
}

extension TestEffect {
  /// The effect without what a store and a session take from different sources: ids, dates and chance.
  fileprivate var independentOfTheWorld: TestEffect {
    switch self {
    case .none, .send, .respond, .cancel: self
    case .run(let steps): .run(steps.map(\.independentOfTheWorld))
    case .part(let steps, let id): .part(steps.map(\.independentOfTheWorld), id: id)
    case .merge(let effects): .merge(effects.map(\.independentOfTheWorld))
    case .concatenate(let effects): .concatenate(effects.map(\.independentOfTheWorld))
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.independentOfTheWorld, id: id, cancelInFlight: cancelInFlight)
    case .animated(let effect, let animation): .animated(effect.independentOfTheWorld, animation)
    case .debounce(let effect, let id, let milliseconds):
      .debounce(effect.independentOfTheWorld, id: id, milliseconds: milliseconds)
    case .throttle(let effect, let id, let milliseconds, let latest):
      .throttle(effect.independentOfTheWorld, id: id, milliseconds: milliseconds, latest: latest)
    }
  }
}

extension TestEffect.Step {
  fileprivate var independentOfTheWorld: Self {
    switch self {
    case .sendUUID, .sendRandom, .sendDate: .send("world")
    default: self
    }
  }
}
