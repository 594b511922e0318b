import Core
import TestSupport
import Testing

@testable import TodoShellValues

/// Which expressions depend on more of UUIDs than their equality: `explore` proves a property for states that differ
/// only in their UUIDs at once unless it does.
struct DistinguishedIDsTests {
  @ObservableState
  struct Item: Equatable, Identifiable, Sendable {
    var id: UUID
    var name: String
    var parent: UUID?
    var watchers: Set<UUID> = []
    var isRoot: Bool { parent == nil }
    var tag: String { id.uuidString }
  }

  @ObservableState
  struct State: Equatable, Sendable {
    var items: [Item] = []
    var people: IdentifiedArrayOf<Item> = []
    var chosen: Set<UUID> = []
    var names: [UUID: String] = [:]
    var tags: Set<String> = []
    var lead: UUID?
    var mode = Mode.list
  }

  @CasePathable
  enum Mode: Equatable, Sendable {
    case list
    case detail(UUID)
  }

  @Test(arguments: [
    ("items.count < 3", false), ("items[0].id == items[1].id", false), ("items[0].id == lead", false),
    ("items.contains { $0.id == lead }", false), ("chosen.contains(items[0].id)", false),
    ("items.map(\\.id).firstIndex(of: items[1].id) == 1", false),
    ("chosen.count == 2 && !chosen.isEmpty", false),
    ("names[items[0].id] == \"a\"", false), ("\"\\(items.count)\" == items[0].name", false),
    ("items.map(\\.name).sorted().first == \"a\"", false), ("tags.map { $0 }.first == \"x\"", false),
    ("items.allSatisfy { $0.isRoot }", false), ("mode == .list", false),
    ("lead == nil || lead != items[0].id", false),
    ("people.ids.contains(items[0].id)", false), ("people[id: items[0].id]?.name == \"a\"", false),
    ("people.ids.count == before(people.ids.count)", false), ("\"\\(people.ids)\" == \"\"", true),
    ("items.filter { $0.parent == lead }.count < 2", false), ("before(items).count == items.count", false),
    ("items.dropFirst() == before(items)", false), ("chosen == before(chosen)", false),
    ("Int(items[0].name) == 3", false), ("items[0].name.count < Int.max - 3", false),
    ("items[0].id < items[1].id", true), ("items[0].id == UUID(2)", true),
    ("items[0].id == \"00000000-0000-0000-0000-000000000002\"", true), ("\"\\(items[0].id)\" == \"\"", true),
    ("\"\\(items[0])\" == \"\"", true), ("items[0].id.uuidString.hasSuffix(\"2\")", true),
    ("items.map(\\.id).sorted()[0] == items[0].id", true), ("items.sorted(by: \\.id)[0] == items[0]", true),
    ("items.map(\\.id).max() == lead", true), ("chosen.first == lead", true),
    ("chosen.map { $0 == lead }.first == true", true), ("names.values.first == \"a\"", true),
    ("mode == .detail(UUID(1))", true), ("String(items[0].id) == \"\"", true), ("chosen == [UUID(1)]", true),
    ("items.reduce(\"\") { $0 + \"\\($1.id)\" } == \"\"", true), ("items.description == \"\"", true),
    ("Set(items.map(\\.id)).count == items.count", false), ("items[1...].count == 1", false),
    ("chosen.isSubset(of: items.map(\\.id))", false), ("[items[0].id, lead].contains(items[1].id)", false),
    // A UUID may equal a text.
    ("items[0].id == items[0].name", true), ("items.map(\\.id).contains(items[0].name)", true),
    ("people[id: items[0].name] == nil", true), ("people.ids.contains(items[0].name)", true),
    ("[lead] == [\"00000000-0000-0000-0000-000000000001\"]", true),
    ("[0, 1].min(by: { items[$0].id }) == 0", true), ("items.flatMap { $0.watchers }.first == lead", true),
    ("[items[0].id].reduce(items[1].id, <) == true", true),
    ("(items[0].id...items[1].id).contains(lead!)", true),
    ("items[0].tag < items[1].tag", true), ("chosen.contains { names[$0]! == \"a\" }", true),
    ("min(items[0].id, items[1].id) == lead", true), ("issues.contains(\"x\")", true),
  ])
  func theTypesOfThePartsShowWhetherOnlyEqualityMatters(text: String, expected: Bool) throws {
    let expression = try Expression(parsing: SourceText(text))
    #expect(expression.distinguishesIDs(in: State.self, naming: ["issues": [String].self]) == expected)
  }

  /// Another assignment of UUIDs to the same things changes no value of an expression that does not distinguish them.
  @Test func renamedIDsChangeNothingThatDoesNotDistinguishThem() throws {
    var generator = SeededGenerator(seed: 11)
    var (blind, changed) = (0, 0)
    for _ in 0..<rounds(1_500) {
      let text = Self.condition(&generator, depth: 2)
      guard let expression = try? Expression(parsing: SourceText(text)) else {
        Issue.record("\(text) does not parse")
        continue
      }
      let distinguishes = expression.distinguishesIDs(in: State.self, naming: [:])
      if !distinguishes { blind += 1 }
      for _ in 0..<4 {
        let ids = (0..<4).map { UUID($0) }
        let state = Self.state(of: ids, &generator)
        var others = ids
        for place in others.indices.dropFirst() { others.swapAt(place, generator.below(place + 1)) }
        let renamed = Self.renaming(state, Dictionary(uniqueKeysWithValues: zip(ids, others)))
        let (first, second) = (
          Self.outcome(of: expression, in: state), Self.outcome(of: expression, in: renamed)
        )
        if first != second {
          changed += 1
          #expect(distinguishes, "\(text) differs for \(state) and \(renamed)")
        }
      }
    }
    #expect(blind > 300 && changed > 100, "\(blind) do not distinguish ids; \(changed) values changed")
  }

