import Core
import Testing

/// A body may be made of reducers in every way that Swift makes a list.
struct ReducerBuilderTests {
  private struct Assembled: Reducer {
    enum Kind { case one, two, three }

    let isOn: Bool
    let kind: Kind
    let optional: Note?
    let count: Int
    let unknown: any Reducer<[String], Bool>

    var body: some Reducer<[String], Bool> {
      Note("first")
      if isOn { Note("if") }
      if isOn { Note("then") } else { Note("else") }
      switch kind {
      case .one: Note("one")
      case .two: Note("two")
      case .three:
        Note("three")
        Note("three more")
      }
      for number in 0..<count { Note("\(number)") }
      if #available(macOS 15, *) { Note("available") }
      if let optional { optional }
      optional
      unknown
      CombineReducers {
        Note("combined")
        EmptyReducer()
      }
    }
  }

  /// Adds a word to the state.
  private struct Note: Reducer {
    let text: String

    init(_ text: String) {
      self.text = text
    }

    func reduce(into state: inout [String], action _: Bool) -> Effect<Bool> {
      state.append(text)
      return .none
    }
  }

  private func words(_ reducer: some Reducer<[String], Bool>) -> [String] {
    var state: [String] = []
    _ = reducer.reduce(into: &state, action: true)
    return state
  }

  @Test func reducersRunInTheOrderInWhichTheyAreListed() {
    #expect(
      words(Assembled(isOn: true, kind: .three, optional: Note("some"), count: 2, unknown: Note("any"))) == [
        "first", "if", "then", "three", "three more", "0", "1", "available", "some", "some", "any",
        "combined",
      ]
    )
    #expect(
      words(Assembled(isOn: false, kind: .one, optional: nil, count: 0, unknown: EmptyReducer())) == [
        "first", "else", "one", "available", "combined",
      ]
    )
  }

  @Test func anEmptyBodyDoesNothing() {
    #expect(words(CombineReducers {}) == [])
  }

  @Test func effectsAreMergedInTheSameOrder() async {
    let store = TestStore(initialState: [Int]()) {
      for number in 1...2 {
        Reduce<[Int], Int> { state, action in
          if action > 0 { state.append(action * number) }
          return action == 0 ? .send(number) : .none
        }
      }
      if true {
        Reduce { _, action in action == 0 ? .send(3).merge(with: .send(4)) : .none }
      }
      Reduce { _, action in action == 0 ? .send(5).concatenate(with: .run { await $0(6) }) : .none }
    }
    await store.send(0)
    for number in 1...6 {
      await store.receive(number) { $0 += [number, number * 2] }
    }
  }
}
