import Core

extension Method {
  private static let condition = "for which a condition holds"

  /// The methods of collections, in display order.
  static let ofLists: [Method] = [
    Method("filter", [.condition()], "the elements \(condition)") {
      $0.base.has(.unordered) ? $0.base : $0.same
    } _: { call in
      if let unordered = call.base.any as? any UnorderedElements {
        try call.take(steps: call.base.elementCount ?? 0)
        return .made(try unordered.keeping { try call.holds(0, for: Value(flattening: $0)) })
      }
      return try call.collect { element, list in
        if try call.holds(0, for: element) { list.append(element) }
        return true
      }
    },
    Method("map", [.transform()], "the value of an expression for each element", \.listOfResults) { call in
      if let element = call.result?.element?.settled,
        let known = try call.remembered(0, TypedList.of(element), { try? $0.value(in: call.evaluation) })
      {
        return .made(known.list)
      }
      return try call.collect { element, list in
        list.append(try call.apply(0, to: element))
        return true
      }
    },
    Method(
      "compactMap",
      [.transform()],
      "the value of an expression for each element, without nil",
      \.listOfResults
    ) {
      call in
      try call.collect { element, list in
        let value = try call.apply(0, to: element)
        if !value.isNull { list.append(value) }
        return true
      }
    },
    Method("flatMap", [.transform()], "the value of an expression for each element, as one list") {
      .list(of: $0.arguments[0]?.element?.settled)
    } _: { call in
      try call.collect { element, list in
        let inner = try call.apply(0, to: element)
        guard inner.isNull || inner.elementCount != nil else {
          throw call.error("'flatMap' expects lists; a value is \(typeName(inner.shape))")
        }
        try call.elements(of: inner).forEach { list.append($0) }
        return true
      }
    },
    Method("first", [.condition("where")], "the first element \(condition)", isElement: true, \.element) {
      call in
      var found = Value.null
      try call.forEach { element in
        guard try call.holds(0, for: element) else { return true }
        found = element.kept
        return false
      }
      return found
    },
    Method("last", [.condition("where")], "the last element \(condition)", isElement: true, \.element) {
      call in
      try call.elements().last { try call.holds(0, for: $0) } ?? .null
    },
    Method(
      "contains",
      [.value(nil, .element)],
      "whether it contains an element",
      returns: Bool.self
    ) {
      call in
      try call.position(of: 0) != nil
    },
    decided("contains", "where", "whether a condition holds for an element", by: true),
    decided("allSatisfy", nil, "whether a condition holds for all elements", by: false),
    Method("count", [.condition("where")], "the number of elements \(condition)", returns: Int.self) {
      call in
      if let known = try call.remembered(0) { return known.matching }
      var count = 0
      try call.forEach { element in
        if try call.holds(0, for: element) { count += 1 }
        return true
      }
      return count
    },
    Method("firstIndex", [.value("of", .element)], "the position of an element", returns: Int.self) {
      call in
      try call.position(of: 0)
    },
    Method(
      "firstIndex",
      [.condition("where")],
      "the position of the first element \(condition)",
      returns: Int.self
    ) {
      try $0.position(where: true)
    },
    Method(
      "lastIndex",
      [.value("of", .element)],
      "the last position of an element",
      returns: Int.self
    ) {
      call in
      guard let wanted = try call.value(0) else { return nil }
      return try call.elements().lastIndex { Comparison.areEqual($0, wanted) == true }
    },
    Method(
      "lastIndex",
      [.condition("where")],
      "the position of the last element \(condition)",
      returns: Int.self
    ) {
      call in
      try call.elements().lastIndex { try call.holds(0, for: $0) }
    },
    Method("sorted", [.order], "the sorted elements", elements: .ordered, \.list) { call in
      var keyed = try call.elements().map { element in (key: try call.key(of: element), element: element) }
      // A list of values without an order is an error even if it has only one.
      if keyed.count == 1 { _ = try call.isLess(keyed[0].key, keyed[0].key) }
      // The standard library's sort is stable, but has no typed throws.
      var failure: (any Error)?
      keyed.sort { left, right in
        guard failure == nil else { return false }
        do {
          try call.take(steps: 1)
          return try call.isLess(left.key, right.key)
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
      return .list(keyed.map(\.element), of: call.element)
    },
    Method("reversed", [], "the elements in reverse order", \.list) { call in
      .list(try call.elements().reversed(), of: call.element)
    },
    Method("min", [.order], "the smallest element", isElement: true, elements: .ordered, \.element) {
      try $0.extreme(isMinimum: true)
    },
    Method("max", [.order], "the largest element", isElement: true, elements: .ordered, \.element) {
      try $0.extreme(isMinimum: false)
    },
    part("prefix", "the first elements") { count, length in 0..<min(count, length) },
    Method("prefix", [.condition("while")], "the elements before the first that fails a condition", \.same) {
      call in
      try call.collect { element, list in
        let holds = try call.holds(0, for: element)
        if holds { list.append(element) }
        return holds
      }
    },
    part("suffix", "the last elements") { count, length in max(0, count - length)..<count },
    part("dropFirst", "all but the first elements", isOptional: true) { count, length in
      min(count, length)..<count
    },
    part("dropLast", "all but the last elements", isOptional: true) { count, length in
      0..<max(0, count - length)
    },
    Method("drop", [.condition("while")], "the elements from the first that fails a condition", \.same) {
      call in
      var isDropping = true
      return try call.collect { element, list in
        isDropping = try isDropping && call.holds(0, for: element)
        if !isDropping { list.append(element) }
        return true
      }
    },
    joined,
    Method(
      "reduce",
      [.value(nil, .any), .combination],
      "a value combined with each element in turn"
    ) {
      $0.arguments[0] === $0.arguments[1] ? $0.arguments[0] : nil
    } _: { call in
      var result = try call.value(0) ?? .null
      try call.forEach { element in
        result = try call.apply(1, to: result, element).kept
        return true
      }
      return result
    },
    Method("sum", [], "the sum of the elements", elements: .numbers, \.sum) { call in
      let arithmetic = Arithmetic(binary: .plus, node: call.node, source: call.source)
      var sum = call.element?.zero ?? .made(0)
      try call.forEach { element in
        try call.take(steps: 1)
        guard let left = sum.shape, let right = element.shape,
          let code = arithmetic.code(left, right)
        else {
          throw call.error(Method.Elements.numbers.mismatch(element.shape), isMissing: element.isNull)
        }
        sum = try code.run(call.evaluation, sum, element)
        return true
      }
      return sum
    },
    Method("enumerated", [], "the elements with their positions") {
      .list(of: $0.element.flatMap { .tuple(of: [.of(Int.self), $0], labels: Method.positionLabels) })
    } _: { call in
      let pairs = try call.elements().enumerated().map { position, element in
        Value.tuple([.made(position), element], labels: Method.positionLabels)
      }
      return .list(pairs, of: call.result?.element)
    },
    Method("grouped", [.transform("by")], "the elements grouped by the value of an expression") {
      types in
      types.arguments[0].flatMap { Shape.dictionary(of: $0, .list(of: types.element)) }
    } _: { call in
      var groups: [AnyHashable: [Value]] = [:]
      for element in try call.elements() {
        let key = try call.apply(0, to: element)
        guard let hashable = key.hashable else { throw call.arguments[0].term.unhashable(key.shape) }
        groups[hashable, default: []].append(element)
      }
      return .dictionary(groups.map { (.made($0.base), .list($1, of: call.element)) }) ?? .null
    },
    Method(
      "starts",
      [.value("with", .list)],
      "whether it begins with the elements of another list",
      returns: Bool.self
    ) {
      call in
      let other = try call.elements(of: call.value(0))
      let own = try call.elements()
      return own.count >= other.count
        && zip(own, other).allSatisfy { Comparison.areEqual($0, $1) == true }
    },
  ]

  static let joined = Method(
    "joined",
    [.value("separator", .text, isOptional: true)],
    "the strings joined, optionally with a separator",
    elements: .texts,
    returns: String.self
  ) { call in
    let separator = try call.text(0) ?? ""
    return try call.elements().map { element in
      if let text = text(of: element.any) {
        try call.take(copies: 1, of: text)
        try call.take(copies: 1, of: separator)
        return text
      }
      throw call.error(Method.Elements.texts.mismatch(element.shape), isMissing: element.isNull)
    }.joined(separator: separator)
  }

  /// - Parameter decisive: The value of the condition for an element that decides the result.
  private static func decided(_ name: String, _ label: String?, _ summary: String, by decisive: Bool)
    -> Method
  {
    Method(name, [.condition(label)], summary, decisive: decisive, returns: Bool.self) { call in
      if let known = try call.remembered(0, upTo: decisive) {
        return (known.position(of: decisive) != nil) == decisive
      }
      return (try call.position(where: decisive) != nil) == decisive
    }
  }

  private static func part(
    _ name: String,
    _ summary: String,
    isOptional: Bool = false,
    _ positions: @escaping @Sendable (_ count: Int, _ length: Int) -> Range<Int>
  ) -> Method {
    Method(name, [.value(nil, .count, isOptional: isOptional)], summary, \.same) {
      call in
      let length = try call.count(0) ?? 1
      let range = positions(call.base.elementCount ?? 0, length)
      if call.shape.has(.string), let text = text(of: call.base.any) {
        return .made(String(text.dropFirst(range.lowerBound).prefix(range.count)))
      }
      if call.shape.has(.unordered) {
        return .list(Array(try call.elements()[range]), of: call.element)
      }
      try call.take(steps: range.count)
      return call.base.elements(in: range, of: call.element)
    }
  }

  /// The methods of sets, in display order.
  static let ofSets: [Method] = [
    set("union", "the elements in either") { $0 || $1 },
    set("intersection", "the elements in both") { $0 && $1 },
    set("subtracting", "the elements not in the other") { $0 && !$1 },
    set("symmetricDifference", "the elements in only one") { $0 != $1 },
    relation("isSubset", "of", "whether the other has all its elements") { $0.isSubset(of: $1) },
    relation("isSuperset", "of", "whether it has all elements of the other") { $0.isSuperset(of: $1) },
    relation("isDisjoint", "with", "whether the other has none of its elements") { $0.isDisjoint(with: $1) },
  ]

  private static func set(
    _ name: String,
    _ summary: String,
    _ keeps: @escaping @Sendable (_ isInFirst: Bool, _ isInSecond: Bool) -> Bool
  ) -> Method {
    Method(name, [.value(nil, .members)], summary, \.base) { call in
      let (own, other) = try call.sets()
      let kept = own.union(other).filter { keeps(own.contains($0), other.contains($0)) }
      return .set(kept.map { .made($0.base) }, of: call.shape.element) ?? .null
    }
  }

  private static func relation(
    _ name: String,
    _ label: String,
    _ summary: String,
    _ holds: @escaping @Sendable (Set<AnyHashable>, Set<AnyHashable>) -> Bool
  ) -> Method {
    Method(name, [.value(label, .members)], summary, returns: Bool.self) { call in
      let (own, other) = try call.sets()
      return holds(own, other)
    }
  }

  /// The methods of dictionaries, in display order.
  static let ofDictionaries: [Method] = [
    Method(
      "mapValues",
      [.transform(ofValues: true)],
      "the dictionary with the value of an expression for each value"
    ) {
      types in
      types.arguments[0].flatMap { value in types.base.pairs.flatMap { Shape.dictionary(of: $0.key, value) } }
    } _: { call in
      try call.take(steps: call.base.elementCount ?? 0)
      let mapped = try call.base.pairs?.map { (pair) throws -> (Value, Value) in
        (Value(flattening: pair.key), try call.apply(0, to: Value(flattening: pair.value)).kept)
      }
      return mapped.flatMap(Value.dictionary) ?? .null
    }
  ]
}

extension Value {
  /// The value as a member of a set, or as a key.
  var hashable: AnyHashable? { (any as? any Hashable).map { AnyHashable($0) } }
}

extension Method {
  /// The labels of the pairs of `enumerated()`.
  fileprivate static let positionLabels: [String?] = ["offset", "element"]
}

extension Shape {
  /// The sum of no values of the type; `nil` for integers, which are added as `Int`.
  fileprivate var zero: Value? {
    func zero<Number: AdditiveArithmetic>(_: Number.Type) -> Value { .made(Number.zero as Any) }
    return has(.integer) ? nil : (type as? any AdditiveArithmetic.Type).map { zero($0) }
  }

  static func dictionary(of key: Shape, _ value: Shape) -> Shape? {
    func dictionary<Key: Hashable>(_: Key.Type) -> Any.Type {
      func dictionary<Value>(_: Value.Type) -> Any.Type { [Key: Value].self }
      return _openExistential(value.type, do: dictionary)
    }
    return key.hashable.map { .of(dictionary($0)) }
  }
}

extension Method.Types {
  /// The type of some elements in their order: a string for a string.
  fileprivate var same: Shape? { base.has(.string) ? .of(String.self) : list }
  /// Integers of all types are added as `Int`, if they fit.
  fileprivate var sum: Shape? {
    guard let element, element.has(.integer) else { return element }
    return element.has(.wide) ? nil : .of(Int.self)
  }
  fileprivate var list: Shape? { .list(of: element) }
  fileprivate var listOfResults: Shape? { .list(of: arguments[0]) }
}

extension Call {
  /// A collection that `visit` fills from the elements until it returns `false`; a string if the result is
  /// one.
  fileprivate func collect(_ visit: (Value, inout ListBuilder) throws -> Bool) throws -> Value {
    let isText = result?.type == String.self
    var list = ListBuilder(of: isText ? element : result?.element?.settled)
    try forEach { try visit($0, &list) }
    return isText ? .made(String(list.list.any as? [Character] ?? [])) : list.list
  }

  /// The elements, and those of the argument, which must have the same type.
  fileprivate func sets() throws -> (own: Set<AnyHashable>, other: Set<AnyHashable>) {
    let (own, values) = (try elements(), try elements(of: value(0)))
    if let element, let other = values.first(where: { !$0.isOf(element) }) {
      throw arguments[0].term.incomparable(element, other.shape, in: shape)
    }
    return (Set(own.compactMap(\.hashable)), Set(values.compactMap(\.hashable)))
  }

  /// The position of the first element for which the condition has a value.
  fileprivate func position(where wanted: Bool) throws -> Int? {
    try position { element in try holds(0, for: element) == wanted }
  }

  /// The position of the first element for which a closure returns `true`.
  private func position(_ holds: (Value) throws -> Bool) throws -> Int? {
    var position = 0
    var isFound = false
    try forEach { element in
      isFound = try holds(element)
      if !isFound { position += 1 }
      return !isFound
    }
    return isFound ? position : nil
  }

  /// The position of the element that equals an argument.
  fileprivate func position(of index: Int) throws -> Int? {
    guard let wanted = try value(index) else { return nil }
    if shape.has(.unordered), let set = base.any as? any UnorderedElements, let value = wanted.any,
      let isMember = set.has(value)
    {
      return isMember ? 0 : nil
    }
    if let element = shape.elements?.shape, wanted.isOf(element), let isEqual = element.equality {
      // Elements of the same type are compared in place.
      var (count, isFound) = (0, false)
      wanted.read { wanted in
        _ = base.read { list in
          list.shape.forEachElement(at: list.address) { element, _ in
            count += 1
            isFound = isEqual(element, wanted.address)
            return !isFound
          }
        }
      }
      try take(steps: count)
      return isFound ? count - 1 : nil
    }
    return try position { element in
      try take(steps: 1)
      guard let isEqual = Comparison.areEqual(element, wanted) else {
        throw arguments[index].term.incomparable(element.shape, wanted.shape, in: shape)
      }
      return isEqual
    }
  }

  /// Whether an element comes before another in the order of the argument, or in their own.
  fileprivate func isLess(_ left: Value, _ right: Value) throws -> Bool {
    if arguments.first?.arity == 2 {
      return try apply(0, to: left, right).unboxed(as: Bool.self) ?? false
    }
    if let isLess = Comparison.isLess(left, right) { return isLess }
    let types = (typeName(left.shape), typeName(right.shape))
    throw error(
      types.0 == types.1
        ? Method.Elements.ordered.mismatch(left.shape) : "cannot compare \(types.0) and \(types.1)",
      isMissing: left.isNull || right.isNull
    )
  }

  /// The sort key of an element.
  fileprivate func key(of element: Value) throws -> Value {
    arguments.first?.arity == 1 ? try apply(0, to: element).kept : element
  }

  fileprivate func extreme(isMinimum: Bool) throws -> Value {
    var best: (key: Value, element: Value)?
    try forEach { element in
      try take(steps: 1)
      let key = try key(of: element).kept
      let known = best?.key ?? key
      let isBetter = try isMinimum ? isLess(key, known) : isLess(known, key)
      if isBetter || best == nil { best = (key, element.kept) }
      return true
    }
    return best?.element ?? .null
  }

  /// The number of elements that satisfy a condition, updated from the last version of the list.
  ///
  /// - Parameter decisive: The value of the condition that ends the search.
  /// - Returns: `nil` if nothing is remembered, or the ordinary body must run: the condition depends on more
  ///   than the element, or fails for one.
  /// - Complexity: O(changes) evaluations of the condition.
  fileprivate func remembered(_ index: Int, upTo decisive: Bool? = nil) throws -> CountedAnswers? {
    try remembered(index, CountedAnswers(), upTo: { known in decisive.flatMap(known.position) }) {
      try? $0.holds(in: evaluation)
    }
  }

  /// The values of a closure for the elements, updated in the same way.
  fileprivate func remembered<Answers: ElementAnswers>(
    _ index: Int,
    _ none: @autoclosure () -> Answers,
    upTo last: (Answers) -> Int? = { _ in nil },
    _ answer: (Term) -> Answers.Answer?
  ) throws -> Answers? {
    let argument = arguments[index]
    guard let memo = evaluation.memo, evaluation.record == nil, argument.slot == 0,
      argument.isClosed,
      let elements = shape.elements, elements.knowsRegions,
      // Comparing two versions takes as long as visiting a few elements.
      base.elementCount ?? 0 > 8, case .place(let list) = base
    else { return nil }
    let node = argument.term.node
    let answers =
      memo.answers(of: node) as? RememberedAnswers<Answers> ?? RememberedAnswers(of: elements, none())
    let known = evaluation.withoutCounting {
      answers.update(to: list) { element in
        bind(index, element)
        let before = evaluation.steps
        let found = answer(argument.term)
        return (found, evaluation.steps - before)
      }
    }
    if !evaluation.readsObject { memo.note(answers, of: node) }
    if let known { try take(steps: answers.steps(to: last(known))) }
    return known
  }
}

extension Value {
  /// A dictionary; `nil` if a key cannot be hashed.
  static func dictionary(_ pairs: [(key: Value, value: Value)]) -> Value? {
    guard let key = pairs.first?.key.shape, let value = pairs.first?.value.shape,
      pairs.allSatisfy({ $0.key.shape === key && $0.value.shape === value })
    else {
      let pairs = pairs.compactMap { pair in pair.key.hashable.map { ($0, pair.value.any as Any) } }
      return .made([AnyHashable: Any](pairs) { first, _ in first })
    }
    func make<Key: Hashable>(_: Key.Type) -> Any {
      func make<Value>(_: Value.Type) -> Any {
        let pairs = pairs.compactMap { pair in
          pair.key.unboxed(as: Key.self).flatMap { key in
            pair.value.unboxed(as: Value.self).map { (key, $0) }
          }
        }
        return [Key: Value](pairs) { first, _ in first }
      }
      return _openExistential(value.type, do: make)
    }
    return key.hashable.map { .made(make($0)) }
  }
}
