import Core
import Foundation
import TestSupport

typealias Query<Value> = TestSupport.Query<Frame, Value>

/// The values in an expression's scope: a moment of a history, and the elements of the methods around it.
struct Frame: QueryScope {
  let states: [Ledger.State]
  let times: [Duration]
  var moment: Int
  var parameters: [String: Any] = [:]

  var state: Ledger.State { states[moment] }
}

/// Random expressions of each type.
struct RandomQuery: QueryGenerator {
  typealias Scope = Frame
  private typealias Condition<Element> = Lambda<Frame, Element, Bool>
  private typealias Score = (key: String, value: Int)

  var generator: SeededGenerator
  var parameters: [(name: String, type: Any.Type)] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A condition that uses the element: others are errors.
  private mutating func condition(_ depth: Int) -> Condition<Ledger.Entry> {
    func body(_ random: inout Self, _ entry: Query<Ledger.Entry>) -> Query<Bool> {
      let first =
        random.below(2) == 0
        ? random.flag(of: entry) : random.comparison(of: random.number(of: entry, depth - 1), depth - 1)
      return random.continued(first, depth)
    }
    return below(2) == 0 ? keyPath(over: Ledger.Entry.self, body) : closure(over: Ledger.Entry.self, body)
  }

  private mutating func numberCondition(_ depth: Int) -> Condition<Int> {
    func body(_ random: inout Self, _ number: Query<Int>) -> Query<Bool> {
      random.continued(random.comparison(of: number, depth - 1), depth)
    }
    return below(2) == 0 ? keyPath(over: Int.self, body) : closure(over: Int.self, body)
  }

  private mutating func textCondition(_ depth: Int) -> Condition<String> {
    closure(over: String.self) { random, text in
      random.continued(
        random.below(2) == 0 ? random.test(of: text) : text.map(".isEmpty") { $0.isEmpty },
        depth
      )
    }
  }

