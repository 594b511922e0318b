/// An expression and its value in a scope, by rules that are repeated here without parsing or run-time types.
public struct Query<Scope, Value> {
  /// The value in a scope; `nil` if the expression is `nil` there.
  public typealias Body = (Scope) throws(QueryFailure) -> Value?

  public let text: String
  /// How tightly its outermost operator binds: 0 for `? :`, 1 for `||`, 2 for `&&`, 3 for comparisons, 4 for `??`,
  /// 5 for `+`, 6 for `*`, 7 for prefix operators, 8 for none.
  public let level: Int
  /// Whether `nil` can propagate through a `?` in it.
  public let isChain: Bool
  public let body: Body

  public init(_ text: String, level: Int = 8, isChain: Bool = false, _ body: @escaping Body) {
    (self.text, self.level, self.isChain, self.body) = (text, level, isChain, body)
  }

  /// Its text as an operand of an operator.
  public func operand(_ level: Int) -> String { self.level < level ? "(\(text))" : text }

  /// A value that must not be missing.
  public func required(_ scope: Scope) throws(QueryFailure) -> Value {
    guard let value = try body(scope) else { throw .missing }
    return value
  }

  /// A member or method, with the text that follows the value: `.count`, `?.count`, `[0]`.
  public func map<Other>(_ text: String, _ transform: @escaping (Value) throws(QueryFailure) -> Other?)
    -> Query<Scope, Other>
  {
    method(text) { (_, value) throws(QueryFailure) in try transform(value) }
  }

  /// A method with arguments that are evaluated in the scope.
  public func method<Other>(
    _ text: String,
    _ transform: @escaping (Scope, Value) throws(QueryFailure) -> Other?
  ) -> Query<Scope, Other> {
    let isChain = isChain || text.hasPrefix("?")
    return Query<Scope, Other>(operand(8) + text, isChain: isChain) { scope throws(QueryFailure) in
      guard let value = try body(scope) else {
        if isChain { return nil }
        throw .missing
      }
      return try transform(scope, value)
    }
  }
}

/// Why an expression has no value.
public enum QueryFailure: Error {
  /// A value is missing, but may exist in another state.
  case missing
  case wrong
}

// Operators.
extension Query {
  public func otherwise(_ other: Query) -> Query {
    Query("\(operand(5)) ?? \(other.operand(4))", level: 4) { scope throws(QueryFailure) in
      if let value = try body(scope) { return value }
      return try other.body(scope)
    }
  }

  /// A binary operator, which needs both of its operands.
  public func combined<Other, Result>(
    _ name: String,
    _ other: Query<Scope, Other>,
    level: Int,
    _ combine: @escaping (Value, Other) throws(QueryFailure) -> Result
  ) -> Query<Scope, Result> {
    Query<Scope, Result>("\(operand(level)) \(name) \(other.operand(level + 1))", level: level) {
      scope throws(QueryFailure) in
      let (left, right) = (try body(scope), try other.body(scope))
      guard let left, let right else { throw .missing }
      return try combine(left, right)
    }
  }
}

extension Query where Value == Bool {
  public static prefix func ! (inner: Query) -> Query {
    Query("!" + inner.operand(7), level: 7) { scope throws(QueryFailure) in !(try inner.required(scope)) }
  }

  public static func && (left: Query, right: Query) -> Query {
    Query("\(left.operand(2)) && \(right.operand(3))", level: 2) { scope throws(QueryFailure) in
      guard try left.required(scope) else { return false }
      return try right.required(scope)
    }
  }

  public static func || (left: Query, right: Query) -> Query {
    Query("\(left.operand(1)) || \(right.operand(2))", level: 1) { scope throws(QueryFailure) in
      if try left.required(scope) { return true }
      return try right.required(scope)
    }
  }

  /// One of two values: `condition ? first : second`.
  public func choosing<Other>(_ first: Query<Scope, Other>, _ second: Query<Scope, Other>) -> Query<
    Scope, Other
  > {
    Query<Scope, Other>("\(operand(1)) ? \(first.operand(1)) : \(second.text)", level: 0) {
      scope throws(QueryFailure) in
      try required(scope) ? try first.body(scope) : try second.body(scope)
    }
  }
}

