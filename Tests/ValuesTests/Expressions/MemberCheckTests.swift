import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellValues

/// Members that no value has are found although no value is asked.
struct MemberCheckTests {
  @ObservableState
  struct Cart: Equatable {
    var items: IdentifiedArrayOf<Item> = []
    var favourite: Item?
    var byName: [String: Item] = [:]
    var tags: Set<String> = []
    @Shared(.inMemory("memberCheckTotal")) var total = Item(id: 0)
    var anything: AnyHashable = 1

    var longItems: [Item] { items.filter { $0.title.count > 9 } }
    var cheapest: Item? { items.min { $0.parts.count < $1.parts.count } }
    var `default`: Int {
      get { items.count }
      set { items.removeFirst(items.count - newValue) }
    }
    // These cannot be read through key paths.
    var checked: Int { get throws { items.count } }
    var counted: Int { mutating get { items.count } }
    @MainActor var shown: Int { items.count }
  }

  /// Expressions can name the computed properties that the macro lists, without further declarations.
  @Test func computedPropertiesAreMembers() throws {
    var cart = Cart()
    cart.items = [Item(id: 1, title: "A long title"), Item(id: 2)]
    #expect(try evaluate("longItems.map(\\.id)", in: cart).formatted() == "[1]")
    #expect(try evaluate("cheapest?.id ?? 0", in: cart).formatted() == "1")
    #expect(try evaluate("default + 1", in: cart).formatted() == "3")
    #expect(!String(customDumping: cart).contains("longItems"))
    for name in ["checked", "counted", "shown"] {
      let error = diagnostic(of: try evaluate(name, in: cart))
      #expect(error?.message.hasPrefix("cannot find '\(name)'") == true)
    }
    let offered = ExpressionCompletion.candidates(for: "longI", in: ExpressionContext(cart))
    #expect(offered.completions.map(\.text) == ["longItems"])
  }

  struct Item: Equatable, Identifiable, ExpressionMembers {
    var id: Int
    var title = ""
    var parts: [Part] = []
    var key = UUID(0)
    var made = Date(timeIntervalSinceReferenceDate: 0)
    var kind = Kind.new
    var wait = Duration.zero
    var isDone = false
    lazy var slow = 1

    static var expressionMemberNames: [String] { ["isLong"] }
    func expressionMember(_: String) -> Any? { title.count > 9 }
  }

  enum Kind: Equatable {
    case new
    case used(by: String)
  }

  struct Part: Equatable { var weight = 0.5 }

