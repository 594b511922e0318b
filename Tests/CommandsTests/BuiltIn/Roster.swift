import Core
import Foundation
import TodoShellCommands

/// A list whose entries have ids, that draws lots, and that puts to the end what is done, a while after the last change.
struct Roster: Reducer {
  struct State: Equatable, Sendable {
    var entries: IdentifiedArrayOf<Entry> = []
    var lots: [Int] = []
  }

  struct Entry: Equatable, Identifiable, Sendable {
    let id: UUID
    var name = ""
    var isDone = false
  }

  enum Action: Equatable, Sendable {
    case add, draw, sort
    case rename(UUID, String)
    case toggle(UUID)
    case remove(UUID)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  private enum CancelID { case sort }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add: state.entries.insert(Entry(id: uuid()), at: 0)
    case .draw: state.lots.append(withRandomNumberGenerator { Int.random(in: 0..<100, using: &$0) })
    case .sort: state.entries.sort { $1.isDone && !$0.isDone }
    case .rename(let id, let name): state.entries[id: id]?.name = name
    case .remove(let id): state.entries.remove(id: id)
    case .toggle(let id):
      state.entries[id: id]?.isDone.toggle()
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.sort)
        await send(.draw)
      }
      .cancellable(id: CancelID.sort, cancelInFlight: true)
    }
    return .none
  }
}

extension Vocabulary<Roster.State, Roster.Action> {
  static var roster: Self {
    Vocabulary("Roster") {
      Command("add", Argument.text("NAME"), summary: "Add an entry at the top") { turn, name in
        turn.send(.add)
        guard let entry = turn.state.entries.first else { return }
        turn.send(.rename(entry.id, name))
      }
      Command("toggle", Argument.selection("ENTRY…"), summary: "Mark entries as done, or not") {
        turn,
        selection in
        let entries = turn.state.entries
        for place in try selection.indices(count: entries.count, noun: "entry") {
          turn.send(.toggle(entries[place].id))
        }
      }
      Command("remove", Argument.index("ENTRY"), summary: "Remove an entry") { turn, index in
        let entries = turn.state.entries
        turn.send(.remove(entries[try index.resolved(count: entries.count, noun: "entry")].id))
      }
      Command("draw", summary: "Draw a lot") { turn in turn.send(.draw) }
      Command("names", summary: "Show the names") { shell in
        shell.print(
          shell.session.state.entries.map { $0.name + ($0.isDone ? "*" : "") }.joined(separator: " ")
        )
      }
    }
  }
}

extension ShellApplication<Roster.State, Roster.Action> {
  static var roster: Self {
    ShellApplication(name: "roster", vocabulary: .roster) { seed, epoch in
      Session(initialState: Roster.State(), seed: seed, epoch: epoch) { Roster() }
    }
  }
}