  private mutating func scoreCondition(_ depth: Int) -> Condition<Score> {
    closure(over: Score.self) { random, score in
      let first =
        random.below(2) == 0
        ? random.test(of: score.map(".key") { $0.key })
        : random.comparison(of: score.map(".value") { $0.value }, depth - 1)
      return random.continued(first, depth)
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

  private mutating func flag(of entry: Query<Ledger.Entry>) -> Query<Bool> {
    switch below(4) {
    case 0:
      let note = entry.map(".note") { $0.note }
      return Query("\(note.text) == nil", level: 3) { frame throws(QueryFailure) in
        try note.body(frame) == nil
      }
    case 1: return test(of: entry.map(".title") { $0.title })
    default: return entry.map(".isDone") { $0.isDone }
    }
  }

  private mutating func test(of text: Query<String>) -> Query<Bool> {
    let part = generator.one(of: "M", "i", "")
    switch below(3) {
    case 0: return text.map(".hasPrefix(\"\(part)\")") { $0.hasPrefix(part) }
    case 1: return text.map(".hasSuffix(\"\(part)\")") { $0.hasSuffix(part) }
    default: return text.map(".contains(\"\(part)\")") { part.isEmpty || $0.contains(part) }
    }
  }

  private mutating func number(of entry: Query<Ledger.Entry>, _ depth: Int) -> Query<Int> {
    switch below(5) {
    case 0: entry.map(".title") { $0.title }.map(".count") { $0.count }
    case 1: entry.map(".note!") { $0.note }.map(".count") { $0.count }
    case 2: entry.map(".note") { $0.note }.map("?.count") { $0.count }
    case 3 where depth > 0: entry.map(".parts") { $0.parts }.count(numberCondition(depth - 1))
    default: entry.map(".count") { $0.count }
    }
  }

  private mutating func comparison(of left: Query<Int>, _ depth: Int) -> Query<Bool> {
    comparison(of: left, with: number(depth))
  }

  private mutating func comparison<Value: Comparable>(of left: Query<Value>, with right: Query<Value>)
    -> Query<Bool>
  {
    left.compared(generator.one(of: "==", "!=", "<", "<=", ">", ">="), to: right)
  }

  /// A member of an optional value, which a `?` may precede.
  private mutating func chained<Base, Value>(
    _ base: Query<Base>,
    _ name: String,
    _ transform: @escaping (Base) -> Value?
  ) -> Query<Value> {
    base.map(generator.one(of: ".", "?.") + name, transform)
  }

  private mutating func past<Value>(_ query: Query<Value>) -> Query<Value> {
    guard parameters.isEmpty, below(8) == 0 else { return query }
    return Query("before(\(query.text))") { frame throws(QueryFailure) in
      var frame = frame
      frame.moment = max(0, frame.moment - 1)
      return try query.body(frame)
    }
  }
}

// The types.
extension RandomQuery {
  mutating func bool(_ depth: Int) -> Query<Bool> {
    guard depth > 0 else {
      switch below(4) {
      case 0:
        if let entry = parameter(Ledger.Entry.self) { return flag(of: entry) }
        return Query("filter == .active", level: 3) { $0.state.filter == .active }
      case 1: return Query("note != nil", level: 3) { $0.state.note != nil }
      case 2: return Query("tags.contains(\"Milk\")") { $0.state.tags.contains("Milk") }
      default: return Query("isOpen") { $0.state.isOpen }
      }
    }
    switch below(24) {
    case 0: return bool(depth - 1) && bool(depth - 1)
    case 1: return bool(depth - 1) || bool(depth - 1)
    case 2: return !bool(depth - 1)
    case 3, 4: return comparison(of: number(depth - 1), depth - 1)
    case 5: return comparison(of: text(depth - 1), with: text(depth - 1))
    case 6: return comparison(of: duration(depth - 1), with: duration(depth - 1))
    case 7: return comparison(of: double(depth - 1, isTyped: true), with: double(depth - 1))
    case 8, 9:
      let (list, condition) = (entries(depth - 1), condition(depth - 1))
      return list.contains(condition, label: generator.one(of: "where: ", ""))
    case 10, 11: return entries(depth - 1).allSatisfy(condition(depth - 1))
    case 12: return entries(depth - 1).map(".isEmpty") { $0.isEmpty }
    case 13: return past(chained(entry(depth - 1), "isDone") { $0.isDone })
    case 14:
      // An argument that starts with a key path would be a condition.
      let (list, number) = (numbers(depth - 1), outside { $0.number(0) })
      return list.method(".contains(\(number.text))") { (frame, list) throws(QueryFailure) in
        let number = try number.body(frame)
        return list.contains { $0 == number }
      }
    case 15: return past(entry(depth - 1).map("?.isDone") { $0.isDone }.otherwise(bool(depth - 1)))
    case 16, 17: return bool(depth - 1).choosing(bool(depth - 1), bool(depth - 1))
    case 18: return test(of: text(depth - 1, isString: true))
    case 19: return text(depth - 1, isString: true).map(".isEmpty") { $0.isEmpty }
    case 20: return texts(depth - 1).contains(textCondition(depth - 1))
    case 21: return scores().contains(scoreCondition(depth - 1))
    case 22: return number(depth - 1).map(".isMultiple(of: 2)") { $0.isMultiple(of: 2) }
    default:
      return entry(depth - 1, isOptional: true).mapOptional(
        closure(over: Ledger.Entry.self) { $0.flag(of: $1) }
      )
    }
  }

  mutating func number(_ depth: Int) -> Query<Int> {
    guard depth > 0 else {
      let number = below(5)
      switch below(4) {
      case 0:
        if let number = parameter(Int.self) { return number }
        if let entry = parameter(Ledger.Entry.self) { return entry.map(".count") { $0.count } }
        return Query("small") { Int($0.state.small) }
      case 1: return Query("limit") { $0.state.limit }
      case 2: return Query("scores.count") { $0.state.scores.count }
      default: return Query("\(number)") { _ in number }
      }
    }
    switch below(24) {
    case 0: return entries(depth - 1).map(".count") { $0.count }
    case 1: return chained(entry(depth - 1), "count") { $0.count }
    case 2, 3: return entries(depth - 1).count(condition(depth - 1))
    case 4: return entries(depth - 1).firstIndex(condition(depth - 1))
    case 5, 6:
      return number(depth - 1).computed(generator.one(of: "+", "-", "*", "/", "%"), number(depth - 1))
    case 7: return number(depth - 1).otherwise(number(depth - 1))
    case 8: return past(number(depth - 1))
    case 9: return numbers(depth - 1).map(".max()") { $0.max() }
    case 10:
      let place = below(3)
      return numbers(depth - 1, isSlice: false).map("[\(place)]") { (list) throws(QueryFailure) in
        guard place < list.count else { throw .missing }
        return list[place]
      }
    case 11:
      let key = text(0)
      return Query("scores[\(key.text)]") { frame throws(QueryFailure) in
        frame.state.scores[try key.required(frame)]
      }
    case 12: return chained(text(depth - 1), "count") { $0.count }
    case 13: return numbers(depth - 1).map(".first") { $0.first }
    case 14, 15: return bool(depth - 1).choosing(number(depth - 1), number(depth - 1))
    case 16: return sum(depth)
    case 17:
      let name = generator.one(of: "+", "*")
      let start = name == "+" ? 0 : 1
      return numbers(depth - 1).map(".reduce(\(start), \(name))") { (list) throws(QueryFailure) in
        var result = start
        for number in list { result = try Query<Int>.result(of: name, result, number) }
        return result
      }
    case 18:
      let (key, other) = (text(0), outside { $0.number(0) })
      return Query("scores[\(key.text), default: \(other.text)]") { frame throws(QueryFailure) in
        if let score = frame.state.scores[try key.required(frame)] { return score }
        return try other.required(frame)
      }
    case 19:
      let (list, lambda) = (entries(depth - 1), condition(0))
      let isDone = below(2) == 0
      return Query("Dictionary(grouping: \(list.text), by: \(lambda.text))[\(isDone)]?.count", isChain: true)
      {
        frame throws(QueryFailure) in
        var count = 0
        for entry in try list.required(frame) where try lambda.required(frame, entry) == isDone { count += 1 }
        return count > 0 ? count : nil
      }
    case 20:
      let (name, left, right) = (generator.one(of: "min", "max"), number(depth - 1), number(depth - 1))
      return Query("\(name)(\(left.text), \(right.text))") { frame throws(QueryFailure) in
        let (left, right) = (try left.body(frame), try right.body(frame))
        guard let left, let right else { throw .missing }
        return name == "min" ? min(left, right) : max(left, right)
      }
    case 21: return scores().count(scoreCondition(depth - 1))
    case 22:
      return entry(depth - 1, isOptional: true).mapOptional(
        closure(over: Ledger.Entry.self) { $0.number(of: $1, depth - 1) }
      )
    default: return texts(depth - 1).count(textCondition(depth - 1))
    }
  }

  /// The sum of the values of a closure for the entries.
  private mutating func sum(_ depth: Int) -> Query<Int> {
    let start = below(3)
    let list = entries(depth - 1)
    let lambda = closure(over: (Int.self, Ledger.Entry.self)) { random, sum, entry in
      random.below(3) == 0
        ? random.flag(of: entry).choosing(sum.computed("+", random.number(0)), sum)
        : sum.computed(random.generator.one(of: "+", "-"), random.number(of: entry, depth - 1))
    }
    return list.reduce(Query("\(start)") { _ in start }, lambda)
  }

  private func scores() -> Query<[Score]> {
    // In an order that is the same in every run, for errors.
    Query("scores") { $0.state.scores.sorted { $0.key < $1.key } }
  }

  /// - Parameter isString: Whether it must not be a single character.
  mutating func text(_ depth: Int, isString: Bool = false) -> Query<String> {
    guard depth > 0 else {
      let text = generator.one(of: "", "Milk", "a", "b")
      switch below(4) {
      case 0:
        if let text = parameter(String.self) { return text }
        if let entry = parameter(Ledger.Entry.self) { return entry.map(".title") { $0.title } }
        return Query("name") { $0.state.name }
      case 1:
        if let entry = parameter(Ledger.Entry.self) { return entry.map(".note") { $0.note } }
        return Query("note") { $0.state.note }
      default: return Query("\"\(text)\"") { _ in text }
      }
    }
    switch below(16) {
    case 0: return chained(entry(depth - 1), "title") { $0.title }
    case 1: return chained(entry(depth - 1), "note") { $0.note }
    case 2:
      return text(depth - 1, isString: isString).otherwise(text(depth - 1, isString: isString))
    case 3: return chained(text(depth - 1), "uppercased()") { $0.uppercased() }
    case 4 where !isString: return chained(text(depth - 1), "first") { $0.first.map { String($0) } }
    case 5: return text(depth - 1).combined("+", text(depth - 1), level: 5) { $0 + $1 }
    case 6:
      return entries(depth - 1).map(#".map(\.title).joined(separator: "-")"#) {
        $0.map(\.title).joined(separator: "-")
      }
    case 7, 8:
      return Query(
        interpolating: text(depth - 1).interpolated,
        Query(" is ") { _ in " is " },
        below(2) == 0 ? number(depth - 1).interpolated : bool(depth - 1).interpolated
      )
    case 9:
      return bool(depth - 1).choosing(
        text(depth - 1, isString: isString),
        text(depth - 1, isString: isString)
      )
    case 10:
      let count = below(3)
      return switch below(3) {
      case 0: chained(text(depth - 1, isString: true), "prefix(\(count))") { String($0.prefix(count)) }
      case 1: chained(text(depth - 1, isString: true), "suffix(\(count))") { String($0.suffix(count)) }
      default: chained(text(depth - 1, isString: true), "dropFirst(\(count))") { String($0.dropFirst(count)) }
      }
    case 11:
      return chained(text(depth - 1, isString: true), #"replacing("i", with: "oo")"#) {
        $0.replacing("i", with: "oo")
      }
    case 12: return texts(depth - 1).map(".joined()") { $0.joined() }
    case 13: return texts(depth - 1).first(textCondition(depth - 1))
    case 14:
      return entries(depth - 1).reduce(
        Query("\"\"") { _ in "" },
        closure(over: (String.self, Ledger.Entry.self)) { _, text, entry in
          text.combined("+", entry.map(".title") { $0.title }, level: 5) { $0 + $1 }
        }
      )
    default: return past(text(depth - 1, isString: isString))
    }
  }

  private mutating func texts(_ depth: Int) -> Query<[String]> {
    switch depth > 0 ? below(5) : 0 {
    case 1: return texts(depth - 1).filter(textCondition(depth - 1))
    case 2:
      return text(depth - 1, isString: true).map(#".split(separator: "i")"#) {
        $0.split(separator: "i").map { String($0) }
      }
    case 3:
      return entries(depth - 1).map(
        closure(over: Ledger.Entry.self) { random, entry in
          Query(
            interpolating: entry.map(".title") { $0.title }.interpolated,
            random.number(depth - 1).interpolated
          )
        }
      )
    case 4: return texts(depth - 1).map(".sorted()") { $0.sorted() }
    default: return entries(depth - 1).map(#".map(\.title)"#) { $0.map(\.title) }
    }
  }

  /// - Parameter isTyped: Whether its type does not depend on what it is compared with.
  mutating func double(_ depth: Int, isTyped: Bool = false) -> Query<Double> {
    switch depth > 0 ? below(7) : below(3) {
    case 0: return Query("ratio") { $0.state.ratio }
    case 1: return Query("0.5") { _ in 0.5 }
    case 2 where !isTyped: return Query(".infinity") { _ in .infinity }
    case 3:
      let (left, right) = (duration(depth - 1), duration(0))
      return Query("\(left.operand(6)) / \(right.operand(7))", level: 6) { frame throws(QueryFailure) in
        let (left, right) = (try left.required(frame), try right.required(frame))
        if right == .zero { throw .wrong }
        return left / right
      }
    case 4: return bool(depth - 1).choosing(double(depth - 1, isTyped: true), double(0, isTyped: true))
    default: return past(Query("ratio") { $0.state.ratio })
    }
  }

  mutating func duration(_ depth: Int) -> Query<Duration> {
    switch depth > 0 ? below(9) : below(4) {
    case 0: return Query("elapsed") { $0.state.elapsed }
    case 1: return Query("now") { $0.times[$0.moment] }
    case 2: return Query("500ms") { _ in .milliseconds(500) }
    case 3: return Query("Duration.seconds(1)") { _ in .seconds(1) }
    case 4: return duration(depth - 1).combined("*", number(0), level: 6) { $0 * $1 }
    case 5: return duration(depth - 1).combined("+", duration(depth - 1), level: 5) { $0 + $1 }
    case 6: return chained(entry(depth - 1), "time") { $0.time }
    case 7: return bool(depth - 1).choosing(duration(depth - 1), duration(depth - 1))
    default: return past(duration(depth - 1))
    }
  }

  /// - Parameter isOptional: Whether its type must be an optional.
  private mutating func entry(_ depth: Int, isOptional: Bool = false) -> Query<Ledger.Entry> {
    let number = below(4)
    switch depth > 0 ? below(9) : below(6) {
    case 0: return Query("favorite") { $0.state.favorite }
    case 1: return Query("entries.first") { $0.state.entries.first }
    case 2: return Query("entries.last") { $0.state.entries.last }
    case 3 where !isOptional:
      return Query("entries[\(number)]") { frame throws(QueryFailure) in
        let entries = frame.state.entries
        guard number < entries.count else { throw .missing }
        return entries[number]
      }
    case 4: return Query("entries[id: \(number * 5)]") { $0.state.entries[id: number * 5] }
    case 5 where !isOptional:
      return Query("favorite!") { frame throws(QueryFailure) in
        guard let favorite = frame.state.favorite else { throw .missing }
        return favorite
      }
    case 6:
      let isMaximum = below(2) == 0
      let text = isMaximum ? ".max { $0.count < $1.count }" : ".min(by: { $0.count < $1.count })"
      return entries(depth - 1).map(text) {
        isMaximum ? $0.max { $0.count < $1.count } : $0.min { $0.count < $1.count }
      }
    default:
      let (list, condition) = (entries(depth - 1), condition(depth - 1))
      return below(2) == 0 ? list.first(condition) : list.last(condition)
    }
  }

  private mutating func entries(_ depth: Int) -> Query<[Ledger.Entry]> {
    let count = below(3)
    switch depth > 0 ? below(10) : 0 {
    case 1, 2: return entries(depth - 1).filter(condition(depth - 1))
    case 3: return entries(depth - 1).map(".reversed()") { $0.reversed() }
    case 4: return entries(depth - 1).map(".prefix(\(count))") { Array($0.prefix(count)) }
    // Only from the start, so that a position in it is one in the list.
    case 5: return entries(depth - 1).slice(below(2) == 0 ? nil : 0, count, isClosed: below(2) == 0)
    case 6: return entries(depth - 1).prefix(condition(depth - 1))
    case 7:
      return entries(depth - 1).map(".sorted { $0.count > $1.count }") { $0.sorted { $0.count > $1.count } }
    case 8: return bool(depth - 1).choosing(entries(depth - 1), entries(depth - 1))
    default: return Query("entries") { Array($0.state.entries) }
    }
  }

  /// - Parameter isSlice: Whether it may be part of another list, where positions do not count from 0.
  mutating func numbers(_ depth: Int, isSlice: Bool = true) -> Query<[Int]> {
    switch depth > 0 ? below(13) : 0 {
    case 1: return numbers(depth - 1).filter(numberCondition(depth - 1))
    case 2: return entries(depth - 1).map(#".map(\.count)"#) { $0.map(\.count) }
    case 3: return numbers(depth - 1).map(".sorted()") { $0.sorted() }
    case 4: return entry(depth - 1).map(".parts") { $0.parts }
    case 5: return Query("byNumber.keys") { $0.state.byNumber.keys.sorted() }
    case 6 where isSlice:
      let start = below(3)
      return numbers(depth - 1).slice(start, below(2) == 0 ? nil : start + below(2), isClosed: below(2) == 0)
    case 7 where isSlice: return numbers(depth - 1).drop(numberCondition(depth - 1))
    case 8:
      return entries(depth - 1).map(
        closure(over: Ledger.Entry.self) { $0.number(of: $1, depth - 1) },
        "compactMap"
      )
    case 9:
      return numbers(depth - 1).map(
        closure(over: Int.self) { $1.computed($0.generator.one(of: "+", "*"), $0.number(0)) }
      )
    case 10: return numbers(depth - 1).map(".sorted(by: >)") { $0.sorted(by: >) }
    case 11: return entries(depth - 1).map(#".flatMap(\.parts)"#) { $0.flatMap(\.parts) }
    case 12:
      return numbers(depth - 1).map(".enumerated().map { $0.offset + $0.element }") {
        $0.enumerated().map { $0.offset + $0.element }
      }
    default: return Query("numbers") { $0.state.numbers }
    }
  }
}
