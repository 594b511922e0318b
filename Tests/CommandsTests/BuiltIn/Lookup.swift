import Core

@testable import ShellKit

enum LookupError: Error, Equatable, Sendable {
  case offline
  case busy(seconds: Int)
}

struct LookupTimeout: Error, Equatable, Sendable {}

@DependencyClient
struct LookupClient: Sendable {
  var define: @Sendable (_ word: String, _ limit: Int) async throws -> [String]
  var suggest: @Sendable (_ start: String) async throws(LookupError) -> String? = {
    (_: String) async throws(LookupError) -> String? in throw .offline
  }
  var isAllowed: @Sendable (_ word: String) -> Bool = { _ in true }
  var track: @Sendable (_ event: String) -> Void

  struct Rejected: Error, Equatable, Sendable { var word: String }
}

extension LookupClient: DependencyKey {
  static let liveValue = LookupClient(
    define: { word, limit in
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(1))
      return Array(repeating: "about \(word)", count: limit)
    },
    suggest: { $0 },
    isAllowed: { _ in true },
    track: { _ in }
  )
}

private enum MaximumKey: DependencyKey {
  static let liveValue = 2
}

extension DependencyValues {
  var maximum: Int {
    get { self[MaximumKey.self] }
    set { self[MaximumKey.self] = newValue }
  }
}

/// A feature with a client, with a dependency that is a value, and with a child that has one of its own.
@Reducer
struct Lookup {
  struct State: Equatable, Sendable {
    var log: [String] = []
    var stamp = Stamp.State()
  }

  enum Action: Sendable {
    case define(String)
    case suggest(String)
    case check(String)
    case stop
    case note(String)
    case stamp(Stamp.Action)
  }

  private enum CancelID { case define }

  @Dependency(LookupClient.self) var client
  @Dependency(\.maximum) var maximum

  var body: some Reducer<State, Action> {
    Scope(state: \.stamp, action: \.stamp) { Stamp() }
    Reduce { state, action in
      switch action {
      case .define(let word):
        return .run { [client, maximum] send in
          await send(.note(try await client.define(word: word, limit: maximum).joined(separator: ", ")))
        } catch: { error, send in
          await send(.note("\(error)"))
        }
        .cancellable(id: CancelID.define)
      case .suggest(let start):
        return .run { send in
          await send(.note((try? await client.suggest(start: start)) ?? "nothing"))
        }
      case .check(let word):
        client.track(event: word)
        state.log.append("\(client.isAllowed(word: word))")
        return .none
      case .stop: return .cancel(id: CancelID.define)
      case .note(let text):
        state.log.append(text)
        return .none
      case .stamp: return .none
      }
    }
  }
}

@Reducer
struct Stamp {
  struct State: Equatable, Sendable {
    var id: UUID?
    var date: Date?
    var language = ""
  }

  enum Action: Sendable { case press }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now
  @Dependency(\.locale) var locale

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state = State(id: uuid(), date: now, language: locale.identifier)
      return .none
    }
  }
}

extension ShellApplication<Lookup.State, Lookup.Action> {
  static var lookup: Self {
    ShellApplication(name: "lookup") { seed, epoch in
      Session(initialState: Lookup.State(), seed: seed, epoch: epoch) { Lookup() }
    }
  }
}
