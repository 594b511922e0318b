import Core
import TestSupport
import Testing

@testable import TodoShellValues

/// An expression has the same value, or error, whether it is compiled for the type of its root or for the values that it meets.
struct DynamicTypeTests {
  @ObservableState
  struct Settings: Equatable {
    var limit = 2
    var ratio = 0.5
    @Shared(value: 3) var shared
  }

  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
    var isDone = false
  }

  enum Filter: Equatable {
    case all
    case tagged(String)
    case since(Int, isStrict: Bool)
    case near(x: Int)
    case near(y: Int)
  }

  struct Model {
    var filter = Filter.tagged("a")
    var other: Filter? = .all
    var noFilter: Filter?
    var near = Filter.near(y: 1)
    var items: IdentifiedArrayOf<Item> = [Item(id: 7, text: "Milk"), Item(id: 9, isDone: true)]
    var plain = [1, 2, 3]
    var none: [Item] = []
    var extra: [Int?] = [nil, 1]
    var settings = Settings()
    var selected: Int?
    var hidden = AnyHashable(Int?.none)
    var slice = [1, 2, 3][1...]
    var nobody: Item?? = .some(nil)
    var nested: Item?? = .some(Item(id: 1, text: "deep"))
    var any: any Equatable = 1
    var title = TextState("title")
    var scores = ["a": 1]
    var range = 0..<Int.max
    var name = "Blob"
    var pair = (1, 2)
  }

  /// The value or the error of an expression that is compiled for a type of root value.
  private func outcome(_ text: String, compiledFor type: Any.Type) -> String {
    do throws(Diagnostic) {
      let expression = try Expression(parsing: SourceText(text))
      let compiler = ExpressionCompiler(root: type, source: expression.source)
      return try Evaluation.run(in: ExpressionContext(Model())) { evaluation in
        let term = try compiler.term(expression.root)
        let value = ExpressionValue(try term.value(in: evaluation).kept)
        return value.formatted { "<\(Swift.type(of: $0)): \($0)>" }
      }
    } catch { return "error: \(error.message)" }
  }

  @Test(arguments: [
    "items.count", "items.isEmpty", "items[0]", "items[1].text", "items[1].isDone && items.count == 2",
    "plain[2] > plain[0]", "plain[2] <= 3", "settings.limit != 2", "settings.ratio >= 0.5", "nested.text",
    "nested?.text == \"deep\"", "!items[0].isDone", "items[1].isDone || nested.text == \"\"",
    "items[0].isDone == true", "items[0].isDone != items[1].isDone", "name < \"Bob\"", "self.plain.count",
    "name", "2.5 > settings.ratio", "settings.limit < plain.count", "scores.count",
    "self.settings", "items[0].isDone && plain[9] == 1", "title", "pair",
    "filter == .tagged", "filter != .tagged", "filter == .all", ".since != filter", "other == .all",
    "other == .all && filter == .since", "near == .near", "items.first", "items.first?.id == 7",
    "items.last!.isDone", "slice.first", "slice.last!", "slice[1]", "extra.last!",
    "plain.last == 3", "plain.first! < plain.last!", "other! == .all",
    "name.count", "selected == nil", "other != nil", "extra.first == nil", "settings.ratio < 1",
    "items.filter(\\.isDone).count", "items.filter(!\\.isDone).isEmpty",
    "items.count(where: \\.text == \"Milk\")",
    "items.contains(where: \\.isDone)", "items.allSatisfy(\\.isDone)",
    "items.filter(\\.id > settings.limit && plain.count == 3).count > 1",
    "items.filter(plain.contains(where: \\.self == 2) && \\.isDone).count",
    "selected", "selected == 1", "nobody == nil", "plain[3]", "plain[-1]", "items[id: 7]", "scores[\"a\"]",
    "scores.keys",
    "any", "title == \"title\"", "settings.shared", "range.count", "name[0]", "pair.0",
    "none.first", "none.last", "none.last!.text",
    "hidden!", "noFilter!", "nobody!", "items.ids",
    "items.filter(true).count", "extra.filter(\\.self == 1).count", "selected ?? 1", "limit", "nil == 1",
    "settings.limit == 2.0", "items[0].isDone < true", "plain == [1, 2, 3]", "name + \"x\"", "items[0, 1]",
    "plain[9] == 1 || items[0].isDone", "range[0]", "items[true]",
    "filter == .tagged(\"a\")", "filter == .none", "filter == .unknown", "noFilter == .all",
    "noFilter == .none",
    "filter < .all", ".all == .all", "limit == .all",
  ])
  func anExpressionMeansTheSameForValuesOfUnknownTypes(text: String) {
    let known = outcome(text, compiledFor: Model.self)
    let unknown = outcome(text, compiledFor: Any.self)
    // A known type reveals that elements have no order even where there are none.
    #expect(known == unknown || known.hasPrefix("error:") && unknown.hasPrefix("error:"))
  }

  struct Described: DumpFieldsProviding {
    var stored = 5
    var shown: Int { 1 }

    static var dumpFields: [DumpField<Self>] { [DumpField("shown", \.shown) { $0.stored }] }
  }

  @Test func aDescribedPropertyIsReadAsItsDescriptionReadsIt() throws {
    let expression = try Expression(parsing: SourceText("shown"))
    for _ in 0..<3 {
      #expect(try expression.evaluate(in: ExpressionContext(Described())).wrapped as? Int == 5)
    }
  }

  @Test func anExpressionIsEvaluatedForValuesOfSeveralTypes() throws {
    let expression = try Expression(parsing: SourceText("name"))
    for _ in 0..<3 {
      for root: Any in [Model(), ExpressionFixtures.World()] {
        #expect(
          try expression.evaluate(in: ExpressionContext(root)).wrapped as? String == (root as? Model)?.name
            ?? ExpressionFixtures.World().name
        )
      }
    }
  }

  @Test func aConditionThatIsNoBoolIsAnErrorEachTime() throws {
    let expression = try Expression(parsing: SourceText("plain.count"))
    for _ in 0..<3 {
      let failure = diagnostic(of: try expression.holds(in: ExpressionContext(Model())))
      #expect(failure?.message == "`plain.count` is Int, not Bool")
    }
  }
}
