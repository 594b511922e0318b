import Core
import TestSupport
import Testing

@testable import TodoShellDebugger

/// The expectations that are made from what a command changed.
struct ExpectationsTests {
  struct Pet: Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
    var owner: Owner?
  }
  struct Owner: Equatable, Sendable { var name = "" }
  enum Screen: Equatable, Sendable {
    case list
    case detail(Owner, page: Int)
  }
  struct State: Equatable, Sendable {
    var pets: IdentifiedArrayOf<Pet> = []
    var screen = Screen.list
    var numbers: [Int] = []
    var scores: [String: Int] = [:]
    var note: String?
    var owner: Owner?
    var `default` = false
  }

  private func lines(
    _ change: @escaping @Sendable (inout State) -> Void,
    after: (inout State) -> Void = { _ in }
  )
    throws -> [String]
  {
    var start = State()
    after(&start)
    let session = Session<State, Void>(initialState: start) {
      Reduce { state, _ in
        change(&state)
        return .none
      }
    }
    try session.send(())
    return Expectations(from: AnyMoment(session.moments[0]), to: AnyMoment(session.moments[1])).lines
  }

  @Test func whatIsTheSameIsNotSpokenOf() throws {
    #expect(try lines { _ in } == [])
    #expect(try lines { $0.numbers = [1, 2] } == ["numbers == [1, 2]"])
  }

  @Test func aNewElementIsDescribed() throws {
    #expect(
      try lines { $0.pets.append(Pet(id: 4, name: "Rex \"the #1\"\n")) } == [
        "pets.count == 1", #"pets[0].name == "Rex \"the #1\"\n""#,
      ]
    )
  }

  @Test func ofAnElementOnlyWhatChangedIsDescribed() throws {
    let old = { (state: inout State) in state.pets = [Pet(id: 1, name: "A"), Pet(id: 2, name: "B")] }
    #expect(try lines({ $0.pets[1].name = "C" }, after: old) == [#"pets[1].name == "C""#])
    #expect(
      try lines({ $0.pets[0].owner = Owner(name: "Jo") }, after: old) == [#"pets[0].owner.name == "Jo""#]
    )
  }

  @Test func whatIsLeftOfAListIsDescribed() throws {
    let old = { (state: inout State) in state.pets = [Pet(id: 1, name: "A"), Pet(id: 2, name: "B")] }
    #expect(try lines({ $0.pets.remove(at: 0) }, after: old) == [#"pets.map(\.name) == ["B"]"#])
    #expect(try lines({ $0.pets.removeAll() }, after: old) == ["pets == []"])
    let moved = try lines({ $0.pets.reverse() }, after: old)
    #expect(moved.contains(#"pets.map(\.name) == ["B", "A"]"#), "\(moved)")
    let twins = { (state: inout State) in state.pets = [Pet(id: 1, name: "A"), Pet(id: 2, name: "A")] }
    #expect(try lines({ $0.pets.remove(at: 0) }, after: twins) == ["pets.map(\\.id) == [2]"])
    let many = try lines(
      { $0.pets.remove(at: 0) },
      after: { $0.pets = IdentifiedArray(uniqueElements: (0..<100).map { Pet(id: $0, name: "\($0)") }) }
    )
    #expect(many == ["pets.count == 99"])
  }

  @Test func effectsInFlightAreCounted() throws {
    let session = Session<Int, Bool>(initialState: 0) {
      Reduce { _, starts in starts ? .run { _ in try await Task.never() } : .none }
    }
    try session.send(true)
    let moments = session.moments.map { AnyMoment($0) }
    #expect(Expectations(from: moments[0], to: moments[1]).lines == ["effects.count == 1"])
  }

  @Test func casesOptionalsAndNamesOfTheLanguageAreSpelled() throws {
    #expect(try lines { $0.note = "x" } == [#"note == "x""#])
    #expect(try lines({ $0.note = nil }, after: { $0.note = "x" }) == ["note == nil"])
    #expect(try lines { $0.owner = Owner(name: "Jo") } == [#"owner.name == "Jo""#])
    let screen = try lines { $0.screen = .detail(Owner(name: "Jo"), page: 2) }
    #expect(screen.first == "screen == .detail", "\(screen)")
    #expect(try lines { $0.default = true } == ["default == true"])
    #expect(try lines { $0.scores["a"] = 1 } == [#"scores == ["a": 1]"#])
  }

  @Test func whatIsSharedIsSpokenOfToo() throws {
    struct Shared: Equatable {
      @Core.Shared(.inMemory("total")) var total = 0
      @Core.Shared(.inMemory("owner")) var owner = Owner()
      var name = "a"
    }
    let session = Session<Shared, Int>(initialState: Shared()) {
      Reduce { state, action in
        if action > 0 {
          state.$total.withLock { $0 += action }
        } else {
          state.$owner.withLock { $0.name = "Jo" }
        }
        return .none
      }
    }
    for action in [1, 2, 0] { try session.send(action) }
    let lines = (1...3).map {
      Expectations(from: AnyMoment(session.moments[$0 - 1]), to: AnyMoment(session.moments[$0])).lines
    }
    #expect(lines == [["total == 1"], ["total == 3"], [#"owner.name == "Jo""#]])
  }

  @Test func thereAreNeverTooMany() throws {
    let many = try lines { state in
      for id in 0..<100 { state.pets.append(Pet(id: id, name: "\(id)")) }
    }
    #expect(many.count == 8)
    #expect(many.first == "pets.count == 100")
  }

  private struct Compared: Equatable, Identifiable, Sendable {
    @TaskLocal static var comparisons = Comparisons()
    let id: Int
    var name = ""

    static func == (one: Self, other: Self) -> Bool {
      comparisons.count += 1
      return one.id == other.id && one.name == other.name
    }
  }

  private final class Comparisons: @unchecked Sendable { var count = 0 }

  @Test func ofALongListOnlyWhatChangedIsLookedAt() throws {
    struct State { var list: IdentifiedArrayOf<Compared> }
    let list = IdentifiedArray(uniqueElements: (0..<2000).map { Compared(id: $0) })
    let session = Session<State, Int>(initialState: State(list: list)) {
      Reduce { state, id in
        state.list[id: id]?.name = "x"
        return .none
      }
    }
    try session.send(1000)
    let comparisons = Comparisons()
    let lines = Compared.$comparisons.withValue(comparisons) {
      Expectations(from: AnyMoment(session.moments[0]), to: AnyMoment(session.moments[1])).lines
    }
    #expect(lines == ["list[1000].name == \"x\""])
    #expect(comparisons.count < 200)
  }
}
