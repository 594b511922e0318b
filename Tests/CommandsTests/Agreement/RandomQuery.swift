import Core
import TestSupport

/// An expression and its value, by rules that are repeated here without parsing or run-time types.
struct Query<Value> {
  typealias Body = (Frame) throws(QueryFailure) -> Value?

  let text: String
  /// How tightly its outermost operator binds; 8 for none.
  var level = 8
  /// Whether a `?` in it lets `nil` through.
  var isChain = false
  let body: Body

  init(_ text: String, level: Int = 8, isChain: Bool = false, _ body: @escaping Body) {
    (self.text, self.level, self.isChain, self.body) = (text, level, isChain, body)
  }

  /// Its text as an operand of an operator.
  func operand(_ level: Int) -> String { self.level < level ? "(\(text))" : text }

  /// A value that must not be missing.
  func required(_ frame: Frame) throws(QueryFailure) -> Value {
    guard let value = try body(frame) else { throw .missing }
    return value
  }

  func map<Other>(_ text: String, _ transform: @escaping (Value) throws(QueryFailure) -> Other?) -> Query<
    Other
  > {
    let (isOptional, isChain) = (text.hasPrefix("?"), isChain)
    return Query<Other>(operand(8) + text, isChain: isChain || isOptional) { frame throws(QueryFailure) in
      guard let value = try body(frame) else {
        if isChain || isOptional { return nil }
        throw .missing
      }
      return try transform(value)
    }
  }
}

/// Why an expression has no value.
enum QueryFailure: Error {
  /// A value is missing, but may exist in another state.
  case missing
  case wrong
}

/// The values in an expression's scope: a moment of a history, and the current element of a method.
struct Frame {
  let states: [Ledger.State]
  let times: [Duration]
  var moment: Int
  var entry: Ledger.Entry?
  var number: Int?

  var state: Ledger.State { states[moment] }

  func with(_ entry: Ledger.Entry) -> Frame {
    var frame = self
    (frame.entry, frame.number) = (entry, nil)
    return frame
  }

  func with(_ number: Int) -> Frame {
    var frame = self
    (frame.entry, frame.number) = (nil, number)
    return frame
  }
}

/// Random expressions of each type.
struct RandomQuery {
  enum Subject { case none, entry, number }

  var generator: SeededGenerator
  private var subject = Subject.none

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { generator.below(bound) }

  private mutating func among<Value>(_ subject: Subject, _ make: (inout Self) -> Value) -> Value {
    let outer = self.subject
    self.subject = subject
    defer { self.subject = outer }
    return make(&self)
  }

