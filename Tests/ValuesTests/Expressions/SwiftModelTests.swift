import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellValues

/// Random Swift expressions have the values of an independent model, which uses neither our parser nor our
/// types.
struct SwiftModelTests {
  private enum Outcome: Equatable {
    case value(String)
    case missing
    case wrong
  }

  @Test func aRandomExpressionHasTheValueOfItsModel() {
    for seed in 0..<UInt64(rounds(1_000)) {
      var random = RandomSwift(seed: seed)
      let planner = Planner.random(using: &random.generator)
      let depth = 1 + random.below(4)
      switch seed % 8 {
      case 0, 1: check(random.bool(depth), planner, seed)
      case 2: check(random.number(depth), planner, seed)
      case 3: check(random.text(depth), planner, seed)
      case 4: check(random.optionalNumber(depth), planner, seed)
      case 5: check(random.optionalText(depth), planner, seed)
      case 6: check(random.numbers(depth), planner, seed)
      default: check(random.texts(depth), planner, seed)
      }
    }
  }

  private func check<Value>(_ query: RandomSwift.Query<Value>, _ planner: Planner, _ seed: UInt64) {
    var expected: Outcome
    do throws(QueryFailure) {
      let value = try query.body(RandomSwift.Scope(planner: planner))
      expected = .value(ExpressionValue(TodoShellValues.Value(flattening: value)).formatted())
    } catch { expected = error == .missing ? .missing : .wrong }
    var found: Outcome
    var message = ""
    do throws(Diagnostic) {
      found = .value(try evaluate(query.text, in: planner).formatted())
    } catch {
      found = error.concernsMissingValue ? .missing : .wrong
      message = error.message
    }
    #expect(found == expected, "seed \(seed): \(query.text) \(message)")
  }
}

extension Planner {
  static func random(using generator: inout SeededGenerator) -> Planner {
    var planner = Planner()
    func text() -> String { generator.one(of: "Milk", "eggs", "", " a ", "7", "Ça va") }
    planner.todos = []
    for id in (0..<generator.below(5)).shuffled(using: &generator) {
      planner.todos.append(
        Todo(
          id: id,
          title: text(),
          count: generator.below(4),
          isComplete: generator.below(2) == 0,
          note: generator.below(2) == 0 ? nil : text(),
          tags: (0..<generator.below(3)).map { _ in text() }
        )
      )
    }
    planner.favorite = generator.below(2) == 0 ? nil : planner.todos.first
    planner.filter = Filter.allCases[generator.below(3)]
    planner.numbers = (0..<generator.below(5)).map { _ in generator.below(9) - 2 }
    planner.words = (0..<generator.below(4)).map { _ in text() }
    (planner.name, planner.note) = (text(), generator.below(2) == 0 ? nil : text())
    (planner.total, planner.ratio) = (generator.below(5) - 1, generator.one(of: 0.5, -1.5, 2))
    planner.isOn = generator.below(2) == 0
    if generator.below(2) == 0 { planner.profile?.address = nil }
    planner.scores["Jo"] = generator.below(2) == 0 ? nil : 7
    return planner
  }
}

/// Random expressions that compile as Swift inside ``Planner``.
private struct RandomSwift: QueryGenerator {
  struct Scope: QueryScope {
    let planner: Planner
    var parameters: [String: Any] = [:]
  }

  typealias Query<Value> = TestSupport.Query<Scope, Value>
  typealias Condition<Element> = Lambda<Scope, Element, Bool>
  typealias Todo = Planner.Todo
  typealias Score = (key: String, value: Int)

  var generator: SeededGenerator
  var parameters: [(name: String, type: Any.Type)] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A member of the state.
  private func state<Value>(_ name: String, _ path: KeyPath<Planner, Value>) -> Query<Value> {
    Query(name) { $0.planner[keyPath: path] }
  }

  private func state<Value>(_ name: String, _ path: KeyPath<Planner, Value?>) -> Query<Value> {
    Query(name) { $0.planner[keyPath: path] }
  }

