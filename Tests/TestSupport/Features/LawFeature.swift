import TodoShellSessions
import Core

/// A feature with everything in it that a session has to put back: timers, debounces, cancellations, ids, random numbers,
/// dates, and values that are shared.
struct LawFeature: Reducer {
  struct State: Equatable {
    var probe = Probe.State()
    @Shared(.inMemory("law")) var taps = 0
    @SharedReader(.inMemory("law")) var readTaps = 0
    /// Things that are there until they are removed: an action for one that is not is an issue.
    var rows: IdentifiedArrayOf<Row> = []
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case probe(Probe.Action)
    case tap
    case tapLater(Int)
    case addRow(Int)
    case removeRow(Int)
    case rows(IdentifiedAction<Int, RowAction>)
  }

  enum RowAction: Equatable, Sendable { case tick, start }

  var body: some Reducer<State, Action> {
    Scope(state: \.probe, action: \.probe) { Probe() }
    Reduce { state, action in
      switch action {
      case .probe, .rows: return .none
      case .tap:
        state.$taps.withLock { $0 += 1 }
        return .none
      case .tapLater(let milliseconds):
        return .run { [taps = state.$taps] send in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .milliseconds(milliseconds))
          taps.withLock { $0 += 10 }
          await send(.tap)
        }
      case .addRow(let id):
        state.rows.updateOrAppend(Row(id: id))
        return .none
      case .removeRow(let id):
        state.rows.remove(id: id)
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      Reduce { row, action in
        switch action {
        case .tick:
          row.count += 1
          return .none
        case .start:
          return .run { send in
            @Dependency(\.continuousClock) var clock
            for _ in 0..<3 {
              try await clock.sleep(for: .milliseconds(10))
              await send(.tick)
            }
          }
          .cancellable(id: "row", cancelInFlight: true)
        }
      }
    }
  }
}

typealias LawSession = Session<LawFeature.State, LawFeature.Action>

extension LawFeature.Action {
  static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let row = Int.random(in: 0..<3, using: &generator)
    return switch Int.random(in: 0..<12, using: &generator) {
    case 0..<6: .probe(.effect(.random(depth: 3, using: &generator)))
    case 6: .tap
    case 7: .tapLater(Int.random(in: 0..<4, using: &generator) * 5)
    case 8: .addRow(row)
    case 9: .removeRow(row)
    case 10: .rows(.element(id: row, action: .start))
    default: .rows(.element(id: row, action: .tick))
    }
  }
}