extension Query where Value: Comparable {
  public func compared(_ name: String, to other: Query) -> Query<Scope, Bool> {
    Query<Scope, Bool>("\(operand(4)) \(name) \(other.operand(4))", level: 3) { scope throws(QueryFailure) in
      let (left, right) = (try body(scope), try other.body(scope))
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
}

extension Query where Value == Int {
  public func computed(_ name: String, _ other: Query) -> Query {
    combined(name, other, level: "+-".contains(name) ? 5 : 6) { (left, right) throws(QueryFailure) in
      try Self.result(of: name, left, right)
    }
  }

  /// The result of an operator. Overflow and division by zero are failures.
  public static func result(of name: String, _ left: Int, _ right: Int) throws(QueryFailure) -> Int {
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
}

// Interpolation.
extension Query {
  /// This expression as part of an interpolation.
  public var interpolated: Query<Scope, String> {
    Query<Scope, String>("\\(\(text))") { scope throws(QueryFailure) in
      try body(scope).map { "\($0)" } ?? "nil"
    }
  }
}

extension Query where Value == String {
  public init(interpolating parts: Query...) {
    self.init("\"\(parts.map(\.text).joined())\"") { scope throws(QueryFailure) in
      var text = ""
      for part in parts { text += try part.required(scope) }
      return text
    }
  }
}

/// The argument of a method that is evaluated for each element: a closure, or a key path and what follows it.
public struct Lambda<Scope, Element, Value> {
  public let text: String
  /// Whether it follows the brackets: `filter { … }`.
  let isTrailing: Bool
  let body: (Scope, Element) throws(QueryFailure) -> Value?

  public init(
    _ text: String,
    isTrailing: Bool = false,
    _ body: @escaping (Scope, Element) throws(QueryFailure) -> Value?
  ) {
    (self.text, self.isTrailing, self.body) = (text, isTrailing, body)
  }

  /// The text after a method's name.
  public func argument(_ label: String = "") -> String { isTrailing ? " \(text)" : "(\(label)\(text))" }

  public func required(_ scope: Scope, _ element: Element) throws(QueryFailure) -> Value {
    guard let value = try body(scope, element) else { throw .missing }
    return value
  }
}

// Methods of lists.
extension Query {
  public func filter<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query where Value == [Element] {
    method(".filter" + condition.argument()) { (scope, elements) throws(QueryFailure) in
      var kept: [Element] = []
      for element in elements where try condition.required(scope, element) { kept.append(element) }
      return kept
    }
  }

  public func count<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query<Scope, Int>
  where Value == [Element] {
    method(".count" + condition.argument("where: ")) { (scope, elements) throws(QueryFailure) in
      var count = 0
      for element in elements where try condition.required(scope, element) { count += 1 }
      return count
    }
  }

  public func first<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query<Scope, Element>
  where Value == [Element] {
    method(".first" + condition.argument("where: ")) { (scope, elements) throws(QueryFailure) in
      try condition.firstIndex(in: elements, scope).map { elements[$0] }
    }
  }

  public func last<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query<Scope, Element>
  where Value == [Element] {
    method(".last" + condition.argument("where: ")) { (scope, elements) throws(QueryFailure) in
      let elements = Array(elements.reversed())
      return try condition.firstIndex(in: elements, scope).map { elements[$0] }
    }
  }

  public func firstIndex<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query<Scope, Int>
  where Value == [Element] {
    method(".firstIndex" + condition.argument("where: ")) { (scope, elements) throws(QueryFailure) in
      try condition.firstIndex(in: elements, scope)
    }
  }

  /// - Parameter label: `where: `, or nothing, which only expressions allow.
  public func contains<Element>(
    _ condition: Lambda<Scope, Element, Bool>,
    label: String = "where: "
  ) -> Query<Scope, Bool> where Value == [Element] {
    method(".contains" + condition.argument(label)) { (scope, elements) throws(QueryFailure) in
      try condition.firstIndex(in: elements, scope) != nil
    }
  }

  public func allSatisfy<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query<Scope, Bool>
  where Value == [Element] {
    method(".allSatisfy" + condition.argument()) { (scope, elements) throws(QueryFailure) in
      try condition.firstIndex(in: elements, scope, is: false) == nil
    }
  }

  public func prefix<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query where Value == [Element] {
    method(".prefix" + condition.argument("while: ")) { (scope, elements) throws(QueryFailure) in
      Array(elements[..<(try condition.firstIndex(in: elements, scope, is: false) ?? elements.count)])
    }
  }

  public func drop<Element>(_ condition: Lambda<Scope, Element, Bool>) -> Query where Value == [Element] {
    method(".drop" + condition.argument("while: ")) { (scope, elements) throws(QueryFailure) in
      Array(elements[(try condition.firstIndex(in: elements, scope, is: false) ?? elements.count)...])
    }
  }

  /// - Parameter name: `map` if the values are never `nil`, `compactMap` to drop these.
  public func map<Element, Other>(_ lambda: Lambda<Scope, Element, Other>, _ name: String = "map")
    -> Query<Scope, [Other]> where Value == [Element]
  {
    method(".\(name)" + lambda.argument()) { (scope, elements) throws(QueryFailure) in
      var values: [Other] = []
      for element in elements {
        if let value = try lambda.body(scope, element) { values.append(value) }
      }
      return values
    }
  }

  public func reduce<Element, Result>(
    _ start: Query<Scope, Result>,
    _ lambda: Lambda<Scope, (Result, Element), Result>
  ) -> Query<Scope, Result> where Value == [Element] {
    let arguments = lambda.isTrailing ? "(\(start.text)) \(lambda.text)" : "(\(start.text), \(lambda.text))"
    return method(".reduce" + arguments) { (scope, elements) throws(QueryFailure) in
      var result = try start.required(scope)
      for element in elements { result = try lambda.required(scope, (result, element)) }
      return result
    }
  }

  /// Part of a list: `[1..<3]`, `[1...]`, `[...2]`; a bound beyond its end is an error.
  public func slice<Element>(_ start: Int?, _ end: Int?, isClosed: Bool) -> Query where Value == [Element] {
    let text =
      (start.map { "\($0)" } ?? "") + (isClosed || end == nil ? "..." : "..<") + (end.map { "\($0)" } ?? "")
    return map("[\(text)]") { (elements) throws(QueryFailure) in
      let (start, end) = (start ?? 0, end.map { isClosed ? $0 + 1 : $0 } ?? elements.count)
      guard start <= end, end <= elements.count else { throw .missing }
      return Array(elements[start..<end])
    }
  }

  /// The value of a closure for this value, if there is one: `Optional.map`.
  public func mapOptional<Other>(_ lambda: Lambda<Scope, Value, Other>) -> Query<Scope, Other> {
    Query<Scope, Other>(operand(8) + ".map" + lambda.argument(), isChain: isChain) {
      scope throws(QueryFailure) in
      guard let value = try body(scope) else { return nil }
      return try lambda.body(scope, value)
    }
  }
}

extension Lambda where Value == Bool {
  fileprivate func firstIndex(in elements: [Element], _ scope: Scope, is expected: Bool = true)
    throws(QueryFailure) -> Int?
  {
    for (index, element) in elements.enumerated() where try required(scope, element) == expected {
      return index
    }
    return nil
  }
}