  /// A member of each todo.
  private func title(_ todo: Query<Todo>) -> Query<String> { todo.map(".title") { $0.title } }
  private func count(_ todo: Query<Todo>) -> Query<Int> { todo.map(".count") { $0.count } }

  private mutating func condition(_ depth: Int) -> Condition<Todo> {
    if below(4) == 0 { return Lambda(#"\.isComplete"#) { $1.isComplete } }
    return closure(over: Todo.self) { random, todo in
      let first = random.flag(of: todo, depth - 1)
      return random.continued(first, depth)
    }
  }

  private mutating func numberCondition(_ depth: Int) -> Condition<Int> {
    closure(over: Int.self) { random, number in
      random.continued(random.comparison(of: number, with: random.number(depth - 1)), depth)
    }
  }

  private mutating func textCondition(_ depth: Int) -> Condition<String> {
    if below(4) == 0 { return Lambda(#"\.isEmpty"#) { $1.isEmpty } }
    return closure(over: String.self) { random, text in random.continued(random.test(of: text), depth) }
  }

  private mutating func scoreCondition(_ depth: Int) -> Condition<Score> {
    closure(over: Score.self) { random, score in
      let value = score.map(".value") { $0.value }
      return random.continued(random.comparison(of: value, with: random.number(depth - 1)), depth)
    }
  }

  private mutating func continued(_ first: Query<Bool>, _ depth: Int) -> Query<Bool> {
    switch depth > 0 ? below(5) : 0 {
    case 1: first && bool(depth - 1)
    case 2: first || bool(depth - 1)
    case 3: !first
    case 4: first.choosing(bool(depth - 1), bool(depth - 1))
    default: first
    }
  }

  private mutating func flag(of todo: Query<Todo>, _ depth: Int) -> Query<Bool> {
    switch below(5) {
    case 0: return isMissing(todo.map(".note") { $0.note })
    case 1: return test(of: title(todo))
    case 2: return comparison(of: count(todo), with: number(depth))
    case 3 where depth > 0: return todo.map(".tags") { $0.tags }.contains(textCondition(depth - 1))
    default: return todo.map(".isComplete") { $0.isComplete }
    }
  }

  private mutating func test(of text: Query<String>) -> Query<Bool> {
    let part = generator.one(of: "M", "g", "a")
    switch below(4) {
    case 0: return text.map(".hasPrefix(\"\(part)\")") { $0.hasPrefix(part) }
    case 1: return text.map(".hasSuffix(\"\(part)\")") { $0.hasSuffix(part) }
    case 2: return text.map(".contains(\"\(part)\")") { $0.contains(part) }
    default: return text.map(".isEmpty") { $0.isEmpty }
    }
  }

  private mutating func isMissing<Value>(_ query: Query<Value>) -> Query<Bool> {
    let isEqual = below(2) == 0
    return Query("\(query.operand(4)) \(isEqual ? "==" : "!=") nil", level: 3) { scope throws(QueryFailure) in
      (try query.body(scope) == nil) == isEqual
    }
  }

  private mutating func comparison<Value: Comparable>(of left: Query<Value>, with right: Query<Value>)
    -> Query<Bool>
  {
    left.compared(generator.one(of: "==", "!=", "<", "<=", ">", ">="), to: right)
  }

  private mutating func equality<Value: Comparable>(of left: Query<Value>, with right: Query<Value>)
    -> Query<Bool>
  {
    left.compared(generator.one(of: "==", "!="), to: right)
  }

  /// A chain in brackets, so that what follows applies to its optional value: `(favorite?.title)?.count`.
  private func whole<Value>(_ query: Query<Value>) -> Query<Value> {
    query.isChain ? Query("(\(query.text))", query.body) : query
  }

  /// `value!`
  private func unwrapped<Value>(_ query: Query<Value>) -> Query<Value> {
    let query = whole(query)
    return Query(query.operand(8) + "!") { scope throws(QueryFailure) in try query.required(scope) }
  }

  private func scores() -> Query<[Score]> {
    // In an order that is the same in every run, for errors.
    Query("scores") { $0.planner.scores.sorted { $0.key < $1.key } }
  }
}

// Values that are never nil.
extension RandomSwift {
  mutating func bool(_ depth: Int) -> Query<Bool> {
    guard depth > 0 else {
      switch below(3) {
      case 0:
        if let todo = parameter(Todo.self) { return todo.map(".isComplete") { $0.isComplete } }
        return state("isOn", \.isOn)
      case 1: return Query("filter == .active", level: 3) { $0.planner.filter == .active }
      default: return isMissing(state("note", \.note))
      }
    }
    switch below(18) {
    case 0: return bool(depth - 1) && bool(depth - 1)
    case 1: return bool(depth - 1) || bool(depth - 1)
    case 2: return !bool(depth - 1)
    case 3: return bool(depth - 1).choosing(bool(depth - 1), bool(depth - 1))
    case 4: return comparison(of: number(depth - 1), with: number(depth - 1))
    case 5: return comparison(of: text(depth - 1), with: text(depth - 1))
    case 6: return comparison(of: double(depth - 1), with: double(depth - 1))
    case 7: return equality(of: optionalNumber(depth - 1), with: number(depth - 1))
    case 8: return equality(of: optionalText(depth - 1), with: text(depth - 1))
    case 9: return isMissing(todo(depth - 1))
    case 10: return todo(depth - 1).map("?.isComplete") { $0.isComplete }.otherwise(bool(depth - 1))
    case 11: return todos(depth - 1).contains(condition(depth - 1))
    case 12: return todos(depth - 1).allSatisfy(condition(depth - 1))
    case 13: return texts(depth - 1).contains(textCondition(depth - 1))
    case 14: return test(of: text(depth - 1))
    case 15: return scores().contains(scoreCondition(depth - 1))
    case 16: return number(depth - 1).map(".isMultiple(of: 2)") { $0.isMultiple(of: 2) }
    default:
      let (list, number) = (numbers(depth - 1), number(depth - 1))
      return list.method(".contains(\(number.text))") { (scope, list) throws(QueryFailure) in
        list.contains(try number.required(scope))
      }
    }
  }

  mutating func number(_ depth: Int) -> Query<Int> {
    guard depth > 0 else {
      let number = below(5)
      switch below(3) {
      case 0:
        if let number = parameter(Int.self) { return number }
        if let todo = parameter(Todo.self) { return count(todo) }
        return state("total", \.total)
      case 1: return state("numbers.count", \.numbers.count)
      default: return Query("\(number)") { _ in number }
      }
    }
    switch below(19) {
    case 0, 1:
      return number(depth - 1).computed(generator.one(of: "+", "-", "*", "/", "%"), number(depth - 1))
    case 2: return bool(depth - 1).choosing(number(depth - 1), number(depth - 1))
    case 3, 4: return optionalNumber(depth - 1).otherwise(number(depth - 1))
    case 5: return unwrapped(optionalNumber(depth - 1))
    case 6: return todos(depth - 1).count(condition(depth - 1))
    case 7: return todos(depth - 1).map(".count") { $0.count }
    case 8: return numbers(depth - 1).count(numberCondition(depth - 1))
    case 9:
      let index = below(3)
      return numbers(depth - 1, isSlice: false).map("[\(index)]") { (list) throws(QueryFailure) in
        guard index < list.count else { throw .missing }
        return list[index]
      }
    case 10:
      let key = generator.one(of: "Jo", "Al", "Bob")
      let other = number(depth - 1)
      return Query("scores[\"\(key)\", default: \(other.text)]") { scope throws(QueryFailure) in
        if let score = scope.planner.scores[key] { return score }
        return try other.required(scope)
      }
    case 11: return text(depth - 1).map(".count") { $0.count }
    case 12:
      let number = number(depth - 1)
      return Query("abs(\(number.text))") { scope throws(QueryFailure) in abs(try number.required(scope)) }
    case 13:
      let (name, left, right) = (generator.one(of: "min", "max"), number(depth - 1), number(depth - 1))
      return Query("\(name)(\(left.text), \(right.text))") { scope throws(QueryFailure) in
        let (left, right) = (try left.required(scope), try right.required(scope))
        return name == "min" ? min(left, right) : max(left, right)
      }
    case 14:
      let start = number(0)
      return todos(depth - 1).reduce(
        start,
        closure(over: (Int.self, Todo.self)) { random, sum, todo in
          random.flag(of: todo, 0).choosing(sum.computed("+", random.count(todo)), sum)
        }
      )
    case 15:
      return numbers(depth - 1).map(".reduce(0, +)") { (list) throws(QueryFailure) in
        var sum = 0
        for number in list { sum = try Query<Int>.result(of: "+", sum, number) }
        return sum
      }
    case 16:
      let list = numbers(depth - 1)
      return Query("Set(\(list.text)).count") { scope throws(QueryFailure) in
        Set(try list.required(scope)).count
      }
    case 17:
      let double = double(depth - 1)
      return Query("Int(\(double.text))") { scope throws(QueryFailure) in Int(try double.required(scope)) }
    default: return scores().filter(scoreCondition(depth - 1)).map(".count") { $0.count }
    }
  }

  mutating func text(_ depth: Int) -> Query<String> {
    guard depth > 0 else {
      let text = generator.one(of: "", "Milk", "g")
      switch below(3) {
      case 0:
        if let text = parameter(String.self) { return text }
        if let todo = parameter(Todo.self) { return title(todo) }
        return state("name", \.name)
      case 1: return Query("filter.rawValue") { $0.planner.filter.rawValue }
      default: return Query("\"\(text)\"") { _ in text }
      }
    }
    switch below(15) {
    case 0: return text(depth - 1).combined("+", text(depth - 1), level: 5) { $0 + $1 }
    case 1: return bool(depth - 1).choosing(text(depth - 1), text(depth - 1))
    case 2, 3: return optionalText(depth - 1).otherwise(text(depth - 1))
    case 4: return unwrapped(optionalText(depth - 1))
    case 5:
      return Query(
        interpolating: text(depth - 1).interpolated,
        Query(": ") { _ in ": " },
        number(depth - 1).interpolated,
        bool(depth - 1).interpolated
      )
    case 6: return Query(interpolating: double(depth - 1).interpolated)
    case 7: return text(depth - 1).map(".uppercased()") { $0.uppercased() }
    case 8: return texts(depth - 1).map(#".joined(separator: ", ")"#) { $0.joined(separator: ", ") }
    case 9: return text(depth - 1).map(#".replacing("g", with: "ll")"#) { $0.replacing("g", with: "ll") }
    case 10:
      return text(depth - 1).map(".trimmingCharacters(in: .whitespaces)") {
        $0.trimmingCharacters(in: .whitespaces)
      }
    case 11:
      let count = below(3)
      let (name, part): (String, (String) -> Substring) =
        switch below(3) {
        case 0: ("prefix", { $0.prefix(count) })
        case 1: ("suffix", { $0.suffix(count) })
        default: ("dropFirst", { $0.dropFirst(count) })
        }
      return string(of: text(depth - 1).map(".\(name)(\(count))", part)) { String($0) }
    case 12: return string(of: text(depth - 1).map(".reversed()") { $0.reversed() }) { String($0) }
    case 13: return string(of: number(depth - 1)) { String($0) }
    default:
      return todos(depth - 1).reduce(
        Query("\"\"") { _ in "" },
        closure(over: (String.self, Todo.self)) { random, text, todo in
          text.combined("+", random.title(todo), level: 5) { $0 + $1 }
        }
      )
    }
  }

  /// `String(value)`
  private func string<Value>(of query: Query<Value>, _ transform: @escaping (Value) -> String) -> Query<
    String
  > {
    Query("String(\(query.text))") { scope throws(QueryFailure) in transform(try query.required(scope)) }
  }

  mutating func double(_ depth: Int) -> Query<Double> {
    switch depth > 0 ? below(7) : below(2) {
    case 0: return state("ratio", \.ratio)
    case 1: return Query("1.5") { _ in 1.5 }
    case 2: return double(depth - 1).combined("*", Query("2") { _ in 2.0 }, level: 6) { $0 * $1 }
    case 3: return double(depth - 1).combined("-", double(depth - 1), level: 5) { $0 - $1 }
    case 4: return double(depth - 1).map(".rounded()") { $0.rounded() }
    case 5: return double(depth - 1).map(".rounded(.down)") { $0.rounded(.down) }
    default:
      let count = todos(depth - 1).map(".count") { $0.count }
      return Query("Double(\(count.text))") { scope throws(QueryFailure) in Double(try count.required(scope))
      }
    }
  }
}

// Values that may be nil.
extension RandomSwift {
  mutating func optionalNumber(_ depth: Int) -> Query<Int> {
    switch depth > 0 ? below(9) : 0 {
    case 1: return numbers(depth - 1).map(".max()") { $0.max() }
    case 2: return numbers(depth - 1).map(".first") { $0.first }
    case 3: return todos(depth - 1, isSlice: false).firstIndex(condition(depth - 1))
    case 4: return whole(optionalText(depth - 1)).map("?.count") { $0.count }
    case 5:
      return todo(depth - 1).mapOptional(
        closure(over: Todo.self) { $0.count($1).computed("+", $0.number(depth - 1)) }
      )
    case 6:
      let text = text(depth - 1)
      return Query("Int(\(text.text))") { scope throws(QueryFailure) in Int(try text.required(scope)) }
    case 7: return numbers(depth - 1).first(numberCondition(depth - 1))
    case 8: return todo(depth - 1).map("?.count") { $0.count }
    default:
      let key = generator.one(of: "Jo", "Al", "Bob")
      return Query("scores[\"\(key)\"]") { $0.planner.scores[key] }
    }
  }

  mutating func optionalText(_ depth: Int) -> Query<String> {
    switch depth > 0 ? below(9) : below(3) {
    case 0: return state("note", \.note)
    case 1: return Query("profile?.address?.city", isChain: true) { $0.planner.profile?.address?.city }
    case 2:
      guard let todo = parameter(Todo.self) else { return state("names[3]", \.names[3]) }
      return todo.map(".note") { $0.note }
    case 3: return todo(depth - 1).map("?.title") { $0.title }
    case 4: return todo(depth - 1).map("?.note") { $0.note }
    case 5: return texts(depth - 1).map(".last") { $0.last }
    case 6: return texts(depth - 1).map(".max { $0.count < $1.count }") { $0.max { $0.count < $1.count } }
    case 7: return whole(optionalText(depth - 1)).map("?.lowercased()") { $0.lowercased() }
    default:
      return todo(depth - 1).mapOptional(closure(over: Todo.self) { random, todo in random.title(todo) })
    }
  }

  private mutating func todo(_ depth: Int) -> Query<Todo> {
    let id = below(5)
    switch depth > 0 ? below(8) : below(4) {
    case 0: return state("favorite", \.favorite)
    case 1: return state("deleted", \.deleted)
    case 2: return Query("todos[id: \(id)]") { $0.planner.todos[id: id] }
    case 3: return state("todos.last", \.todos.last)
    case 4: return todos(depth - 1).last(condition(depth - 1))
    case 5:
      return todos(depth - 1).map(".min { $0.count < $1.count }") { $0.min { $0.count < $1.count } }
    default: return todos(depth - 1).first(condition(depth - 1))
    }
  }
}

// Lists.
extension RandomSwift {
  /// - Parameter isSlice: Whether it may be part of another list, where positions do not count from 0.
  private mutating func todos(_ depth: Int, isSlice: Bool = true) -> Query<[Todo]> {
    let count = below(3)
    switch depth > 0 ? below(7) : 0 {
    case 1, 2: return todos(depth - 1).filter(condition(depth - 1))
    case 3:
      return todos(depth - 1).map(".sorted { $0.title < $1.title }") { $0.sorted { $0.title < $1.title } }
    case 4 where isSlice: return todos(depth - 1).map(".prefix(\(count))") { Array($0.prefix(count)) }
    case 5 where isSlice: return todos(depth - 1).map(".dropFirst()") { Array($0.dropFirst()) }
    case 6 where isSlice: return Query("todos") { Array($0.planner.todos) }.slice(count, nil, isClosed: true)
    default: return Query("todos") { Array($0.planner.todos) }
    }
  }

  mutating func numbers(_ depth: Int, isSlice: Bool = true) -> Query<[Int]> {
    switch depth > 0 ? below(14) : 0 {
    case 1: return numbers(depth - 1).filter(numberCondition(depth - 1))
    case 2: return todos(depth - 1).map(#".map(\.count)"#) { $0.map(\.count) }
    case 3: return numbers(depth - 1).map(".sorted()") { $0.sorted() }
    case 4: return numbers(depth - 1).map(".sorted(by: >)") { $0.sorted(by: >) }
    case 5 where isSlice:
      let (start, isClosed) = (below(3), below(2) == 0)
      let end = below(2) == 0 ? nil : start + below(2)
      return numbers(depth - 1, isSlice: false).slice(start, end, isClosed: isClosed)
    case 6 where isSlice: return numbers(depth - 1).prefix(numberCondition(depth - 1))
    case 7 where isSlice: return numbers(depth - 1).drop(numberCondition(depth - 1))
    case 8:
      return numbers(depth - 1).map(closure(over: Int.self) { $1.computed("*", $0.number(depth - 1)) })
    case 9:
      return todos(depth - 1).map(
        closure(over: Todo.self) { random, todo in
          random.flag(of: todo, depth - 1).choosing(random.count(todo), random.number(depth - 1))
        }
      )
    case 10:
      return numbers(depth - 1).map(".enumerated().map { $0.offset * $0.element }") {
        (list) throws(QueryFailure) in
        var products: [Int] = []
        for (index, number) in list.enumerated() {
          products.append(try Query<Int>.result(of: "*", index, number))
        }
        return products
      }
    case 11: return state("nested.flatMap { $0 }", \.nested).map("") { $0.flatMap { $0 } }
    case 12:
      return bool(depth - 1).choosing(numbers(depth - 1, isSlice: false), numbers(depth - 1, isSlice: false))
    case 13:
      return texts(depth - 1).map(".compactMap { Int($0) }") { $0.compactMap { Int($0) } }
    default: return state("numbers", \.numbers)
    }
  }

  mutating func texts(_ depth: Int) -> Query<[String]> {
    switch depth > 0 ? below(9) : 0 {
    case 1: return todos(depth - 1).map(#".map(\.title)"#) { $0.map(\.title) }
    case 2: return todos(depth - 1).map(#".compactMap(\.note)"#) { $0.compactMap(\.note) }
    case 3: return todos(depth - 1).map(".flatMap { $0.tags }") { $0.flatMap { $0.tags } }
    case 4: return texts(depth - 1).filter(textCondition(depth - 1))
    case 5: return texts(depth - 1).map(".sorted()") { $0.sorted() }
    case 6:
      return todos(depth - 1).map(
        closure(over: Todo.self) { random, todo in
          Query(interpolating: random.title(todo).interpolated, random.number(depth - 1).interpolated)
        }
      )
    case 7:
      return text(depth - 1).map(#".components(separatedBy: "a")"#) { $0.components(separatedBy: "a") }
    case 8: return Query("scores.keys.sorted()") { $0.planner.scores.keys.sorted() }
    default: return state("words", \.words)
    }
  }
}
