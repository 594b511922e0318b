import Core
import TestSupport
import Testing

@testable import TodoShellValues

/// What an expression remembers of its last evaluation is what it would find again.
struct ExpressionMemoTests {
  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
    var isDone = false
  }

  struct Model: Equatable, Sendable {
    var items: IdentifiedArrayOf<Item> = []
    var plain: [Int] = []
    var limit = 0
    var selected: Int?
    var extra: Item?
    var filter = Filter.all
    var next: Int { limit + 1 }
  }

  enum Filter: Equatable {
    case all
    case tagged(String)
  }

  private static let expressions = [
    "items.count", "items[0].isDone", "items[id: 2].text", "items.filter(\\.isDone).count",
    "items.filter(\\.isDone).isEmpty", "items.contains(where: \\.isDone)", "items.allSatisfy(\\.isDone)",
    "items.count(where: \\.isDone)", "items.filter(\\.id > limit).count", "items.map(\\.text)",
    "items.first(where: \\.isDone)?.text", "items[id: 1]?.isDone", "plain", "plain.count", "plain[limit]",
    "plain.filter(\\.self > 3).count", "plain.contains(2)", "selected == nil || items[id: selected!] != nil",
    "items.filter(!\\.isDone && \\.text != \"\").count == limit",
    "items.filter(\\.isDone).map(\\.id) == [1, 2]", "items.last?.text", "self.limit", "limit + plain.count",
    "items.filter(\\.id > plain.filter(\\.self > limit).count).count", "items[limit].text", "extra?.text",
    "extra!.id",
    "filter == .tagged || selected == 3", "filter == .tagged(\"2\") && limit > 0", "selected.map",
    "items.map(\\.text).contains(\"t7\")", "items.map { $0.id + 1 }.sum()", "items.map(\\.id)[limit]",
    "items.map(\\.text.first!).count", "items.map { $0.isDone ? $0.id : nil }.count",
    "items.map { $0.isDone ? selected : nil }.count", "items.map(\\.id + limit).last",
  ]

  /// The result of an expression that was never evaluated before.
  private func fresh(_ expression: Expression, _ model: Model) throws -> String {
    outcome(try Expression(parsing: expression.source), model, nil)
  }

  private func outcome(
    _ expression: Expression,
    _ model: Model,
    _ memo: ExpressionMemo?,
    stepLimit: Int = ExpressionContext.defaultStepLimit
  ) -> String {
    do throws(Diagnostic) {
      let context = ExpressionContext(model, stepLimit: stepLimit)
      return try expression.evaluate(in: context, memo: memo).formatted { "\($0)" }
    } catch {
      return error.message
    }
  }

  @Test(arguments: 0..<20)
  func rememberedAnswersAreThoseOfAFreshEvaluation(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let expressions = try Self.expressions.map { try Expression(parsing: SourceText($0)) }
    let others = try expressions.map { try Expression(parsing: $0.source) }
    let memos = expressions.map { _ in ExpressionMemo() }
    var versions = [Model()]
    // The last seeds have limits that some of the evaluations reach.
    let limit = seed < 10 ? ExpressionContext.defaultStepLimit : 20 * (Int(seed) - 9)
    for _ in 0..<60 {
      // Neighbours, jumps back and jumps forward.
      var model = versions[
        Bool.random(using: &generator)
          ? versions.count - 1 : .random(in: 0..<versions.count, using: &generator)
      ]
      change(&model, using: &generator)
      versions.append(model)
      for ((expression, other), memo) in zip(zip(expressions, others), memos) {
        let known = outcome(expression, model, memo, stepLimit: limit)
        #expect(
          known == outcome(other, model, nil, stepLimit: limit),
          "\(expression), at most \(limit) steps"
        )
      }
    }
    #expect(memos.map(\.hits).reduce(0, +) > 0)
  }

  private func change(_ model: inout Model, using generator: inout SeededGenerator) {
    let id = Int.random(in: 0..<60, using: &generator)
    switch Int.random(in: 0..<11, using: &generator) {
    case 9: model.extra = Bool.random(using: &generator) ? Item(id: id) : nil
    case 10: model.filter = Bool.random(using: &generator) ? .tagged("\(id % 3)") : .all
    case 0, 1, 2: model.items.updateOrAppend(Item(id: id, text: id.isMultiple(of: 3) ? "" : "t\(id)"))
    case 3, 4: model.items[id: id]?.isDone.toggle()
    case 5: model.items.remove(id: id)
    case 6: model.plain.append(id)
    case 7: model.limit = Int.random(in: 0..<4, using: &generator)
    default: model.selected = Bool.random(using: &generator) ? id : nil
    }
  }

  @Test(
    arguments: ["items.filter(\\.isDone).count", "items.map(\\.isDone).filter { $0 }.count"],
    [300, 1_000, 10_000]
  )
  func anElementIsEvaluatedOnceForEachChange(text: String, count: Int) throws {
    let expression = try Expression(parsing: SourceText(text))
    let memo = ExpressionMemo()
    var model = Model()
    for id in 0..<count { model.items.append(Item(id: id)) }
    func ask() throws -> Int? {
      try expression.evaluate(in: ExpressionContext(model), memo: memo).wrapped as? Int
    }
    #expect(try ask() == 0)
    #expect(memo.elementsVisited == count)
    for id in 0..<100 {
      model.items[id: id]?.isDone = true
      #expect(try ask() == id + 1)
      model.limit += 1
      #expect(try ask() == id + 1)
    }
    #expect(memo.elementsVisited == count + 100, "not the leaf that it lies in, and not as it was before")
    model.items.remove(id: 50)
    #expect(try ask() == 99)
    #expect(memo.elementsVisited == count + 100, "what it came to for an element that is gone is known")
  }

  /// A method that does not reach an element does not evaluate its condition, whatever is remembered.
  @Test(arguments: [
    "items.contains(where: \\.text.first! == \"t\")", "items.allSatisfy(\\.text.first! != \"t\")",
    "items.filter(\\.text.first! == \"t\").isEmpty", "items.count(where: 6 / \\.id > 1)",
    "items.first(where: \\.text.first! == \"t\")?.id",
  ])
  func aConditionWithoutAValueIsReachedAsInAFreshEvaluation(text: String) throws {
    let expression = try Expression(parsing: SourceText(text))
    let memo = ExpressionMemo()
    var model = Model()
    for id in [1, 0, 2, 3, 4, 5, 1] {
      for _ in 0..<2 {
        #expect(
          outcome(expression, model, memo) == (try fresh(expression, model)),
          "\(model.items.count) items"
        )
      }
      if model.items[id: id] != nil { model.items.remove(id: id) }
      model.items.insert(Item(id: id, text: id % 2 == 0 ? "" : "t"), at: id / 2)
    }
  }

  struct Counted: ExpressionMembers {
    var stored = 0
    var asked = Counter()

    final class Counter: @unchecked Sendable {
      // Unchecked: used by one thread.
      var count = 0
    }

    static let expressionMemberNames = ["computed"]

    func expressionMember(_: String) -> Any? {
      asked.count += 1
      return stored % 2
    }
  }

  @Test func aComputedMemberIsNotReadAgainForTheSameValue() throws {
    let expression = try Expression(parsing: SourceText("computed == 1 && computed < 2"))
    let memo = ExpressionMemo()
    var root = Counted()
    for (value, asked) in [(0, 1), (0, 1), (1, 3), (1, 3), (2, 4)] {
      root.stored = value
      #expect(try expression.holds(in: ExpressionContext(root), memo: memo) == (value % 2 == 1))
      #expect(root.asked.count == asked)
    }
  }

  @Test func aConditionThatIsNoBoolIsNotReadAgainForItsError() throws {
    let expression = try Expression(parsing: SourceText("computed"))
    let memo = ExpressionMemo()
    let root = Counted()
    for _ in 0..<3 {
      let failure = diagnostic(of: try expression.holds(in: ExpressionContext(root), memo: memo))
      #expect(failure?.message == "`computed` is Int, not Bool")
      #expect(root.asked.count == 1)
    }
  }

  struct Holder {
    let object: Counted.Counter
    let byName: [String: Counted.Counter]
    let list: [Counted.Counter]
    let pair: (Int, Counted.Counter)
    let anything: Any
  }

  @Test(arguments: [
    "object.count", #"byName["a"].count"#, "list[0].count", "pair.1.count", "anything.count",
    "(list.first ?? object).count", #"list.map(\.count).first"#, #"list.filter(\.count > 0).count"#,
    #"list.first(where: \.count >= 0)!.count"#, #"byName.map(\.value.count).first"#,
  ])
  func membersOfObjectsAreNotRemembered(text: String) throws {
    let expression = try Expression(parsing: SourceText(text))
    let memo = ExpressionMemo()
    let object = Counted.Counter()
    let root = Holder(
      object: object,
      byName: ["a": object],
      list: [object],
      pair: (0, object),
      anything: object
    )
    for count in 0..<2 {
      object.count = count
      #expect(try expression.evaluate(in: ExpressionContext(root), memo: memo).wrapped as? Int == count)
    }
  }

  @Test func oneMemoServesValuesOfSeveralTypes() throws {
    let expression = try Expression(parsing: SourceText("stored + 1"))
    // The same bytes as those of an Int.
    struct Other { var stored = 0.0 }
    let memo = ExpressionMemo()
    for _ in 0..<3 {
      #expect(try expression.evaluate(in: ExpressionContext(Counted()), memo: memo).wrapped as? Int == 1)
      #expect(try expression.evaluate(in: ExpressionContext(Other()), memo: memo).wrapped as? Double == 1)
    }
  }

  @Test func aNameInScopeIsComputedOnlyIfUsedAndOnceForAllElements() throws {
    var model = Model()
    for id in 0..<5 { model.items.append(Item(id: id)) }
    for (text, count) in [("items.filter(\\.id > now).count", 1), ("items.filter(\\.id > limit).count", 0)] {
      var asked = 0
      let context = ExpressionContext(model, names: ["now"]) { name in
        asked += 1
        return name == "now" ? 3 : nil
      }
      _ = try Expression(parsing: SourceText(text)).evaluate(in: context)
      #expect(asked == count, "\(text)")
    }
  }

  @Test func otherNamesInScopeAreNotRemembered() throws {
    let expression = try Expression(parsing: SourceText("plain.count + now"))
    let memo = ExpressionMemo()
    for now in 0..<3 {
      let context = ExpressionContext(Model(), variables: ["now": now])
      #expect(try expression.evaluate(in: context, memo: memo).wrapped as? Int == now)
    }
  }

  @Test func whatChangedElsewhereCostsNothing() throws {
    for text in ["items[id: 500].isDone", "plain.count + 1", "plain[3] == 1"] {
      let expression = try Expression(parsing: SourceText(text))
      let memo = ExpressionMemo()
      var model = Model()
      for id in 0..<1_000 { model.items.append(Item(id: id)) }
      for _ in 0..<100 {
        model.limit += 1
        _ = try? expression.evaluate(in: ExpressionContext(model), memo: memo)
      }
      #expect(memo.hits == 99, "\(text)")
    }
  }

  @Test(
    arguments: [
      (".up", ".up", true), (".up", ".down", false), (".todos", ".todos(.element(id: 1, action: .go))", true),
      (".todos(.element)", ".todos(.element(id: 1, action: .go))", true),
      (".todos(.element(id: 1))", ".todos(.element(id: 1, action: .go))", true),
      (".todos(.element(id: 2))", ".todos(.element(id: 1, action: .go))", false),
      (".todos(.element(action: .go))", ".todos(.element(id: 1, action: .go))", true),
      (".todos(.element(id: _, action: .stop))", ".todos(.element(id: 1, action: .go))", false),
      (".todos(.element(id: _, action: .go))", ".todos(.element(id: 1, action: .go))", true),
      (".todos(_)", ".todos(.element(id: 1, action: .go))", true),
      (".binding(\\.isDone)", "binding", true), (".binding(\\.text)", "binding", false),
      (".binding(.set(\\.isDone, true))", "binding", true),
      (".binding(.set(\\.isDone, false))", "binding", false),
      (".binding(.set(\\.isDone))", "binding", true), (".binding(.toggle)", "binding", false),
    ]
  )
  func patternsMatchActions(pattern: String, action: String, isMatch: Bool) throws {
    let pattern = try ActionPattern<Probing>(parsing: SourceText(pattern))
    let actions: [String: Probing] = [
      ".up": .up, ".down": .down,
      ".todos(.element(id: 1, action: .go))": .todos(.element(id: 1, action: .go)),
      "binding": .binding(.set(\.isDone, true)),
    ]
    #expect(pattern.matches(try #require(actions[action])) == isMatch)
  }

  enum Probing { case up, down, todos(Element), binding(BindingAction<Flags>) }
  enum Element { case element(id: Int, action: Go) }
  enum Go { case go, stop }
  struct Flags {
    var isDone = false
    var text = ""
  }
}
