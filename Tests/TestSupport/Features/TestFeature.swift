import TodoShellSessions
import Core
import Foundation

/// A feature for tests: its actions ask for effects, and it keeps a log of what it was sent.
struct Probe: Reducer {
  struct State: Equatable {
    var log: [String] = []
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case idle
    case note(String)
    case effect(TestEffect)
    case respond(String)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .idle:
        return .none
      case .note(let text):
        state.log.append(text)
        return .none
      case .respond(let text):
        state.log.append(text)
        return .send(.note("after \(text)"))
      case .effect(let effect):
        state.count += 1
        return effect.make()
      }
    }
  }
}

/// An effect as data, so that an action can carry it, compare it and be printed with it.
indirect enum TestEffect: Equatable, Sendable {
  case none
  case send(String)
  case respond(String)
  case run([Step])
  case merge([TestEffect])
  case concatenate([TestEffect])
  case cancellable(TestEffect, id: String, cancelInFlight: Bool = false)
  case cancel(String)
  /// A part of an effect that can be cancelled by itself.
  case part([Step], id: String)
  case animated(TestEffect, Animation?)
  case debounce(TestEffect, id: String, milliseconds: Int)
  case throttle(TestEffect, id: String, milliseconds: Int, latest: Bool)

  enum Step: Equatable, Sendable {
    case sleep(Int)
    case send(String)
    case sendUUID
    case sendRandom
    case sendDate
    case throwCancellation
    case throwError
  }

  func make() -> Effect<Probe.Action> {
    switch self {
    case .none: .none
    case .send(let text): .send(.note(text))
    case .respond(let text): .send(.respond(text))
    case .run(let steps): .run { try await TestEffect.perform(steps, send: $0) }
    case .merge(let effects): .merge(effects.map { $0.make() })
    case .concatenate(let effects): .concatenate(effects.map { $0.make() })
    case .cancellable(let effect, let id, let cancelInFlight):
      effect.make().cancellable(id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: id)
    case .part(let steps, let id):
      .run { send in
        try await withTaskCancellation(id: id) { try await TestEffect.perform(steps, send: send) }
      }
    case .animated(let effect, let animation): effect.make().animation(animation)
    case .debounce(let effect, let id, let milliseconds):
      effect.make().debounce(id: id, for: .milliseconds(milliseconds), clock: clock)
    case .throttle(let effect, let id, let milliseconds, let latest):
      effect.make().throttle(id: id, for: .milliseconds(milliseconds), clock: clock, latest: latest)
    }
  }

  private var clock: any Clock<Duration> {
    @Dependency(\.continuousClock) var clock
    return clock
  }

  private static func perform(_ steps: [Step], send: Send<Probe.Action>) async throws {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    for step in steps {
      switch step {
      case .sleep(let milliseconds): try await clock.sleep(for: .milliseconds(milliseconds))
      case .send(let text): await send(.note(text))
      case .sendUUID: await send(.note("uuid \(uuid())"))
      case .sendRandom:
        await send(.note("random \(withRandomNumberGenerator { Int.random(in: 0..<1_000_000, using: &$0) })"))
      case .sendDate: await send(.note("date \(date.now.timeIntervalSinceReferenceDate)"))
      case .throwCancellation: throw CancellationError()
      case .throwError: throw TestError()
      }
    }
  }
}

struct TestError: Error {}

typealias ProbeSession = Session<Probe.State, Probe.Action>

func makeSession(seed: UInt64 = 0) -> ProbeSession {
  Session(initialState: Probe.State(), seed: seed) { Probe() }
}