  /// An error counts as one value, because its text may name UUIDs.
  private static func outcome(of expression: Expression, in state: State) -> Bool? {
    try? expression.holds(in: ExpressionContext(state))
  }

  private static func state(of ids: [UUID], _ generator: inout SeededGenerator) -> State {
    var state = State()
    state.items = ids.prefix(2 + generator.below(2)).map { id in
      Item(
        id: id,
        name: generator.one(of: "a", "b", id.uuidString),
        parent: generator.below(2) == 0 ? nil : ids[generator.below(4)],
        watchers: Set(ids.filter { _ in generator.below(3) == 0 })
      )
    }
    state.people = IdentifiedArray(uniqueElements: state.items)
    state.chosen = Set(ids.filter { _ in generator.below(2) == 0 })
    for id in ids where generator.below(2) == 0 { state.names[id] = generator.one(of: "a", "b") }
    state.lead = generator.below(3) == 0 ? nil : ids[generator.below(4)]
    if generator.below(2) == 0 { state.mode = .detail(ids[generator.below(4)]) }
    return state
  }

  private static func renaming(_ state: State, _ others: [UUID: UUID]) -> State {
    func other(_ id: UUID) -> UUID { others[id] ?? id }
    var state = state
    state.items = state.items.map {
      Item(
        id: other($0.id),
        name: $0.name,
        parent: $0.parent.map(other),
        watchers: Set($0.watchers.map(other))
      )
    }
    state.people = IdentifiedArray(uniqueElements: state.items)
    state.chosen = Set(state.chosen.map(other))
    state.names = Dictionary(uniqueKeysWithValues: state.names.map { (other($0), $1) })
    state.lead = state.lead.map(other)
    if case .detail(let id) = state.mode { state.mode = .detail(other(id)) }
    return state
  }

  private static func id(_ generator: inout SeededGenerator) -> String {
    generator.one(
      of: "items[0].id",
      "items[1].id",
      "lead!",
      "items.last!.id",
      "items[0].parent!",
      "UUID(1)",
      "chosen.first!",
      "items.map(\\.id)[1]",
      "items.map(\\.id).max()!",
      "items.sorted(by: \\.id)[0].id",
      "chosen.min()!",
      "items.first(where: { $0.parent == nil })!.id",
      "items.map { $0.id }.reversed()[0]",
      "(lead ?? items[0].id)"
    )
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    let id = id(&generator)
    return generator.one(
      of: "items[0].name",
      "items[1].name",
      "\"\\(\(id))\"",
      "\(id).uuidString",
      "names[\(id)]!",
      "\"b\"",
      "items.map { \"\\($0.id)\" }.joined()",
      "items.map(\\.name).joined()",
      "names.values.first!",
      "\"\\(names.values.count)\"",
      "items.sorted(by: \\.name)[0].name",
      "\"\\(items[0])\"",
      "items.max(by: \\.id)!.name",
      "items[0].tag"
    )
  }

  private static func condition(_ generator: inout SeededGenerator, depth: Int) -> String {
    let (one, two) = (id(&generator), id(&generator))
    let (first, second) = (text(&generator), text(&generator))
    if depth > 0, generator.below(3) == 0 {
      let (left, right) = (condition(&generator, depth: depth - 1), condition(&generator, depth: depth - 1))
      return generator.one(
        of: "!(\(left))",
        "(\(left)) && (\(right))",
        "(\(left)) || (\(right))",
        "(\(left)) == (\(right))"
      )
    }
    return generator.one(
      of: "\(one) == \(two)",
      "\(one) < \(two)",
      "\(first) == \(second)",
      "\(first) < \(second)",
      "chosen.contains(\(one))",
      "chosen.count > 1",
      "items.contains { $0.id == \(one) }",
      "items.filter { $0.id != \(one) }.count == 1",
      "items[0] == items[1]",
      "chosen == [\(one)]",
      "items.map(\\.id).firstIndex(of: \(one)) == 1",
      "chosen.map { names[$0] == nil }.first == true",
      "chosen.allSatisfy { $0 == \(one) }",
      "names.values.contains(\"a\")",
      "names.count == 2",
      "names[\(one)] == \(first)",
      "items.allSatisfy { $0.isRoot || $0.parent == \(one) }",
      "mode == .list",
      "mode == .detail(\(one))",
      "items.map(\\.parent).contains(\(one))",
      "items.map(\\.name).sorted().first == \(first)",
      "chosen.sorted()[0] == \(one)",
      "people[id: \(one)]?.name == \(first)",
      "people.ids.contains(\(one))",
      "\(one) == \(first)",
      "people[id: \(first)] == nil",
      "items.map(\\.id).contains(\(first))",
      "[0, 1].min(by: { items[$0].id }) == 0",
      "items.flatMap { $0.watchers }.first == \(one)",
      "[\(one)].reduce(\(two), <) == true",
      "(\(one)...\(two)).contains(items[0].id)",
      "chosen.contains { names[$0]! == \"a\" }",
      "items.map(\\.id).starts(with: chosen)",
      "Set(items.map(\\.id)).count == 2",
      "people.ids.last == \(one)",
      "[\(one), \(two)].contains(items[0].id)",
      "(\(one), 1) == (\(two), 1)",
      "items.reduce(0) { $0 + ($1.id == \(one) ? 1 : 0) } == 1",
      "items.enumerated().contains { $0.1.id == \(one) }"
    )
  }
}
