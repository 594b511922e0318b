import Testing

@testable import Core

struct LineCountTests {
  private struct Name {
    var text = "Ann"
  }

  private enum Choice {
    case none, one(String), two(text: String, flag: Bool), name(Name)
  }

  private struct Values {
    var name = Name()
    var flag = true
    var optional: Name?
    var nested: Int??
    var choice = Choice.none
    var list: [Name] = []
    var table = ["Ann": 1]
  }

  private static let values: [Values] = [
    Values(), Values(name: Name(text: "Bob")), Values(name: Name(text: "one\nAnn")), Values(flag: false),
    Values(optional: Name()), Values(optional: Name(text: "Bob")), Values(nested: .some(nil)),
    Values(nested: 1),
    Values(choice: .one("Ann")), Values(choice: .one("Bob\nAnn")),
    Values(choice: .two(text: "Ann", flag: true)),
    Values(choice: .two(text: "Bob", flag: false)), Values(choice: .name(Name())),
    Values(choice: .name(Name(text: "Bob"))), Values(list: [Name()]),
    Values(list: [Name(text: "Bob"), Name()]),
    Values(list: [Name(), Name(), Name(text: "")]), Values(table: ["Bob": 1, "Ann": 2]),
  ]

  @Test(arguments: ["Ann", "Bob", "true", "nil", "text: ", "one", "Name("])
  func theChangeIsTheDifferenceOfTheWholeCounts(word: String) {
    let changes = Self.changes(between: Self.values, counting: word)
    #expect(!changes.isEmpty, "a change is never counted by its parts")
  }

  private final class Box {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// An object is written in full only where it occurs first.
  @Test func partsWithObjectsAreCountedAsAWhole() {
    let (ann, bob) = (Box("Ann"), Box("Bob"))
    let pairs = [(ann, ann), (ann, bob), (bob, ann), (bob, bob), (Box("Ann"), ann)].map {
      (first: $0, second: $1, number: 1)
    }
    #expect(Self.changes(between: pairs, counting: "Ann").isEmpty)
  }

  /// The changes between all pairs of values, where complete dumps are not needed.
  private static func changes<Value>(between values: [Value], counting word: String) -> [Int] {
    func count(in value: Value) -> Int {
      String(customDumping: value).split(separator: "\n").count { $0.contains(word) }
    }
    var changes: [Int] = []
    for old in values {
      for new in values {
        let change = withUnsafePointer(to: old) { old in
          withUnsafePointer(to: new) { new in
            lineCountChange(
              from: Peek(at: old, .of(Value.self), on: .old),
              to: Peek(at: new, .of(Value.self))
            ) { $0.contains(word) }
          }
        }
        guard let change else { continue }
        #expect(change == count(in: new) - count(in: old), "from \(old) to \(new)")
        changes.append(change)
      }
    }
    return changes
  }
}
