import Foundation
import Testing

@testable import Core
@testable import TodoShellSessions

/// Digests of values differ where their dumps do.
struct ContentDigestTests {
  enum Color: Equatable { case red, green, mixed(Int, of: String), named(String) }

  enum Renamed: CustomStringConvertible, Equatable {
    case first, second
    var description: String { "same" }
  }

  @CasePathable @dynamicMemberLookup enum Destination: Equatable { case sheet(Int), alert }

  struct Plain: Equatable {
    var flag = false
    var number = 1
    var text = "a"
    var color = Color.red
    var maybe: Int?
    var pair = (1, "x")

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number && lhs.pair == rhs.pair }
  }

  @ObservableState struct Observed: Equatable {
    var title = ""
    var count = 0
    @Presents var child: Plain?
  }

  final class Object { var value = 1 }

  struct Holder {
    var object = Object()
    weak var other: Object?
    var any: any Sendable = 1
  }

  struct Shown: CustomDumpStringConvertible {
    var hidden = 0
    var shown = 0
    var customDumpDescription: String { "\(shown)" }
  }

  struct Reflected: CustomReflectable {
    var hidden = 0
    var shown = 0
    var customMirror: Mirror { Mirror(self, children: ["shown": shown], displayStyle: .struct) }
  }

  indirect enum Tree { case leaf, node(Tree, Int, Tree) }

  struct Row: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  private func digest<Value>(_ value: Value, comparesIDs: Bool = false) -> ContentDigest {
    var digest = ContentDigest(comparesIDs: comparesIDs)
    withUnsafePointer(to: value) { digest.add($0, of: Shape.of(Value.self)) }
    return digest
  }

  /// Expects different digests for different values.
  private func expectDistinct<Value>(
    _ values: [Value],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var known: [UInt64: Int] = [:]
    for (index, value) in values.enumerated() {
      let value = digest(value).state.value
      #expect(known[value] == nil, "\(index) as \(known[value] ?? 0)", sourceLocation: sourceLocation)
      known[value] = index
    }
  }

  @Test func differWithEachField() {
    expectDistinct([
      Plain(), Plain(flag: true), Plain(number: 2), Plain(text: "b"), Plain(text: ""),
      Plain(text: "a long text of more than 15 bytes"),
      Plain(text: "a long text of more than 16 bytes"),
      Plain(color: .green), Plain(color: .mixed(1, of: "x")), Plain(color: .mixed(2, of: "x")),
      Plain(color: .mixed(1, of: "y")), Plain(color: .named("x")), Plain(maybe: 0),
      Plain(maybe: 1), Plain(pair: (2, "x")), Plain(pair: (1, "y")),
    ])
  }

  @Test func differWithWhatMacrosDescribe() {
    expectDistinct([
      Observed(), Observed(title: "a"), Observed(count: 1), Observed(child: Plain()),
      Observed(child: Plain(number: 2)),
    ])
    expectDistinct([Destination.alert, .sheet(1), .sheet(2)])
  }

  @Test func differWithWhatIsNested() {
    struct Both {
      var observed = Observed()
      var plain = (Plain(), shown: Shown())
    }
    expectDistinct([
      Both(), Both(observed: Observed(count: 1)), Both(observed: Observed(child: Plain())),
      Both(plain: (Plain(number: 2), Shown())), Both(plain: (Plain(pair: (1, "y")), Shown())),
      Both(plain: (Plain(), Shown(shown: 1))),
    ])
  }

  @Test func differWithWhatABindingChanges() {
    expectDistinct([
      BindingAction<Plain>.set(\.flag, true), .set(\.flag, false), .toggle(\.flag), .set(\.number, 1),
      .set(\.number, 2), .set(\.maybe, 2), .set(\.maybe, nil),
    ])
    #expect(
      digest(BindingAction<Plain>.set(\.number, 1)).state.value
        == digest(BindingAction<Plain>.set(\.number, 1)).state.value
    )
  }

  @Test func doNotDependOnObservation() {
    var changed = Observed()
    changed.title = "a"
    changed.title = ""
    #expect(digest(changed).state.value == digest(Observed()).state.value)
  }

  @Test func differWithTheElementsOfCollections() {
    expectDistinct([[Int](), [0], [0, 0], [0, 1], [1, 0]])
    expectDistinct([[[1], []], [[], [1]], [[1]]])
    expectDistinct([
      IdentifiedArray<Int, Row>(uniqueElements: []), [Row(id: 1)], [Row(id: 1, title: "a")],
      [Row(id: 1), Row(id: 2)], [Row(id: 2), Row(id: 1)],
    ])
    let many = IdentifiedArray(uniqueElements: (0..<1_000).map { Row(id: $0) })
    var (swapped, oneByOne) = (many, IdentifiedArrayOf<Row>())
    swapped.swapAt(1, 900)
    for row in many { oneByOne.append(row) }
    expectDistinct([many, swapped])
    #expect(digest(many).state.value == digest(oneByOne).state.value)
    expectDistinct([[1: "a", 2: "b"], [1: "b", 2: "a"], [1: "a"], [Int: String]()])
    expectDistinct([Set([1, 2]), [1, 3], [1]])
    expectDistinct([[nil, 1], [1, nil] as [Int?], [nil]])
    expectDistinct([StackState([1, 2]), StackState([2, 1]), StackState([1])])
  }

  @Test func doNotDependOnTheOrderInASet() {
    let numbers = Set(0..<100)
    let others = (0..<100).reversed().reduce(into: Set<Int>(minimumCapacity: 1_000)) { $0.insert($1) }
    #expect(Array(numbers) != Array(others))
    #expect(digest(numbers).state.value == digest(others).state.value)
  }

  /// The first 32 UUIDs are found in another way than later ones.
  @Test(arguments: [3, 32, 33, 100]) func dependOnWhichUUIDsAreEqual(count: Int) {
    let ids = (0..<count).map { UUID($0) }
    let others = (0..<count).map { UUID(1_000 - $0) }
    let twice = digest(ids + ids)
    #expect(twice.state.value == digest(others + others).state.value)
    #expect(twice.exact.value != digest(others + others).exact.value)
    #expect(twice.state.value != digest(ids + others).state.value)
    #expect(twice.state.value != digest(ids + ids.reversed()).state.value)
    var (summed, resummed) = (digest([Int]()), digest([Int]()))
    for part in [ids, others] { summed.add(digest(part).summary) }
    for part in [others, ids] { resummed.add(digest(part).summary) }
    #expect(summed.state.value == resummed.state.value)
  }

  @Test func showWhatTheTypeShows() {
    #expect(digest(Shown(hidden: 1)).state.value == digest(Shown(hidden: 2)).state.value)
    #expect(digest(Shown(shown: 1)).state.value != digest(Shown(shown: 2)).state.value)
    #expect(digest(Reflected(hidden: 1)).state.value == digest(Reflected(hidden: 2)).state.value)
    #expect(digest(Reflected(shown: 1)).state.value != digest(Reflected(shown: 2)).state.value)
    expectDistinct([Renamed.first, .second])
  }

  @Test func differWithTheContentOfObjects() {
    func holder(_ value: Int, _ any: any Sendable) -> Holder {
      let holder = Holder(any: any)
      holder.object.value = value
      return holder
    }
    expectDistinct([holder(1, 1), holder(2, 1), holder(1, "1"), holder(1, 2)])
    let object = Object()
    #expect(
      digest(Holder(object: object, other: object)).state.value != digest(Holder(object: object)).state.value
    )
  }

  @Test func differInsideRecursiveValues() {
    expectDistinct([
      Tree.leaf, .node(.leaf, 1, .leaf), .node(.node(.leaf, 1, .leaf), 1, .leaf),
      .node(.leaf, 1, .node(.leaf, 1, .leaf)),
    ])
  }

  @Test func idsAreComparedAndNotLookedAt() {
    func ids(_ numbers: Int...) -> [UUID] {
      numbers.map { UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)")! }
    }
    #expect(digest(ids(1, 2, 1)).state.value == digest(ids(7, 3, 7)).state.value)
    #expect(digest(ids(1, 2, 1)).exact.value != digest(ids(7, 3, 7)).exact.value)
    #expect(digest(ids(1, 2, 1)).state.value != digest(ids(1, 2, 2)).state.value)
    #expect(
      digest(ids(1), comparesIDs: true).state.value != digest(ids(2), comparesIDs: true).state.value,
      "a property can name an id"
    )
    #expect(
      digest("(\(ids(1)[0]))").state.value != digest("(\(ids(2)[0]))").state.value,
      "a text is not an id"
    )
  }
}
