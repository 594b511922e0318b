import Core
import Foundation
import Testing

@testable import Values

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
  }

  struct Item: Equatable, Identifiable, ExpressionMembers {
    var id: Int
    var title = ""
    var parts: [Part] = []
    lazy var slow = 1

    static var expressionMemberNames: [String] { ["isLong"] }
    func expressionMember(_: String) -> Any? { title.count > 9 }
  }

  struct Part: Equatable { var weight = 0.5 }

  @Test(arguments: [
    (#"items.allSatisfy(\.isCompleet)"#, 20, "no member 'isCompleet' on MemberCheckTests.Item"),
    (#"items.filter(\.title == "").map(\.parts.wheight).isEmpty"#, 41, "no member 'wheight' on"),
    (#"items.sorted(\.tittle).first?.id == nil"#, 16, "no member 'tittle' on MemberCheckTests.Item"),
    (#"items.contains(where: !\.done && \.isLong)"#, 26, "no member 'done' on MemberCheckTests.Item"),
    (#"items.map(\.parts.filter(\.mass > 1).count).max()"#, 28, "no member 'mass' on MemberCheckTests.Part"),
    (#"items.first(where: \.isLong)?.titel"#, 31, "no member 'titel' on MemberCheckTests.Item"),
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
    "favourite?.description", "favourite?.title.count", "total.title", "effects.count + issues.count", "now",
    #"items.map(\.title.uppercased()).joined(",")"#, "self.items", "items.first?.parts.last?.weight ?? 1",
    #"items.filter(\.parts.contains(where: \.weight > 1))"#, #"[[1]].map(\.count)"#, #"UUID(0).uuidString"#,
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
    #expect(throws: Diagnostic.self) { try expression.check(for: Cart.self, naming: ["effects"]) }
  }

  private func check(_ text: String) throws {
    try Expression(parsing: SourceText(text)).check(for: Cart.self, naming: ["effects", "issues", "now"])
  }
}
