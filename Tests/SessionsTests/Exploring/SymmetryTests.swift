import Foundation
import Testing

@testable import Core
@testable import TodoShellSessions

/// A set of tags, kept in an array.
private struct Tags: Reducer {
  struct State: Equatable, Sendable {
    var tags: [String] = []
    var entries: IdentifiedArray<UUID, Entry> = []
  }
  struct Entry: Equatable, Identifiable, Sendable {
    let id: UUID
    var text: String
  }
  enum Action: Equatable, Sendable { case add(String), enter(String), leave }

  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let tag): if !state.tags.contains(tag) { state.tags.append(tag) }
      case .enter(let text):
        if state.entries.count < 2 { state.entries.append(Entry(id: uuid(), text: text)) }
      case .leave: if !state.entries.isEmpty { state.entries.removeFirst() }
      }
      return .none
    }
  }
}

/// States that count as the same.
struct SymmetryTests {
  private typealias Search = Exploration<Tags.State, Tags.Action>

  private func explore(_ actions: [Tags.Action], _ change: (Search) -> Void = { _ in }) throws -> Search {
    let exploration = try Exploration(
      from: Session(initialState: Tags.State()) { Tags() }
    ) { _ in
      actions.map { action in ExplorationStep("\(action)", group: "\(action)") { try $0.send(action) } }
    }
    change(exploration)
    exploration.run()
    return exploration
  }

  @Test func theOrderOfASetMakesNoDifference() throws {
    let actions = ["a", "b", "c"].map(Tags.Action.add)
    let ordered = try explore(actions)
    #expect(ordered.coverage.states == 16 && ordered.coverage.variants == 16, "the ordered subsets")
    let unordered = try explore(actions) { exploration in
      exploration.canonical = { state in
        var copy = state
        copy.tags = copy.tags.inCanonicalOrder
        return copy
      }
    }
    #expect(unordered.coverage.states == 8, "the subsets")
    #expect(unordered.coverage.variants > 8, "and those that were found to be the same are counted")
    #expect(unordered.coverage.isComplete)
  }

  @Test func elementsWithIDsAreOrderedByTheirContent() throws {
    let entries = ["b", "a"].enumerated().map { Tags.Entry(id: UUID($0), text: $1) }
    let array = IdentifiedArray(uniqueElements: entries)
    let renamed = entries.reversed().enumerated().map { Tags.Entry(id: UUID(7 + $0), text: $1.text) }
    let other = IdentifiedArray(uniqueElements: renamed)
    #expect(array.inCanonicalOrder.map(\.text) == other.inCanonicalOrder.map(\.text))
    #expect(Set(array.inCanonicalOrder.ids) == Set(array.ids))
    #expect([3, 1, 2].inCanonicalOrder == [2, 3, 1].inCanonicalOrder)
  }

  @Test func valuesOfIDsAreCountedSeparately() throws {
    let exploration = try explore([.enter("x"), .leave])
    #expect(exploration.coverage.states == 3)
    #expect(exploration.coverage.variants == 4, "once the first of two has left, the id is another one")
  }
}

/// Two elements that differ only in their ids, and something that one of them is waiting for.
private struct Loading: Reducer {
  struct State: Equatable, Sendable {
    var ids = [UUID(0), UUID(1)]
    var loaded: UUID?
  }
  enum Action: Equatable, Sendable { case load(UUID), loaded(UUID) }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .load(let id):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.loaded(id))
        }
      case .loaded(let id):
        state.loaded = id
        return .none
      }
    }
  }
}

/// An effect belongs to a certain element, even where only the equality of ids counts.
struct EffectsOfElementsTests {
  @Test func theElementThatAnEffectBelongsToMakesADifference() throws {
    var plan = Exploration<Loading.State, Loading.Action>.Plan()
    (plan.depth, plan.sequences) = (2, 100)
    let exploration = try Exploration(
      of: [.always("the second is not loaded") { $0.state.loaded != $0.state.ids[1] }],
      from: Session(initialState: Loading.State()) { Loading() },
      plan: plan
    ) { session in
      session.state.ids.map { id in
        ExplorationStep("load \(id)", group: "load") { try $0.send(.load(id)) }
      } + [.advance(by: .seconds(1), text: "advance 1s")]
    }
    let finding = try #require(exploration.run().first)
    #expect(finding.steps.map(\.text) == ["load \(UUID(1))", "advance 1s"])
  }

  /// A selection of some of the elements of a list.
  private struct Selection: Equatable {
    var selected: Set<UUID> = []
    var notes: [UUID: String] = [:]
    var list: [UUID]
  }

  private func digest(_ value: Selection) -> UInt64 {
    var digest = ContentDigest(comparesIDs: false)
    withUnsafePointer(to: value) { digest.add($0, of: Shape.of(Selection.self)) }
    return digest.state.value
  }

  @Test func renamedUUIDsInASetMakeNoDifference() {
    var digests: Set<UInt64> = []
    for names in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [7, 3, 5]] {
      let ids = names.map { UUID($0) }
      digests.insert(
        digest(Selection(selected: [ids[0], ids[2]], notes: [ids[1]: "a", ids[0]: "b"], list: ids))
      )
      digests.insert(digest(Selection(selected: Set(ids), list: ids)))
    }
    #expect(digests.count == 2, "only the names of the UUIDs differ")
    let ids = [UUID(0), UUID(1)]
    #expect(
      digest(Selection(selected: [ids[0]], list: ids)) != digest(Selection(selected: [ids[1]], list: ids)),
      "which one is selected matters"
    )
  }
}
