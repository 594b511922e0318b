import Testing

@testable import Commands
@testable import Debugger

@Suite struct NameIndexTests {
  private func place(_ name: String, in index: NameIndex) -> Int? {
    Array(name.utf8).withUnsafeBufferPointer { index.place(of: $0) }
  }

  @Test(arguments: [0, 1, 8, 9, 300])
  func everyNameIsFoundAndNoOther(count: Int) {
    let names = (0..<count).map { "name\($0)" }
    let index = NameIndex(Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) }))
    for (number, name) in names.enumerated() { #expect(place(name, in: index) == number) }
    for other in ["", "n", "name", "name\(count)", "Name0", "name0 "] {
      #expect(place(other, in: index) == nil, "\(other.debugDescription)")
    }
  }

  @Test func aNameThatIsWrittenInOtherScalarsCallsItsCommand() throws {
    let vocabulary = Vocabulary<Int, Int>("Test") {
      Command("caf\u{E9}", summary: "Make coffee") { (_: Interpreter<Int, Int>) in }
    }
    let table = CommandTable([vocabulary.erased], of: FeatureTypes(state: Int.self, action: Int.self))
    for name in ["caf\u{E9}", "cafe\u{301}", "'caf\u{E9}'", "caf"] {
      let word = try #require(try CommandLine.parse(name)?.words.first)
      #expect(table.entry(of: word) != nil, "\(name)")
    }
  }
}
