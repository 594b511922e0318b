import Testing

@testable import TodoShellShapes

struct PeekTests {
  private struct Plain {
    var text = "a"
    var number: Int? = 2
    var any: Any = 3
    var list = [1, 2]
  }

  private enum Cases {
    case empty
    case number(Int)
    case pair(String, Int)
  }

  private static let longText = "a text that is too long to be stored in place"

  @Test func partsAreReadWhereTheyAre() throws {
    try withUnsafePointer(to: Plain()) { plain in
      let peek = Peek(at: plain, .of(Plain.self))
      let parts = try #require(peek.shape.record).parts.map { peek.part($0) }
      let memory = UnsafeRawPointer(plain)..<UnsafeRawPointer(plain + 1)
      #expect(parts.count == 4 && parts.allSatisfy { memory.contains($0.address) })
      #expect(parts[0].text == "a" && parts[2].opened.text == "3")
      #expect(try #require(parts[1].wrapped).address == parts[1].address)
      #expect(parts[3].count == 2 && parts[3].element(at: 1)?.value as? Int == 2)
      #expect(parts[3].element(at: 2) == nil)
    }
  }

  @Test func payloadsAreRead() {
    #expect(Peek(Cases.empty).current?.payload == nil)
    #expect(Peek(Cases.number(7)).current?.payload?.value as? Int == 7)
    let pair = Peek(Cases.pair(Self.longText, 1)).current
    #expect(pair?.element.name == "pair")
    #expect(pair?.payload?.value as? (String, Int) ?? ("", 0) == (Self.longText, 1))
  }

  @Test func aComputedValueLivesAsLongAsTheLastPeekIntoIt() {
    func word() -> Peek? { Peek([["a"], ["b", Self.longText + "!"]]).element(at: 1)?.element(at: 1) }
    #expect(word()?.text == Self.longText + "!")
  }

  @Test func representationsAreRead() {
    struct Wrapper: CustomDumpRepresentable {
      var customDumpValue: Any { 5 }
    }
    #expect(Peek(Wrapper()).represented?.text == "5")
    #expect(Peek(5).represented == nil)
  }
}
