import TodoShellSessions
import Core
import Synchronization
import Testing

@testable import TestSupport

/// A shared key that is written outside of Core, on a database of its own, and rewound by a session.
struct DatabaseKeyTests {
  typealias LedgerSession = Session<Ledger.State, Ledger.Action>

  private func makeSession(_ database: LedgerDatabase) -> LedgerSession {
    Session(initialState: Ledger.State()) {
      Ledger()
    } withDependencies: {
      $0.ledgerDatabase = database
    }
  }

  private func add(_ amounts: Int..., to session: LedgerSession) throws {
    for amount in amounts { try session.send(.add(amount)) }
  }

  @Test func travellingRewindsTheDatabase() throws {
    let database = LedgerDatabase()
    let session = makeSession(database)
    try add(1, 2, 3, to: session)
    #expect(session.state.cash == 6 && session.state.total == 6 && database.rows == ["cash": 6])
    try session.undo(2)
    #expect(session.state.cash == 1 && session.state.total == 1 && database.rows == ["cash": 1])
    try session.undo()
    #expect(session.state.cash == 0 && session.state.total == 0 && database.rows == [:])
    try session.redo(3)
    #expect(session.state.cash == 6 && session.state.total == 6 && database.rows == ["cash": 6])
  }

  @Test func loadingAgainInThePastDoesNotBringTheFutureBack() throws {
    let session = makeSession(LedgerDatabase())
    try add(1, 2, to: session)
    try session.undo()
    try session.send(.reload)
    #expect(session.state.cash == 1)
    try session.send(.openBank)
    try session.send(.deposit(5))
    #expect(session.state.bank == 5 && session.state.total == 6)
    try session.undo(2)
    try session.send(.openBank)
    #expect(session.state.bank == 0, "what was saved in the other future is not found")
  }

  @Test func replaysAndWhatIfsHaveTheDatabaseOfTheirOwnPast() throws {
    let database = LedgerDatabase()
    let session = makeSession(database)
    try add(1, 2, 3, to: session)
    try session.send(.addLater(4))
    try session.skip(turnOf: 2)
    try session.advance(by: .seconds(1))
    #expect(session.state.cash == 8 && session.state.total == 8 && database.rows == ["cash": 8])
    #expect(try session.verify() == nil)
    #expect(database.rows == ["cash": 8])
    try session.goto(moment: 4)
    #expect(database.rows == ["cash": 6])
    session.moments[2].withState { state in
      #expect(state.cash == 3 && state.total == 3 && database.rows == ["cash": 3])
    }
  }

  @Test func whatIsOutsideOfMemoryIsKeptInStep() throws {
    let database = LedgerDatabase()
    let session = makeSession(database)
    try add(1, 2, to: session)
    #expect(database.file == ["cash": 3])
    try session.undo()
    #expect(database.file == ["cash": 1])
  }

  @Test func twoSessionsHaveDatabasesOfTheirOwn() throws {
    let first = Session(initialState: Ledger.State()) { Ledger() }
    let second = Session(initialState: Ledger.State()) { Ledger() }
    try add(1, to: first)
    try add(2, to: second)
    #expect(first.state.cash == 1 && second.state.cash == 2)
  }
}

/// A database: rows by name, told of to those who subscribe, with a mirror that stands for a file.
final class LedgerDatabase: Sendable {
  private let storage: SharedStorage<[String: Int]>
  private let mirror = Mirror()
  private let observers = Mutex<(last: Int, all: [Int: @Sendable () -> Void])>((0, [:]))

  private final class Mirror: Sendable {
    let rows = Mutex<[String: Int]>([:])
  }

  init() {
    storage = SharedStorage([:]) { [mirror] rows in mirror.rows.withLock { $0 = rows } }
  }

  var rows: [String: Int] { storage.value }
  var file: [String: Int] { mirror.rows.withLock { $0 } }

  func write(_ value: Int, to name: String) {
    storage.withLock { rows in
      rows[name] = value
      mirror.rows.withLock { $0 = rows }
    }
    for observer in observers.withLock({ $0.all.sorted { $0.key < $1.key } }) { observer.value() }
  }

  func observe(_ observer: @escaping @Sendable () -> Void) -> SharedSubscription {
    let number = observers.withLock { observers in
      observers.last += 1
      observers.all[observers.last] = observer
      return observers.last
    }
    return SharedSubscription { [weak self] in self?.observers.withLock { $0.all[number] = nil } }
  }
}

private enum DatabaseDependency: DependencyKey {
  static let liveValue = LedgerDatabase()
  static var testValue: LedgerDatabase { LedgerDatabase() }
  static var previewValue: LedgerDatabase { LedgerDatabase() }
}

extension DependencyValues {
  var ledgerDatabase: LedgerDatabase {
    get { self[DatabaseDependency.self] }
    set { self[DatabaseDependency.self] = newValue }
  }
}

/// A row of the database.
struct RowKey: SharedKey {
  let name: String
  let database: LedgerDatabase

  var id: String { "\(name) of \(ObjectIdentifier(database))" }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resume(with: .success(database.rows[name]))
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    database.write(value, to: name)
    continuation.resume()
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    database.observe { subscriber.yield(with: .success(database.rows[name])) }
  }
}

/// What a query of the database finds.
struct TotalKey: SharedReaderKey {
  let database: LedgerDatabase

  var id: ObjectIdentifier { ObjectIdentifier(database) }

  private var total: Int { database.rows.values.reduce(0, +) }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resume(returning: total)
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    database.observe { subscriber.yield(total) }
  }
}

extension SharedReaderKey where Self == RowKey {
  static func ledgerRow(_ name: String) -> Self {
    @Dependency(\.ledgerDatabase) var database
    return RowKey(name: name, database: database)
  }
}

extension SharedReaderKey where Self == TotalKey {
  static var ledgerTotal: Self {
    @Dependency(\.ledgerDatabase) var database
    return TotalKey(database: database)
  }
}

/// A feature that keeps money in the database.
struct Ledger: Reducer {
  struct State: Equatable {
    @Shared(.ledgerRow("cash")) var cash = 0
    @SharedReader(.ledgerTotal) var total = 0
    var openBank: Shared<Int>?

    var bank: Int? { openBank?.wrappedValue }
  }

  enum Action: Equatable, Sendable {
    case add(Int), addLater(Int), reload, openBank, deposit(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      @Dependency(\.continuousClock) var clock
      switch action {
      case .add(let amount):
        state.$cash.withLock { $0 += amount }
        return .none
      case .addLater(let amount):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.add(amount))
        }
      case .reload:
        return .run { [cash = state.$cash] _ in try await cash.load() }
      case .openBank:
        state.openBank = Shared(wrappedValue: 0, .ledgerRow("bank"))
        return .none
      case .deposit(let amount):
        state.openBank?.withLock { $0 += amount }
        return .none
      }
    }
  }
}
