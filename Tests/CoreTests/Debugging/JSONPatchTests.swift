import TodoShellSessions
@testable import Core
import Foundation
import TestSupport
import Testing

/// Values as JSON, and patches between them.
struct JSONPatchTests {
  @Test(arguments: 0..<UInt64(16))
  func aPatchLeadsFromTheOldDocumentToTheNew(_ run: UInt64) throws {
    let seed = RandomDumpTests.seed &+ run
    var random = SeededGenerator(seed: seed)
    for round in 0..<50 {
      let old = random.state()
      let new = random.below(5) == 0 ? random.state() : random.change(old)
      try check(old, new, "seed \(seed), round \(round)")
      try check(random.tree(), random.tree(), "seed \(seed), tree \(round)")
      let rows = (
        IdentifiedArray(uniqueElements: random.rows()), IdentifiedArray(uniqueElements: random.rows())
      )
      try check(rows.0, rows.1, "seed \(seed), rows \(round)")
    }
  }

  private func check(_ old: Any, _ new: Any, _ comment: Comment) throws {
    for form in [JSONForm.plain, .swift { "\($0)" }] {
      var document = JSON(old, as: form)
      for change in jsonPatch(from: old, to: new, as: form) { document = try document.applying(change) }
      #expect(document.sorted == JSON(new, as: form).sorted, comment)
    }
  }

  @Test func aPatchOfALargeArrayNamesOnlyWhatChanged() {
    let old = IdentifiedArray(uniqueElements: (0..<10_000).map { Row(id: $0, title: "a") })
    var new = old
    new[5000].title = "b"
    new.remove(at: 10)
    new.append(Row(id: -1, title: "c"))
    #expect(
      jsonPatch(from: old, to: new).map(\.json.text) == [
        #"{"op":"remove","path":"/10"}"#, #"{"op":"replace","path":"/4999/title","value":"b"}"#,
        #"{"op":"add","path":"/9999","value":{"id":-1,"title":"c"}}"#,
      ]
    )
  }

  private enum Case { case empty, one(Int), labelled(x: Int), two(Int, b: String) }

  private struct Values {
    var date = Date(timeIntervalSinceReferenceDate: 0.5)
    var data = Data([1, 2])
    var id = UUID(uuidString: "00000000-0000-0000-0000-00000000000a")
    var url = URL(string: "https://example.com/a b")
    var nothing: Int?
    var notANumber = Double.nan
    var half = 0.5
    var isOn = true
    var text = "a\n\"\u{1B}\u{2028}"
    var cases = [Case.empty, .one(1), .labelled(x: 2), .two(3, b: "c")]
    var pair = (1, b: 2)
    var numbers = [2: "b", 1: "a"]
    var set: Set<String> = ["b", "a"]
  }

  @Test func valuesAreWhatAReaderOfJSONExpects() {
    #expect(
      JSON(Values()).text
        == #"{"date":"2001-01-01T00:00:00.500Z","data":"AQI=","id":"00000000-0000-0000-0000-00000000000A","url":"https://example.com/a%20b","nothing":null,"notANumber":"nan","half":0.5,"isOn":true,"text":"a\n\"\u001b\u2028","cases":["empty",{"one":1},{"labelled":{"x":2}},{"two":{"0":3,"b":"c"}}],"pair":{"0":1,"b":2},"numbers":{"1":"a","2":"b"},"set":["a","b"]}"#
    )
  }

  @Test func inSwiftNotationCasesKeysAndTuplesAreNamedAsInSource() {
    struct Members {
      var nothing: Int?
      var cases = [Case.empty, .one(1), .labelled(x: 2), .two(3, b: "c")]
      var pair = (1, "a")
      var numbers = [1: true]
      var url = URL(string: "a:b")
    }
    #expect(
      JSON(Members(), as: .swift { "<\($0)>" }).text
        == #"{"nothing":null,"cases":[{"$":"<empty>"},{".one":1},{".labelled":{"x":2}},{".two":{"0":3,"b":"c"}}],"pair":{"0":1,"1":"a"},"numbers":{"[<1>]":true},"url":{"$":"<a:b>"}}"#
    )
  }

  private final class Loop { var next: Loop? }

  @Test func anObjectThatHoldsItselfIsToldOnlySoDeep() {
    let loop = Loop()
    loop.next = loop
    #expect(JSON(loop).text.contains("\"…\""))
    loop.next = nil
  }

  @Test func namesInPathsAreEscaped() {
    let changes = jsonPatch(from: ["a/b~": 1], to: ["a/b~": 2])
    #expect(changes.map(\.json.text) == [#"{"op":"replace","path":"/a~1b~0","value":2}"#])
  }
}

/// The changes from the JSON of one value to that of another.
func jsonPatch(from old: Any, to new: Any, as form: JSONForm = .plain) -> [JSONChange] {
  var changes: [JSONChange] = []
  forEachChange(from: old, to: new) { changes.append(JSONChange($0, as: form)) }
  return changes
}

extension JSON {
  /// The document after a change, as RFC 6902 has it.
  fileprivate func applying(_ change: JSONChange) throws -> JSON {
    try applying(Self.names(change.path)[...], change.value, isAdding: change.operation == .add)
  }

  private static func names(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  private func applying(_ path: ArraySlice<String>, _ value: JSON?, isAdding: Bool) throws -> JSON {
    guard let name = path.first else { return try #require(value) }
    let isLast = path.count == 1
    switch self {
    case .object(var members):
      let index = members.firstIndex { $0.name == name }
      if isLast, isAdding {
        if let index { members.remove(at: index) }
        members.append((name, try #require(value)))
      } else if isLast, value == nil {
        members.remove(at: try #require(index))
      } else {
        let index = try #require(index)
        members[index].value = try members[index].value.applying(path.dropFirst(), value, isAdding: isAdding)
      }
      return .object(members)
    case .array(var elements):
      let index = try #require(Int(name))
      try #require(elements.indices.contains(index) || isLast && isAdding && index == elements.count)
      if isLast, isAdding {
        elements.insert(try #require(value), at: index)
      } else if isLast, value == nil {
        elements.remove(at: index)
      } else {
        elements[index] = try elements[index].applying(path.dropFirst(), value, isAdding: isAdding)
      }
      return .array(elements)
    default: throw CancellationError()
    }
  }

  /// The same with the members of objects in the order of their names, which says nothing.
  fileprivate var sorted: JSON {
    switch self {
    case .object(let members):
      .object(members.map { ($0.name, $0.value.sorted) }.sorted { $0.0 < $1.0 })
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}