  /// A condition that names the element: others are errors.
  private mutating func condition(on subject: Subject, _ depth: Int) -> Query<Bool> {
    among(subject) { random in
      let first: Query<Bool> =
        subject == .entry
        ? random.below(2) == 0
          ? random.entryFlag() : random.comparison(depth - 1, of: random.entryNumber(depth - 1))
        : random.comparison(depth - 1, of: Query(#"\.self"#) { $0.number })
      switch depth > 0 ? random.below(4) : 0 {
      case 1: return random.both(first, random.bool(depth - 1))
      case 2: return random.either(first, random.bool(depth - 1))
      case 3:
        return Query("!" + first.operand(7), level: 7) { frame throws(QueryFailure) in
          !(try first.required(frame))
        }
      default: return first
      }
    }
  }

  private mutating func entryFlag() -> Query<Bool> {
    switch below(4) {
    case 0: Query(#"\.note == nil"#, level: 3) { $0.entry?.note == nil }
    case 1: Query(#"\.title"#) { $0.entry?.title }.map(#".hasPrefix("M")"#) { $0.hasPrefix("M") }
    default: Query(#"\.isDone"#) { $0.entry?.isDone }
    }
  }

  private mutating func entryNumber(_ depth: Int) -> Query<Int> {
    switch below(5) {
    case 0: return Query(#"\.title"#) { $0.entry?.title }.map(".count") { $0.count }
    case 1: return Query(#"\.note!"#) { $0.entry?.note }.map(".count") { $0.count }
    case 2: return Query(#"\.note?"#, isChain: true) { $0.entry?.note }.map(".count") { $0.count }
    case 3 where depth > 0:
      let condition = condition(on: .number, depth - 1)
      return Query(#"\.parts.count(where: \#(condition.text))"#) { frame throws(QueryFailure) in
        var count = 0
        for part in frame.entry?.parts ?? [] where try condition.required(frame.with(part)) { count += 1 }
        return count
      }
    default: return Query(#"\.count"#) { $0.entry?.count }
    }
  }

  private func both(_ left: Query<Bool>, _ right: Query<Bool>) -> Query<Bool> {
    Query("\(left.operand(2)) && \(right.operand(3))", level: 2) { frame throws(QueryFailure) in
      guard try left.required(frame) else { return false }
      return try right.required(frame)
    }
  }

  private func either(_ left: Query<Bool>, _ right: Query<Bool>) -> Query<Bool> {
    Query("\(left.operand(1)) || \(right.operand(2))", level: 1) { frame throws(QueryFailure) in
      if try left.required(frame) { return true }
      return try right.required(frame)
    }
  }

  private mutating func comparison<Value: Comparable>(
    _ depth: Int,
    of left: Query<Value>,
    with other: Query<Value>? = nil
  ) -> Query<Bool> {
    guard let right = other ?? number(depth) as? Query<Value> else { return Query("true") { _ in true } }
    let name = generator.one(of: "==", "!=", "<", "<=", ">", ">=")
    return Query("\(left.operand(4)) \(name) \(right.operand(4))", level: 3) { frame throws(QueryFailure) in
      let (left, right) = (try left.body(frame), try right.body(frame))
      if name == "==" { return left == right }
      if name == "!=" { return left != right }
      guard let left, let right else { throw .missing }
      return switch name {
      case "<": left < right
      case "<=": left <= right
      case ">": left > right
      default: left >= right
      }
    }
  }

  private mutating func past<Value>(_ query: Query<Value>) -> Query<Value> {
    guard subject == .none, below(8) == 0 else { return query }
    return Query("before(\(query.text))") { frame throws(QueryFailure) in
      var frame = frame
      frame.moment = max(0, frame.moment - 1)
      return try query.body(frame)
    }
  }

  private mutating func otherwise<Value>(_ query: Query<Value>, _ other: Query<Value>) -> Query<Value> {
    Query("\(query.operand(5)) ?? \(other.operand(4))", level: 4) { frame throws(QueryFailure) in
      if let value = try query.body(frame) { return value }
      return try other.body(frame)
    }
  }
}

// The types.
extension RandomQuery {
  mutating func bool(_ depth: Int) -> Query<Bool> {
    guard depth > 0 else {
      return switch below(4) {
      case 0 where subject == .entry: entryFlag()
      case 0: Query("filter == .active", level: 3) { $0.state.filter == .active }
      case 1: Query("note != nil", level: 3) { $0.state.note != nil }
      case 2: Query("tags.contains(\"Milk\")") { $0.state.tags.contains("Milk") }
      default: Query("isOpen") { $0.state.isOpen }
      }
    }
    switch below(16) {
    case 0: return both(bool(depth - 1), bool(depth - 1))
    case 1: return either(bool(depth - 1), bool(depth - 1))
    case 2:
      let inner = bool(depth - 1)
      return Query("!" + inner.operand(7), level: 7) { frame throws(QueryFailure) in
        !(try inner.required(frame))
      }
    case 3, 4: return comparison(depth - 1, of: number(depth - 1))
    case 5: return comparison(depth - 1, of: text(depth - 1), with: text(depth - 1))
    case 6: return comparison(depth - 1, of: duration(depth - 1), with: duration(depth - 1))
    case 7: return comparison(depth - 1, of: double(depth - 1, isTyped: true), with: double(depth - 1))
    case 8, 9:
      let (list, condition) = (entries(depth - 1), condition(on: .entry, depth - 1))
      let label = generator.one(of: "where: ", "")
      return Query("\(list.operand(8)).contains(\(label)\(condition.text))") { frame throws(QueryFailure) in
        for entry in try list.required(frame) where try condition.required(frame.with(entry)) { return true }
        return false
      }
    case 10, 11:
      let (list, condition) = (entries(depth - 1), condition(on: .entry, depth - 1))
      return Query("\(list.operand(8)).allSatisfy(\(condition.text))") { frame throws(QueryFailure) in
        for entry in try list.required(frame) where !(try condition.required(frame.with(entry))) {
          return false
        }
        return true
      }
    case 12: return entries(depth - 1).map(".isEmpty") { $0.isEmpty }
    case 13: return past(entry(depth - 1).map(generator.one(of: ".", "?.") + "isDone") { $0.isDone })
    case 14:
      // An argument that names the element would be a condition.
      let (list, number) = (numbers(depth - 1), among(.none) { $0.number(0) })
      return Query("\(list.operand(8)).contains(\(number.text))") { frame throws(QueryFailure) in
        let list = try list.required(frame)
        let number = try number.body(frame)
        return list.contains { $0 == number }
      }
    default: return past(otherwise(entry(depth - 1).map("?.isDone") { $0.isDone }, bool(depth - 1)))
    }
  }

  mutating func number(_ depth: Int) -> Query<Int> {
    guard depth > 0 else {
      let number = below(5)
      return switch below(4) {
      case 0 where subject == .entry: Query(#"\.count"#) { $0.entry?.count }
      case 0 where subject == .number: Query(#"\.self"#) { $0.number }
      case 0: Query("small") { Int($0.state.small) }
      case 1: Query("limit") { $0.state.limit }
      case 2: Query("scores.count") { $0.state.scores.count }
      default: Query("\(number)") { _ in number }
      }
    }
    switch below(14) {
    case 0: return entries(depth - 1).map(".count") { $0.count }
    case 1: return entry(depth - 1).map(generator.one(of: ".", "?.") + "count") { $0.count }
    case 2, 3:
      let (list, condition) = (entries(depth - 1), condition(on: .entry, depth - 1))
      return Query("\(list.operand(8)).count(where: \(condition.text))") { frame throws(QueryFailure) in
        var count = 0
        for entry in try list.required(frame) where try condition.required(frame.with(entry)) { count += 1 }
        return count
      }
    case 4:
      let (list, condition) = (entries(depth - 1), condition(on: .entry, depth - 1))
      return Query("\(list.operand(8)).firstIndex(where: \(condition.text))") { frame throws(QueryFailure) in
        for (index, entry) in try list.required(frame).enumerated()
        where try condition.required(frame.with(entry)) {
          return index
        }
        return nil
      }
    case 5, 6:
      let (left, right) = (number(depth - 1), number(depth - 1))
      let name = generator.one(of: "+", "-", "*", "/", "%")
      let level = "+-".contains(name) ? 5 : 6
      return Query("\(left.operand(level)) \(name) \(right.operand(level + 1))", level: level) {
        frame throws(QueryFailure) in
        let (left, right) = (try left.body(frame), try right.body(frame))
        guard let left, let right else { throw .missing }
        if right == 0, "/%".contains(name) { throw .wrong }
        let (result, overflows) =
          switch name {
          case "+": left.addingReportingOverflow(right)
          case "-": left.subtractingReportingOverflow(right)
          case "*": left.multipliedReportingOverflow(by: right)
          case "/": left.dividedReportingOverflow(by: right)
          default: left.remainderReportingOverflow(dividingBy: right)
          }
        if overflows { throw .wrong }
        return result
      }
    case 7: return otherwise(number(depth - 1), number(depth - 1))
    case 8: return past(number(depth - 1))
    case 9: return numbers(depth - 1).map(".max()") { $0.max() }
    case 10:
      let place = below(3)
      return numbers(depth - 1).map("[\(place)]") { (list) throws(QueryFailure) in
        guard place < list.count else { throw .missing }
        return list[place]
      }
    case 11:
      let key = text(0)
      return Query("scores[\(key.text)]") { frame throws(QueryFailure) in
        frame.state.scores[try key.required(frame)]
      }
    case 12: return text(depth - 1).map(generator.one(of: ".", "?.") + "count") { $0.count }
    default: return numbers(depth - 1).map(".first") { $0.first }
    }
  }

  mutating func text(_ depth: Int) -> Query<String> {
    guard depth > 0 else {
      let text = generator.one(of: "", "Milk", "a", "b")
      return switch below(4) {
      case 0 where subject == .entry: Query(#"\.title"#) { $0.entry?.title }
      case 0: Query("name") { $0.state.name }
      case 1 where subject == .entry: Query(#"\.note"#) { $0.entry?.note }
      case 1: Query("note") { $0.state.note }
      default: Query("\"\(text)\"") { _ in text }
      }
    }
    switch below(8) {
    case 0: return entry(depth - 1).map(generator.one(of: ".", "?.") + "title") { $0.title }
    case 1: return entry(depth - 1).map(generator.one(of: ".", "?.") + "note") { $0.note }
    case 2: return otherwise(text(depth - 1), text(depth - 1))
    case 3: return text(depth - 1).map(generator.one(of: ".", "?.") + "uppercased()") { $0.uppercased() }
    case 4: return text(depth - 1).map(generator.one(of: ".", "?.") + "first") { $0.first.map { String($0) } }
    case 5:
      let (left, right) = (text(depth - 1), text(depth - 1))
      return Query("\(left.operand(5)) + \(right.operand(6))", level: 5) { frame throws(QueryFailure) in
        let (left, right) = (try left.body(frame), try right.body(frame))
        guard let left, let right else { throw .missing }
        return left + right
      }
    case 6:
      return entries(depth - 1).map(#".map(\.title).joined(separator: "-")"#) {
        $0.map(\.title).joined(separator: "-")
      }
    default: return past(text(depth - 1))
    }
  }

  /// - Parameter isTyped: Whether its type does not depend on what it is compared with.
  mutating func double(_ depth: Int, isTyped: Bool = false) -> Query<Double> {
    switch depth > 0 ? below(6) : below(3) {
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
    default: return past(Query("ratio") { $0.state.ratio })
    }
  }

  mutating func duration(_ depth: Int) -> Query<Duration> {
    switch depth > 0 ? below(8) : below(4) {
    case 0: return Query("elapsed") { $0.state.elapsed }
    case 1: return Query("now") { $0.times[$0.moment] }
    case 2: return Query("500ms") { _ in .milliseconds(500) }
    case 3: return Query("Duration.seconds(1)") { _ in .seconds(1) }
    case 4:
      let (left, right) = (duration(depth - 1), number(0))
      return Query("\(left.operand(6)) * \(right.operand(7))", level: 6) { frame throws(QueryFailure) in
        let (left, right) = (try left.body(frame), try right.body(frame))
        guard let left, let right else { throw .missing }
        return left * right
      }
    case 5:
      let (left, right) = (duration(depth - 1), duration(depth - 1))
      return Query("\(left.operand(5)) + \(right.operand(6))", level: 5) { frame throws(QueryFailure) in
        let (left, right) = (try left.body(frame), try right.body(frame))
        guard let left, let right else { throw .missing }
        return left + right
      }
    case 6: return entry(depth - 1).map(generator.one(of: ".", "?.") + "time") { $0.time }
    default: return past(duration(depth - 1))
    }
  }

  private mutating func entry(_ depth: Int) -> Query<Ledger.Entry> {
    let number = below(4)
    switch depth > 0 ? below(8) : below(6) {
    case 0: return Query("favorite") { $0.state.favorite }
    case 1: return Query("entries.first") { $0.state.entries.first }
    case 2: return Query("entries.last") { $0.state.entries.last }
    case 3:
      return Query("entries[\(number)]") { frame throws(QueryFailure) in
        let entries = frame.state.entries
        guard number < entries.count else { throw .missing }
        return entries[number]
      }
    case 4: return Query("entries[id: \(number * 5)]") { $0.state.entries[id: number * 5] }
    case 5:
      return Query("favorite!") { frame throws(QueryFailure) in
        guard let favorite = frame.state.favorite else { throw .missing }
        return favorite
      }
    default:
      let (list, condition) = (entries(depth - 1), condition(on: .entry, depth - 1))
      let isFirst = below(2) == 0
      return Query("\(list.operand(8)).\(isFirst ? "first" : "last")(where: \(condition.text))") {
        frame throws(QueryFailure) in
        let list = try list.required(frame)
        for entry in isFirst ? list : list.reversed() where try condition.required(frame.with(entry)) {
          return entry
        }
        return nil
      }
    }
  }

  private mutating func entries(_ depth: Int) -> Query<[Ledger.Entry]> {
    switch depth > 0 ? below(7) : 0 {
    case 1, 2:
      let (list, condition) = (entries(depth - 1), condition(on: .entry, depth - 1))
      return Query("\(list.operand(8)).filter(\(condition.text))") { frame throws(QueryFailure) in
        var kept: [Ledger.Entry] = []
        for entry in try list.required(frame) where try condition.required(frame.with(entry)) {
          kept.append(entry)
        }
        return kept
      }
    case 3: return entries(depth - 1).map(".reversed()") { $0.reversed() }
    case 4:
      let count = below(3)
      return entries(depth - 1).map(".prefix(\(count))") { Array($0.prefix(count)) }
    default: return Query("entries") { Array($0.state.entries) }
    }
  }

  mutating func numbers(_ depth: Int) -> Query<[Int]> {
    switch depth > 0 ? below(7) : 0 {
    case 1:
      let condition = condition(on: .number, depth - 1)
      return Query("numbers.filter(\(condition.text))") { frame throws(QueryFailure) in
        var kept: [Int] = []
        for number in frame.state.numbers where try condition.required(frame.with(number)) {
          kept.append(number)
        }
        return kept
      }
    case 2: return entries(depth - 1).map(#".map(\.count)"#) { $0.map(\.count) }
    case 3: return numbers(depth - 1).map(".sorted()") { $0.sorted() }
    case 4: return entry(depth - 1).map(".parts") { $0.parts }
    case 5: return Query("byNumber.keys") { $0.state.byNumber.keys.sorted() }
    default: return Query("numbers") { $0.state.numbers }
    }
  }
}
