import Core
import Foundation
import Observation
import Testing

@ObservableState
private struct Parent: Equatable, Sendable {
  var count = 0
  var name: String
  var child = Child(id: 1)
  var optional: Child?
  var children: [Child] = []
  var destination: Destination = .none
  @ObservationStateIgnored var cache = 0
  let fixed: Int
  var double: Int { count * 2 }
}

@ObservableState
private struct Child: Equatable, Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var title = ""
  var isDone = false
}

@CasePathable
@dynamicMemberLookup
@ObservableState
private enum Destination: Equatable, Sendable {
  case child(Child)
  case number(Int)
  case none
}

@ObservableState
private struct GenericState<Value> {
  var value: Value
  var count = 0 {
    didSet { changes += 1 }
  }
  var changes = 0
}

/// Whether a change tells those who read.
private func tells<State>(
  _ state: inout State,
  reading read: (State) -> some Any,
  when change: (inout State) -> Void
) -> Bool {
  let told = Told()
  withObservationTracking {
    _ = read(state)
  } onChange: {
    told.value = true
  }
  change(&state)
  return told.value
}

private final class Told: @unchecked Sendable { var value = false }

struct ObservableStateTests {
  @Test func aFieldTellsItsReadersOnly() {
    var state = Parent(name: "a", fixed: 1)
    #expect(tells(&state, reading: \.count) { $0.count += 1 })
    #expect(tells(&state, reading: \.count) { $0.count = 5 })
    #expect(!tells(&state, reading: \.count) { $0.count = 5 })
    #expect(!tells(&state, reading: \.count) { $0.name = "b" })
    #expect(tells(&state, reading: \.double) { $0.count = 6 })
    #expect(!tells(&state, reading: \.cache) { $0.cache = 6 })
  }

  @Test func aChildsFieldDoesNotTellReadersOfTheChild() {
    var state = Parent(name: "a", fixed: 1)
    #expect(!tells(&state, reading: \.child) { $0.child.title = "b" })
    #expect(!tells(&state, reading: \.child.isDone) { $0.child.title = "c" })
    #expect(tells(&state, reading: \.child.title) { $0.child.title = "d" })
    #expect(tells(&state, reading: \.child.title) { $0.child = Child(id: 1, title: "e") })
    #expect(tells(&state, reading: \.optional) { $0.optional = Child(id: 1, title: "e") })
    #expect(!tells(&state, reading: \.optional) { $0.optional?.title = "e" })
    #expect(tells(&state, reading: \.optional?.title) { $0.optional?.title = "f" })
    #expect(tells(&state, reading: \.optional?.title) { $0.optional = nil })
  }

  @Test func anOlderCopyThatIsPutBackTells() {
    var state = Parent(name: "a", fixed: 1)
    let before = state.child
    #expect(tells(&state, reading: \.child.title) { $0.child.title = "b" })
    #expect(tells(&state, reading: \.child.title) { $0.child = before })
    var copy = state.child
    #expect(tells(&state, reading: \.child.title) { _ in copy.title = "x" })
    #expect(tells(&state, reading: \.child.title) { $0.child = copy })
    #expect(tells(&state, reading: \.children.count) { $0.children = [copy] })
    #expect(!tells(&state, reading: \.children) { $0.children[0].isDone.toggle() })
    #expect(tells(&state, reading: \.children[0].title) { $0.children[0] = before })
  }

  @Test func anEnumTellsOfAnotherCase() {
    var state = Parent(name: "a", fixed: 1)
    #expect(!tells(&state, reading: \.destination) { $0.destination = .none })
    #expect(tells(&state, reading: \.destination) { $0.destination = .number(1) })
    #expect(tells(&state, reading: \.destination) { $0.destination = .number(2) })
    #expect(tells(&state, reading: \.destination) { $0.destination.number = 3 })
    #expect(tells(&state, reading: \.destination) { $0.destination = .child(Child(id: 2)) })
    #expect(!tells(&state, reading: \.destination) { $0.destination.child?.title = "a" })
    #expect(tells(&state, reading: \.destination.child?.title) { $0.destination.child?.title = "b" })
  }

  @Test func observersOfAWholeStateAreToldByItsIdentity() {
    var state = Parent(name: "a", fixed: 1)
    withObservationTracking {
      _ = state.count
    } onChange: {
    }
    let before = state
    state.count = 1
    #expect(state._$id.continues(before._$id))
    #expect(!before._$id.continues(state._$id))
    #expect(!Parent(name: "a", fixed: 1)._$id.continues(state._$id))
  }

  @Test func suspendedReadsRegisterNoOne() {
    var state = Parent(name: "a", fixed: 1)
    #expect(
      !tells(&state, reading: { state in StateObservation.suspended { state.count } }) { $0.count += 1 }
    )
    #expect(tells(&state, reading: \.count) { state in StateObservation.suspended { state.count += 1 } })
  }

  @Test func trackingIsNoPartOfTheValue() throws {
    let child = Child(id: 1, title: "a")
    #expect(child == Child(id: 1, title: "a"))
    #expect(Set([child, Child(id: 1, title: "a")]).count == 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(child)
    #expect(String(decoding: json, as: UTF8.self) == #"{"id":1,"isDone":false,"title":"a"}"#)
    #expect(try JSONDecoder().decode(Child.self, from: json) == child)
  }

  @Test func genericStatesAndObserversOfPropertiesWork() {
    var state = GenericState(value: "a")
    state.count += 1
    #expect(state.changes == 1)
    #expect(tells(&state, reading: \.value) { $0.value = "b" })
  }

  @Test func aDumpShowsTheFieldsByTheirNames() {
    let state = Parent(count: 1, name: "a", destination: .child(Child(id: 2)), fixed: 3)
    #expect(
      String(customDumping: state) == """
        Parent(
          count: 1,
          name: "a",
          child: Child(
            id: 1,
            title: "",
            isDone: false
          ),
          optional: nil,
          children: [],
          destination: .child(
            Child(
              id: 2,
              title: "",
              isDone: false
            )
          ),
          cache: 0,
          fixed: 3
        )
        """
    )
    #expect(String(customDumping: \Parent.count) == "\\.count")
  }
}
