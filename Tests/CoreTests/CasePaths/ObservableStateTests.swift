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

@ObservableState
private struct Keyed: Equatable, Codable, Sendable {
  let id: Int
  var title = ""
  var note: String?
  var child = Child(id: 1)
  @Presents var sheet: Child?
  @Shared var total: Int
  @ObservationStateIgnored var ignored = 0
  let version = 2
  var cache: [String] = []
  var double: Int { total * 2 }

  private enum CodingKeys: String, CodingKey {
    case id = "ID"
    case title, note, child
    case sheet = "presented"
    case total
    case ignored, version
  }
}

@ObservableState
private struct Presenting {
  @Presents var child: Child?
}

@ObservableState
private struct PartlyCoded: Encodable {
  var count = 0
  var secret = 1
  enum CodingKeys: CodingKey { case count }
}

@ObservableState
private struct CodedByHand: Codable {
  var count = 0
  enum CodingKeys: CodingKey { case count, other }
}

extension CodedByHand {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(count: try container.decode(Int.self, forKey: .other))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .other)
  }
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
  @Test func presentedStateIsReadInPlace() throws {
    let part = try #require(Shape.of(Presenting.self).record?.part(named: "child"))
    func address(in state: Presenting) -> UnsafeRawPointer {
      withUnsafePointer(to: state) { part.read(in: $0) { $0 } }
    }
    let state = Presenting(child: Child(id: 1))
    var other = state
    #expect(address(in: state) == address(in: other))
    other.child?.title = "a"
    #expect(address(in: state) != address(in: other))
    withUnsafePointer(to: Presenting()) {
      #expect(Peek(at: $0, .of(Presenting.self)).part(part).wrapped == nil)
    }
  }

  @Test func ownCodingKeysAreKept() throws {
    var state = Keyed(id: 7, title: "milk", sheet: Child(id: 3), total: Shared(value: 5))
    state.ignored = 4
    state.cache = ["not coded"]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(state)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"ID":7,"child":{"id":1,"isDone":false,"title":""},"ignored":4,\
        "presented":{"id":3,"isDone":false,"title":""},"title":"milk","total":5,"version":2}
        """
    )
    let decoded = try JSONDecoder().decode(Keyed.self, from: data)
    #expect(decoded.cache == [])
    state.cache = []
    #expect(decoded == state)
    var copy = decoded
    #expect(tells(&copy, reading: \.title) { $0.title = "eggs" })
  }

  @Test func aMissingFieldIsAnErrorUnlessItIsOptional() throws {
    let child = #"{"id":1,"title":"","isDone":false}"#
    let whole = #"{"ID":1,"title":"","child":\#(child),"presented":null,"total":1,"ignored":0}"#
    #expect(try JSONDecoder().decode(Keyed.self, from: Data(whole.utf8)).note == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Keyed.self,
        from: Data(whole.replacing(#""title":"","child""#, with: #""child""#).utf8)
      )
    }
  }

  @Test func aStructMayBeCodedInOneDirectionOrByHand() throws {
    #expect(String(decoding: try JSONEncoder().encode(PartlyCoded()), as: UTF8.self) == #"{"count":0}"#)
    let state = try JSONDecoder().decode(CodedByHand.self, from: Data(#"{"other":3}"#.utf8))
    #expect(state.count == 3)
    #expect(String(decoding: try JSONEncoder().encode(state), as: UTF8.self) == #"{"other":3}"#)
  }

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
