import Core
import Foundation
import Testing

@testable import TodoShellValues

/// The members of a value by page.
struct ValueOutlineTests {
  private enum Sheet: Equatable {
    case closed
    case note(String)
    case pair(first: Int, second: Int)
  }

  private struct Inner: Equatable {
    var isOn = true
    var names: [String] = []
  }

  private struct Whole: Equatable {
    var title = "A\u{1B}[2J"
    var inner = Inner()
    var list = [10, 20, 30]
    var lookup = ["b": 2, "a": 1]
    var tags: Set = ["y", "x"]
    var sheet = Sheet.pair(first: 1, second: 2)
    var missing: Int?
    var bytes = Data([1, 2])
  }

  private func rows(_ value: Any?, at path: String = "", _ page: Range<Int> = 0..<100) -> [String] {
    ValueOutline(of: value, at: path, page: page).members.map { member in
      "\(member.name) \(member.path ?? "-") \(member.type) \(member.text) \(member.count)"
    }
  }

  @Test func listsPropertiesWithPathTypeTextAndHowManyMembersTheyHave() {
    #expect(
      rows(Whole()).map { $0.replacing("ValueOutlineTests.", with: "") } == [
        #"title title String "A\u{1B}[2J" 0"#,
        "inner inner Inner (isOn: true, names: []) 2",
        "list list [Int] 3 elements 3",
        "lookup lookup [String: Int] 2 entries 2",
        "tags tags Set 2 elements 2",
        "sheet sheet Sheet .pair(first: 1, second: 2) 1",
        "missing missing nil nil 0",
        #"bytes bytes Data Data(base64Encoded: "AQI=") 0"#,
      ]
    )
  }

  @Test func namesElementsByTheirPlacesAndEntriesByTheirKeys() {
    #expect(rows([10, 20], at: "list") == ["[0] list[0] Int 10 0", "[1] list[1] Int 20 0"])
    #expect(
      rows(["b": 2, "a": 1], at: "d") == [#"["a"] d["a"] Int 1 0"#, #"["b"] d["b"] Int 2 0"#]
    )
    #expect(rows(Set(["y", "x"]), at: "s") == [#"0 - String "x" 0"#, #"1 - String "y" 0"#])
    #expect(rows([1]) == ["[0] self[0] Int 1 0"], "the whole state")
  }

  @Test func showsThePayloadOfTheCaseThatAnEnumIsIn() {
    #expect(rows(Sheet.note("n"), at: "sheet") == [#"note sheet.note String "n" 0"#])
    #expect(rows(Sheet.closed, at: "sheet").isEmpty)
    #expect(rows(nil, at: "missing").isEmpty)
  }

  /// An array that counts how often its elements are read.
  private struct Watched: RandomAccessCollection {
    final class Counter { var reads = 0 }
    let counter = Counter()
    let endIndex: Int
    var startIndex: Int { 0 }

    subscript(position: Int) -> Int {
      counter.reads += 1
      return position
    }
  }

  @Test(arguments: [100, 100_000]) func looksAtNothingButThePage(count: Int) {
    let list = Watched(endIndex: count)
    let outline = ValueOutline(of: list, at: "list", page: 40..<90)
    #expect(outline.count == count)
    #expect(outline.members.map(\.text) == (40..<90).map(String.init))
    #expect(list.counter.reads == 50)
  }

  @Test func aPageBeyondTheEndIsEmpty() {
    #expect(rows([1, 2], at: "l", 5..<10).isEmpty)
    #expect(rows([1, 2], at: "l", 1..<Int.max) == ["[1] l[1] Int 2 0"])
  }

  @Test func eachPathComesToItsMember() throws {
    let value = Whole()
    let context = ExpressionContext(value)
    var pending = [(path: "", value: value as Any)]
    var looked = 0
    while let next = pending.popLast() {
      for member in ValueOutline(of: next.value, at: next.path, page: 0..<100).members {
        guard let path = member.path else { continue }
        looked += 1
        let found = try Expression(parsing: SourceText(path)).evaluate(in: context).wrapped
        #expect(ValueOutline(of: found, at: path, page: 0..<1).count == member.count, "\(path)")
        if let found { pending.append((path, found)) }
      }
    }
    #expect(looked > 12)
  }
}
