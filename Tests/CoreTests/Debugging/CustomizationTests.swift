import Core
import CustomDump
import Testing

/// Types that have a say in their dump, beside the reference.
struct CustomizationTests {
  @Test func customizedDumpsAreLikeTheReference() {
    let values: [Any] = [
      Described(text: "D"), Described(text: "two\nlines"), Represented(value: "raw"),
      Represented(value: "a\nb"),
      Represented(value: User(name: "r", age: 1)), Represented(value: 1 as Int? as Any),
      Represented(value: nil as Int? as Any), Reflected([]), Reflected([("a", 1)]),
      Reflected([("a", 1), ("b", 2)]),
      Reflected([(nil, 1), (nil, 2)]), Reflected([(nil, 1), (nil, 2)], .collection),
      Reflected([("a", 1)], .tuple),
      Reflected([(nil, 3), (nil, 1)], .set), Reflected([(nil, ("z", 1)), (nil, ("b", 2))], .dictionary),
      PlainDescription(), DebugDescription(), StandardMirror(), Observed(),
    ]
    for value in values where !(value is Observed) {
      expectSameDump(value)
      expectSameDump(Box(value: value))
      expectSameDump([value])
      expectSameDump(["k": value])
      expectSameDump(Two(a: value, b: 1))
    }
  }

  @Test func customizedDiffsAreLikeTheReference() {
    expectSameDiff(Described(text: "a"), Described(text: "b"))
    expectSameDiff(Described(text: "a"), Described(text: ""))
    expectSameDiff(Two(a: Described(text: "a"), b: 1), Two(a: Described(text: "b"), b: 1))
    expectSameDiff(Represented(value: 1), Represented(value: 2))
    expectSameDiff(Represented(value: User(name: "a", age: 1)), Represented(value: User(name: "b", age: 1)))
    expectSameDiff(Represented(value: 1), Represented(value: "a"))
    expectSameDiff(Represented(value: "a\nb"), Represented(value: "a\nc"))
    expectSameDiff(Two(a: Represented(value: "a\nb"), b: 1), Two(a: Represented(value: "a\nc"), b: 1))
    expectSameDiff(Represented(value: 1) as Any, 2 as Any)
    expectSameDiff(Represented(value: 1) as Any, 1 as Any)
    expectSameDiff(Reflected([("a", 1), ("b", 2)]), Reflected([("a", 1), ("c", 2)]))
    expectSameDiff(Reflected([("a", 1), ("b", 2), ("c", 3)]), Reflected([("a", 1), ("c", 3)]))
    expectSameDiff(Reflected([("a", 1), ("b", 2), ("c", 3)]), Reflected([("a", 1), ("x", 2), ("c", 4)]))
    expectSameDiff(Reflected([]), Reflected([("a", 1), ("b", 2)]))
    expectSameDiff(Reflected([("a", 1)]), Reflected([("a", 1), ("b", 2)]))
    expectSameDiff(Hidden(secret: 1), Hidden(secret: 2))
    expectSameDiff(Two(a: Hidden(secret: 1), b: 1), Two(a: Hidden(secret: 2), b: 1))
    expectSameDiff(Box(value: Hidden(secret: 1)), Box(value: Hidden(secret: 2)))
  }

  @Test func observedPropertiesHaveTheNamesTheirAuthorGaveThem() {
    #expect(
      String(coreDump: Observed()) == """
        Observed(
          isComplete: false,
          title: "Milk",
          ignored: 1
        )
        """
    )
    #expect(
      Core.diff(Observed(), Observed(_isComplete: true)) == """
          Observed(
        -   isComplete: false,
        +   isComplete: true,
            title: "Milk",
            ignored: 1
          )
        """
    )
  }

  @Test func anUnderscoreOfTheAuthorsStays() {
    struct Plain { var _private = 1 }
    #expect(String(coreDump: Plain()).hasSuffix("Plain(_private: 1)"))
  }

  @Test func describedFieldsNeedNoReflection() {
    let old = Fields(_isComplete: false, title: "Milk")
    let new = Fields(_isComplete: true, title: "Milk")
    #expect(
      String(coreDump: old) == """
        Fields(
          isComplete: false,
          title: "Milk"
        )
        """
    )
    #expect(
      Core.diff(old, new) == """
          Fields(
        -   isComplete: false,
        +   isComplete: true,
            title: "Milk"
          )
        """
    )
    #expect(Core.diff(old, old) == nil)
    #expect(Core.diff([old, old], [old, new])?.contains("[0]: Fields(…)") == true)
  }

  @Test func keyPathsHaveNamesAndNoAddresses() {
    #expect(String(coreDump: \User.name) == "\\.name")
    #expect(String(coreDump: \Two<User, Int>.a.name) == "\\.a.name")
    #expect(String(coreDump: \User.self) == "\\.self")
    #expect(String(coreDump: \Fields.isComplete) == "\\.isComplete")
    #expect(String(coreDump: \Observed.isComplete) == "\\Observed.<Bool>")
    #expect(String(coreDump: \User.name.count) == "\\User.name.<Int>")
    #expect(!String(coreDump: \[Int][0]).contains("0x"))
  }
}

struct Described: Core.CustomDumpStringConvertible, CustomDump.CustomDumpStringConvertible {
  var text: String
  var other = 1
  var customDumpDescription: String { text }
}

struct Represented: Core.CustomDumpRepresentable, CustomDump.CustomDumpRepresentable {
  var value: Any
  var customDumpValue: Any { value }
}

struct Reflected: Core.CustomDumpReflectable, CustomDump.CustomDumpReflectable {
  var fields: [(String?, Any)]
  var style: Mirror.DisplayStyle

  init(_ fields: [(String?, Any)], _ style: Mirror.DisplayStyle = .struct) {
    self.fields = fields
    self.style = style
  }

  var customDumpMirror: Mirror {
    Mirror(self, children: fields.map { (label: $0.0, value: $0.1) }, displayStyle: style)
  }
}

struct Hidden: Equatable, Core.CustomDumpReflectable, CustomDump.CustomDumpReflectable {
  var shown = 1
  var secret: Int
  var customDumpMirror: Mirror { Mirror(self, children: ["shown": shown], displayStyle: .struct) }
}

struct PlainDescription: CustomStringConvertible {
  var x = 1
  var description: String { "described" }
}

struct DebugDescription: CustomDebugStringConvertible {
  var x = 1
  var debugDescription: String { "described" }
}

struct StandardMirror: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["q": 3], displayStyle: .struct) }
}

/// What an observation macro makes of a struct.
struct Observed {
  var _isComplete = false
  var _title = "Milk"
  var ignored = 1
  var _$observationRegistrar = Empty()

  var isComplete: Bool {
    get { _isComplete }
    set { _isComplete = newValue }
  }
}

struct Fields: DumpFieldsProviding {
  var _isComplete: Bool
  var title: String

  var isComplete: Bool {
    get { _isComplete }
    set { _isComplete = newValue }
  }

  static var dumpFields: [DumpField<Fields>] {
    [DumpField("isComplete", \.isComplete) { $0._isComplete }, DumpField("title", \.title)]
  }
}