  @Test(arguments: [
    (#"items.allSatisfy(\.isCompleet)"#, 20, "no member 'isCompleet' on MemberCheckTests.Item"),
    (#"items.filter(\.title == "").map(\.parts.wheight).isEmpty"#, 41, "no member 'wheight' on"),
    (#"items.sorted(\.tittle).first?.id == nil"#, 16, "no member 'tittle' on MemberCheckTests.Item"),
    (#"items.contains(where: !\.finished && \.isLong)"#, 26, "no member 'finished' on MemberCheckTests.Item"),
    (#"items.map(\.parts.filter(\.mass > 1).count).max()"#, 28, "no member 'mass' on MemberCheckTests.Part"),
    (#"items.first(where: \.isLong)?.titel"#, 31, "no member 'titel' on MemberCheckTests.Item"),
    ("longItems.first?.titel", 18, "no member 'titel' on MemberCheckTests.Item"),
    ("cheapest!.titel", 11, "no member 'titel' on MemberCheckTests.Item"),
    ("items.first?.titel", 14, "no member 'titel' on MemberCheckTests.Item"),
    ("items[3].titel", 10, "no member 'titel' on MemberCheckTests.Item"),
    ("items[id: 3]?.titel", 15, "no member 'titel' on MemberCheckTests.Item"),
    ("favourite!.titel", 12, "no member 'titel' on MemberCheckTests.Item"),
    ("false && favourite?.titel == nil", 21, "no member 'titel' on MemberCheckTests.Item"),
    ("total.titel", 7, "no member 'titel' on MemberCheckTests.Item"),
    ("items.cuont", 7, "no member 'cuont' on IdentifiedArray"),
    ("tags.first", 6, "no member 'first' on Set"),
    ("byName.first", 8, "no member 'first' on [String: MemberCheckTests.Item]"),
    ("[items.cuont]", 8, "no member 'cuont' on IdentifiedArray"),
    ("self.itemz", 6, "no member 'itemz' on MemberCheckTests.Cart"),
    ("itemz.count", 1, "cannot find 'itemz' in MemberCheckTests.Cart"),
    ("favourite?.description", 12, "no member 'description' on MemberCheckTests.Item"),
    (#"items.allSatisfy(\.title.lenght > 3)"#, 26, "no member 'lenght' on String"),
    (#"items.allSatisfy(\.id.count > 3)"#, 23, "no member 'count' on Int"),
    (#"items.allSatisfy(\.parts.first!.weight.size > 3)"#, 40, "no member 'size' on Double"),
    (#"items.allSatisfy(\.key.uuid.uid == 1)"#, 24, "no member 'uuid' on UUID"),
    (#"items.allSatisfy(\.made.day == 1)"#, 25, "no member 'day' on Date"),
    (#"items.allSatisfy(\.kind.nwe == nil)"#, 25, "no member 'nwe' on MemberCheckTests.Kind"),
    (#"items.allSatisfy(\.title > 3)"#, 18, #"cannot compare `\.title` (String) with Int"#),
    (#"items.allSatisfy(\.title == 3)"#, 18, #"cannot compare `\.title` (String) with Int"#),
    (#"items.allSatisfy(\.id == "1")"#, 18, #"cannot compare `\.id` (Int) with String"#),
    (#"items.allSatisfy(\.key == true)"#, 18, #"cannot compare `\.key` (UUID) with Bool"#),
    (#"items.allSatisfy(\.made > "today")"#, 18, #"cannot compare `\.made` (Date) with String"#),
    (#"items.allSatisfy(\.kind == .nwe)"#, 28, "unknown case '.nwe' of MemberCheckTests.Kind"),
    (#"items.allSatisfy(\.id == .one)"#, 26, "cannot compare Int with the case .one"),
    (#"items.allSatisfy(\.kind < .new)"#, 18, "values of MemberCheckTests.Kind have no order"),
    (#"items.allSatisfy(\.isDone + 1 == "x")"#, 18, "cannot apply '+' to Bool and Int"),
    (#"items.allSatisfy(\.wait < 3)"#, 18, #"cannot compare `\.wait` (Duration) with Int"#),
    (#"items.allSatisfy(\.wait < .seconsd(3))"#, 27, "expected Duration, found the case .seconsd"),
    (#"items.allSatisfy(\.wait < Duration.seconsd(3))"#, 27, "no static member 'seconsd' on Duration"),
    (#"items.allSatisfy(\.wait * \.wait == 1s)"#, 18, "cannot apply '*' to Duration and Duration"),
    (#"items.allSatisfy(-\.title == "")"#, 19, #"cannot negate `\.title` (String)"#),
    (#"items.allSatisfy(\.title)"#, 18, #"`\.title` is String, not Bool"#),
    (#"items.allSatisfy(!\.id)"#, 19, #"`\.id` is Int, not Bool"#),
    (#"items.allSatisfy(\.isDone && \.id)"#, 30, #"`\.id` is Int, not Bool"#),
    (#"items.allSatisfy(\.title.hasPrefix(3))"#, 36, "'hasPrefix' expects a String; `3` is Int"),
    (#"items.map(\.id).contains("a")"#, 26, "cannot compare elements of type Int with String"),
    (#"items.map(\.id).joined() == """#, 1, "only strings can be joined; an element is Int"),
    (#"items.map(\.isDone).max() == nil"#, 1, "values of Bool have no order"),
    (#"items.sorted(\.kind).isEmpty"#, 1, "values of MemberCheckTests.Kind have no order"),
    (#"items.map(\.id).prefix("a").isEmpty"#, 24, "'prefix' expects a non-negative number"),
    (#"items.map(\.parts["a"]).isEmpty"#, 19, #"`"a"` is String; an index must be an Int"#),
    (#"items.map(\.id[0]).isEmpty"#, 11, #"`\.id` is Int, which has no elements"#),
    (#"items.map(\.id) == ["a"]"#, 1, #"cannot compare `items.map(\.id)` ([Int]) with [String]"#),
    (#"byName.keys.contains(1)"#, 22, "cannot compare elements of type String with Int"),
    (#"byName["a"]?.titel"#, 14, "no member 'titel' on MemberCheckTests.Item"),
    (#"byName.contains(where: \.value.titel == "")"#, 32, "no member 'titel' on MemberCheckTests.Item"),
    ("items.isEmpty || items.frobnicate() > 3", 24, "no method 'frobnicate' on IdentifiedArray"),
    ("items.isEmpty || anything.frobnicate() > 3", 27, "no method 'frobnicate'"),
    (#"items.allSatisfy(\.title.frobnicate())"#, 26, "no method 'frobnicate' on String"),
    (#"items.allSatisfy(\.id.description.count() > 3)"#, 35, "no method 'count' on String"),
    (#"items.filter().isEmpty"#, 1, "'filter' needs an argument"),
    (#"items.filter(by: \.isDone).isEmpty"#, 18, "wrong argument label in 'filter'"),
    (#"items.isEmpty || frobnicate(1) == 2"#, 18, "unknown function 'frobnicate'"),
    ("now.seconds > 3", 5, "no member 'seconds' on Duration"),
    (#"["a": 1].prefix(1).keys.count == 1"#, 20, "no member 'keys' on [(key: String, value: Int)]"),
    (#"["a": 1].drop(while: { $0.value < 2 })["b"] == 2"#, 40, #"`"b"` is String; an index must be an Int"#),
    ("Set([1, 2]).prefix(1).union([3]).count == 2", 23, "no method 'union' on [Int]"),
    ("(items.first as? Item)!.titel", 25, "no member 'titel' on MemberCheckTests.Item"),
    ("(items.isEmpty ? nil : items[0])!.titel == 1", 35, "no member 'titel' on MemberCheckTests.Item"),
    (
      #"items.compactMap { $0.isDone ? nil : $0.title }.allSatisfy(\.lenght)"#, 62,
      "no member 'lenght' on String"
    ),
    (
      #"items.map { $0.isDone ? nil : $0.title }.allSatisfy { $0!.frob == 1 }"#, 59,
      "no member 'frob' on String"
    ),
    (#"items.compactMap { $0.isDone ? $0 : nil }.filter(\.frob).isEmpty"#, 52, "no member 'frob' on"),
    (#"items.reduce([]) { $0 + [$1.title] }.allSatisfy(\.frob)"#, 51, "no member 'frob' on String"),
    ("items.reduce(nil) { $0 ?? $1.title }!.frob == 1", 39, "no member 'frob' on String"),
    ("(items.first?.title ?? nil)!.frob == 1", 30, "no member 'frob' on String"),
    ("items.first.map { $0.isDone ? nil : $0 }!.frob == 1", 43, "no member 'frob' on MemberCheckTests.Item"),
    (#"items.flatMap { $0.isDone ? [] : [$0] }.allSatisfy(\.frob)"#, 54, "no member 'frob' on"),
    (
      "Dictionary(grouping: items) { $0.isDone ? nil : $0.id }.values.allSatisfy { $0.frob }", 80, "no member"
    ),
    ("items.map { ($0.id, nil) }.allSatisfy { $0.0.frob }", 46, "no member 'frob' on Int"),
    (#"["x": nil].mapValues { $0 + 1 }.isEmpty"#, 24, "cannot apply '+' to nil and Int"),
    (#"items.map(\.key).contains("x")"#, 27, "cannot compare elements of type UUID with String"),
    (#"items.allSatisfy(\.key == "x")"#, 18, #"cannot compare `\.key` (UUID) with String"#),
    (#"[1, "a"].sorted().isEmpty"#, 1, "cannot compare String and Int"),
    (#"[1, "a"].contains(2)"#, 19, "cannot compare elements of type String with Int"),
    ("(1...).contains(5)", 1, "a one-sided range can only be an index"),
    ("items.map { (x: Int) in x }.isEmpty", 15, "a parameter of a closure has no type"),
    ("items.reduce(0, 5) == 1", 17, "`5` does not depend on the element"),
    (#"String(["ab", "c"]) == """#, 8, "'String' expects a list of characters"),
    (#"Int("f", base: 16) == 15"#, 1, "Int cannot be made from this"),
  ])
  func isFound(text: String, column: Int, message: String) throws {
    let error = try #require(throws: Diagnostic.self) { try check(text) }
    #expect(error.location.column == column, "\(error)")
    #expect(error.message.hasPrefix(message), "\(error)")
    #expect(!error.concernsMissingValue)
  }

  @Test(arguments: [
    #"items.allSatisfy(\.isLong && \.title == "" && \.slow == 1 && \.id > 0)"#,
    #"items.map(\.parts).first?.first?.weight"#, #"items.map(\.parts[0].weight).max()"#,
    "items.ids.first", "items.count + tags.count + byName.keys.count", #"byName["a"]?.title"#,
    #"byName.filter(\.value.title == "").values"#, "anything.whatever", "anything.first.whatever",
    "favourite?.title.count", "total.title", "effects.count + issues.count", "now",
    #"items.map(\.title.uppercased()).joined(",")"#, "self.items", "items.first?.parts.last?.weight ?? 1",
    #"items.filter(\.parts.contains(where: \.weight > 1))"#, #"[[1]].map(\.count)"#, #"UUID(0).uuidString"#,
    #"items.allSatisfy(\.kind == .new || \.kind == .used(by: "") || \.kind.used == "a")"#,
    #"items.allSatisfy(\.wait < .seconds(1) && \.wait + .milliseconds(5) != Duration.zero)"#,
    #"items.allSatisfy(\.made + 1d > Date("2001-01-01") && \.made - \.made < 1s)"#,
    #"items.allSatisfy(\.key == "00000000-0000-0000-0000-000000000000")"#,
    #"items.map(\.parts.first?.weight ?? 0).max() == .infinity"#, #"items.map(\.title).joined().count > 1"#,
    #"items.sorted(\.title).first?.made.description.count == 1"#,
    #"tags.filter(\.self > "a").sorted().first"#,
    #"byName.sorted(\.key).map(\.value.id).max()"#, #"items.map(\.id) + [1] == [1.5]"#,
    #"[items.first?.title, nil].contains("a")"#, #"[[1], ["a"]].map(\.first)"#,
    "favourite == nil && nil == favourite",
    "anything == 1 && anything.contains(2) && anything.hasPrefix(3)", "-items.count + 0.5 == 1",
    #"items.map(\.made.timeIntervalSinceReferenceDate).max()"#, "now == .zero && now > Duration.seconds(1)",
  ])
  func whatMayBeThereIsNot(text: String) throws { try check(text) }

  @Test func whatOnlyAValueTellsIsLeftToIt() throws {
    let expression = try Expression(parsing: SourceText("title.nothing.more"))
    for type in [Int.self, (Int, String).self, Notification.Name.self, Never.self] as [Any.Type] {
      try expression.check(for: type)
    }
  }

  @Test func anExpressionAboutAnEmptyListIsRefused() throws {
    let expression = try Expression(parsing: SourceText(#"items.allSatisfy(\.isCompleet)"#))
    let context = ExpressionContext(Cart())
    #expect((try? expression.holds(in: context)) == nil)
    #expect((try? expression.evaluate(in: context)) == nil)
    let right = try Expression(parsing: SourceText(#"items.allSatisfy(\.isLong)"#))
    #expect(try right.holds(in: context))
  }

  @Test func aCheckWithNamesFindsWhatOneWithoutThemLetsPass() throws {
    let expression = try Expression(parsing: SourceText("items.isEmpty || effetcs.isEmpty"))
    try expression.check(for: Cart.self)
    #expect(throws: Diagnostic.self) { try expression.check(for: Cart.self, naming: ["effects": [Int].self]) }
  }

  private func check(_ text: String) throws {
    let facts: [String: Any.Type] = ["effects": [Int].self, "issues": [String].self, "now": Duration.self]
    try Expression(parsing: SourceText(text)).check(for: Cart.self, naming: facts)
  }
}
