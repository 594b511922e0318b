import Testing

@testable import TodoShellShapes

/// What is known of types, by all threads, and how their values are read and made.
struct ShapeTests {
  struct Plain {
    var number = 1
    var text = "a"
    var maybe: Int? = 3
    var any: any Sendable = 4
    var pair = (1, label: "q")
  }

  final class Object {}

  struct Weak {
    weak var object: Object?
    var number = 1
  }

  struct Unowned {
    unowned let object: Object
  }

  struct Unmanaged {
    unowned(unsafe) let object: Object
  }

  struct Strong {
    let object: Object
    let maybe: Object?
    let closure: () -> Void
  }

  enum Cases {
    case none
    case number(Int)
    case pair(String, flag: Bool)
    case labelled(x: Int)
    case void(Void)
    case list([Int])
    indirect case deep(Cases)
  }

  @Test func partsAreReadInPlace() throws {
    let record = try #require(Shape.of(Plain.self).record)
    #expect(record.parts.map(\.label) == ["number", "text", "maybe", "any", "pair"])
    let values = withAddress(of: Plain()) { whole in record.parts.map { "\($0.value(in: whole))" } }
    #expect(values == ["1", "a", "Optional(3)", "4", #"(1, label: "q")"#])
    let shapes = record.parts.map(\.shape.kind)
    #expect(shapes == [.scalar, .text, .optional, .opaque, .record])
  }

  @Test func aPropertyThatRetainsNothingIsLeftToReflection() {
    for type in [Weak.self, Unowned.self, Unmanaged.self] as [Any.Type] {
      #expect(Shape.of(type).record == nil, "\(type)")
      #expect(Shape.of(type).kind == .opaque, "\(type)")
    }
  }

  @Test func aPropertyThatRetainsAnObjectIsReadInPlace() throws {
    #expect(try #require(Shape.of(Strong.self).record).parts.map(\.label) == ["object", "maybe", "closure"])
    #expect(Shape.of(Strong.self).properties.map(\.path) == [\Strong.object, \Strong.maybe])
  }

  @Test func payloadsAreReadInPlace() throws {
    let cases: [(Cases, name: String, payload: [String])] = [
      (.none, "none", []), (.number(4), "number", ["4"]), (.pair("s", flag: true), "pair", ["s", "true"]),
      (.labelled(x: 5), "labelled", ["5"]), (.void(()), "void", ["()"]), (.list([1, 2]), "list", ["[1, 2]"]),
    ]
    for (value, name, payload) in cases {
      #expect(Choice.caseName(of: value) == name)
      #expect(Choice.payload(of: value).map { "\($0.value)" } == payload, "\(name)")
    }
    let inner = try #require(Choice.payload(of: Cases.deep(.deep(.number(9)))).first?.value)
    #expect(Choice.payload(of: Choice.payload(of: inner)[0].value)[0].value as? Int == 9)
    #expect(Choice.payload(of: Cases.pair("s", flag: true)).map(\.label) == [nil, "flag"])
  }

  @Test func valuesAreMadeOfTheirParts() throws {
    let record = try #require(Shape.of(Plain.self).memberwise)
    let made = record.make([7, "b", Int?.none as Any, "x", (2, label: "r")])
    let plain = try #require(made as? Plain)
    #expect(plain.number == 7 && plain.text == "b" && plain.maybe == nil && plain.pair == (2, "r"))
    #expect(record.make([7, 8, 9, 10, 11]) == nil, "a part has another type")
  }

  @Test func everyTypeHasOneShape() {
    #expect(Shape.of(Plain.self) === Shape.of(value: Plain()))
    let sendable: any Sendable = 4
    #expect(Shape.of(value: sendable) === Shape.of(Int.self))
  }

  @Test func threadsThatMeetATypeAtOnceKnowTheSameOfIt() async {
    await compareShapes(of: Layer(content: 0), deeper: 60)
  }

  /// Compares what several tasks find out of a type that none of them has met, then goes on with another such type.
  private func compareShapes(of value: some Sendable, deeper depth: Int) async {
    let shapes = await withTaskGroup(of: Shape.self) { group in
      for _ in 0..<4 { group.addTask { Shape.of(value: value) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(shapes.allSatisfy { $0 === shapes[0] && $0.kind == .record && $0.record?.parts.count == 1 })
    if depth > 0 { await compareShapes(of: Layer(content: value), deeper: depth - 1) }
  }
}

private struct Layer<Content: Sendable>: Sendable {
  let content: Content
}
