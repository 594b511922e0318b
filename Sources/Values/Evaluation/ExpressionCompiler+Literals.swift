import Core

// A literal is read as the expected type, by the reader of actions; without one, as in Swift.
extension ExpressionCompiler {
  func literal(_ node: SyntaxNode, as expected: Shape?) throws -> Term {
    if let expected {
      if node.isLiteral, node.kind != .null {
        do {
          return constant(node, try ValueReader(source: source, node: node).value(of: expected.type))
        } catch {
          if let value = Self.staticMember(node, of: expected) { return constant(node, value) }
          if node.isImplicitMember { throw error }
        }
      } else if let term = try composite(node, as: expected) {
        return term
      }
    }
    switch node.kind {
    case .integer(let value): return constant(node, Int(exactly: value) ?? UInt64(clamping: value))
    case .double(let value): return constant(node, value)
    case .duration(let value): return constant(node, value)
    case .string(let value): return constant(node, value)
    case .bool(let value): return constant(node, value)
    case .array(let elements): return try array(elements, at: node, of: nil)
    case .dictionary(let entries): return try dictionary(entries, at: node, keys: nil)
    case .tuple(let elements): return try tuple(elements, at: node, as: nil)
    case .range(let lower, let upper, let isClosed):
      return try range(lower, upper, isClosed, at: node)
    case .enumCase("nan", nil): return constant(node, Double.nan)
    case .enumCase("infinity", nil): return constant(node, Double.infinity)
    case .enumCase: return constant(node, UntypedCase(node, in: source))
    default: return constant(node, nil)
    }
  }

  func constant(_ node: SyntaxNode, _ value: Any?) -> Term { Term(node, in: source, value) }

  /// A literal of a type with parts that are not literals; `nil` if it is read as another type.
  private func composite(_ node: SyntaxNode, as expected: Shape) throws -> Term? {
    switch node.kind {
    case .array(let elements) where expected.isList:
      return try array(elements, at: node, of: expected.element?.settled)
    case .dictionary(let entries) where expected.pairs != nil:
      return try dictionary(entries, at: node, keys: expected.pairs?.key, expected.pairs?.value)
    case .tuple(let elements) where expected.typeKind == .tuple:
      return try tuple(elements, at: node, as: expected.tuple)
    case .enumCase(let name, let arguments):
      guard let choice = expected.choice else { return nil }
      let element = try ValueReader(source: source, node: node).case(name, of: choice)
      let values = try payload(of: element, arguments ?? [], at: node)
      return term(node, choice.shape) { evaluation in
        let parts = try values.map { value in try value.value(in: evaluation).asPart }
        guard let made = choice.make(element, parts) else {
          throw source.error("the associated values of '.\(element.name)' have the wrong types", at: node)
        }
        return .made(made)
      }
    default: return nil
    }
  }

  /// Compiles the arguments of a case for the types of its associated values.
  private func payload(
    of element: Choice.Case,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws -> [Term] {
    let arguments = element.spread(arguments)
    let labels = element.parameters.map(\.label)
    guard arguments.count == labels.count,
      zip(arguments, labels).allSatisfy({ $0.label == nil || $1 == nil || $0.label?.text == $1 })
    else {
      let values = labels.map { $0.map { "\($0): …" } ?? "…" }.joined(separator: ", ")
      throw source.error(
        labels.isEmpty
          ? "the case '\(element.name)' has no associated values"
          : "the associated values of the case '\(element.name)' are (\(values))",
        at: node,
        hint: "write .\(element.name) to match any associated values"
      )
    }
    return try zip(arguments, element.parameters).map { argument, parameter in
      try term(argument.value, as: parameter.shape.settled)
    }
  }

  /// Static members that are not literals: `.max`, `.pi`, `.allCases`.
  private static func staticMember(_ node: SyntaxNode, of shape: Shape) -> Any? {
    guard case .enumCase(let name, nil) = node.kind else { return nil }
    func cases<Value: CaseIterable>(_: Value.Type) -> Any? {
      name == "allCases" ? Array(Value.allCases) : nil
    }
    if let type = shape.type as? any FixedWidthInteger.Type {
      return (["max": type.max, "min": type.min, "zero": type.zero] as [String: Any])[name]
    }
    if let type = shape.type as? any BinaryFloatingPoint.Type {
      let members: [String: Any] = [
        "pi": type.pi, "zero": type.zero, "greatestFiniteMagnitude": type.greatestFiniteMagnitude,
      ]
      return members[name]
    }
    return (shape.type as? any CaseIterable.Type).flatMap { cases($0) }
  }

  /// Compiles parts with a common type, if possible: literals take the type of the others, as in `[1, 2.5]` and
  /// `[todos[0].id, nil]`.
  ///
  /// - Parameter mayDiffer: Whether a literal that cannot have the type of the others keeps its own.
  func alike(_ nodes: [SyntaxNode], as expected: Shape?, mayDiffer: Bool = false) throws -> (
    terms: [Term], type: Shape?
  ) {
    var terms = try nodes.map { node in try term(node, as: expected) }
    let type =
      expected ?? terms.first { !$0.node.isAdaptable && $0.type != nil }?.type
      ?? (terms.contains { $0.type?.type == Double.self }
        ? .of(Double.self) : (terms.first { !$0.node.isBlank } ?? terms.first)?.type)
    if let type {
      for (index, node) in nodes.enumerated()
      where node.isAdaptable && terms[index].type !== type && node.isCompiledAgain {
        do { terms[index] = try term(node, as: type) } catch  where mayDiffer {}
      }
    }
    return (terms, type)
  }

  /// The type of parts that have one type, some of which may be `nil`.
  func commonType(_ terms: [Term]) -> Shape? {
    let types = terms.compactMap {
      $0.constant?.isNull == true || $0.type?.type == Never.self ? nil : .some($0.type)
    }
    return types.first.flatMap { first in types.allSatisfy { $0 === first } ? first : nil }
  }

  private func array(
    _ elements: [SyntaxNode],
    at node: SyntaxNode,
    of expected: Shape?,
    mayDiffer: Bool = false
  ) throws -> Term {
    let expected = expected?.type == Never.self ? nil : expected
    let (terms, type) = try alike(elements, as: expected, mayDiffer: mayDiffer)
    let element = terms.allSatisfy { $0.type === type || $0.node.kind == .null } ? type : nil
    let values = terms.compactMap(\.constant)
    if values.count == terms.count { return constant(node, Value.list(values, of: element).any) }
    return term(node, .list(of: element)) { evaluation in
      .list(try terms.map { term in try term.value(in: evaluation).kept }, of: element)
    }
  }

  /// - Parameters:
  ///   - keys: The expected type of the keys.
  ///   - values: The expected type of the values.
  func dictionary(
    _ entries: [SyntaxNode.Entry],
    at node: SyntaxNode,
    keys: Shape?,
    _ values: Shape? = nil
  ) throws -> Term {
    // Keys and values adapt to each other as the elements of lists do.
    let keys = try array(entries.map(\.key), at: node, of: keys?.settled)
    let values = try array(entries.map(\.value), at: node, of: values?.settled, mayDiffer: true)
    if let key = keys.type?.element?.settled, key.hashable == nil, let entry = entries.first {
      throw try term(entry.key).unhashable(key)
    }
    let type = keys.type?.element?.settled.flatMap { key in
      values.type?.element?.settled.flatMap { Shape.dictionary(of: key, $0) }
    }
    func make(_ keys: Value, _ values: Value) throws -> Value {
      var known: Set<AnyHashable> = []
      // A substring is the same key as a string.
      let found = keys.elements.map { key in
        key.shape?.has(.string) == true ? text(of: key.any).map(Value.made) ?? key : key
      }
      for (key, entry) in zip(found, entries) {
        guard let hashable = key.hashable else { throw try term(entry.key).unhashable(key.shape) }
        guard known.insert(hashable).inserted else { throw source.error("duplicate key", at: entry.key) }
      }
      return .dictionary(Array(zip(found, values.elements))) ?? .null
    }
    if let keys = keys.constant, let values = values.constant {
      let constant = try make(keys, values)
      return Term(node, in: source, type, constant: constant) { _ in constant }
    }
    return term(node, type) { evaluation in
      try make(keys.value(in: evaluation), values.value(in: evaluation))
    }
  }

  private func tuple(_ elements: [SyntaxNode.Argument], at node: SyntaxNode, as record: Record?)
    throws -> Term
  {
    guard (2...3).contains(elements.count) else {
      throw source.error(
        "a tuple must have two or three values",
        at: node,
        hint: "for more values, write an array: [1, 2]"
      )
    }
    let labels = elements.map { $0.label?.text }
    let names = labels.compactMap(\.self)
    if names.removingDuplicates != names {
      throw source.error("two values of the tuple have the same label", at: node)
    }
    let parts = record?.stored
    if let parts, parts.count != elements.count {
      throw source.error("expected a tuple of \(parts.count) values", at: node)
    }
    let terms = try elements.enumerated().map { index, element in
      let expected = parts?[index].shape.settled
      let term = try term(element.value, as: expected)
      if let expected, let type = term.type, type !== expected {
        throw term.error("expected \(typeName(expected)), found \(typeName(type))")
      }
      return term
    }
    // The type of a `nil` part of a tuple that has no type.
    let types = terms.compactMap { $0.constant?.isNull == true ? .of(Any?.self) : $0.type }
    let type = types.count == terms.count ? Shape.tuple(of: types, labels: labels) : nil
    return term(node, record?.shape ?? type) { evaluation in
      let values = try terms.map { term in try term.value(in: evaluation) }
      guard let record else { return .tuple(values, labels: labels) }
      guard let tuple = record.make(values.map(\.asPart)) else {
        throw source.error("the values of the tuple have the wrong types", at: node)
      }
      return .made(tuple)
    }
  }

  private func range(
    _ lower: SyntaxNode?,
    _ upper: SyntaxNode?,
    _ isClosed: Bool,
    at node: SyntaxNode
  ) throws -> Term {
    guard let lower, let upper else {
      throw source.error(
        "a one-sided range can only be an index",
        at: node,
        hint: "write todos[1...], or compare: n >= 1"
      )
    }
    let bounds = try alike([lower, upper], as: nil).terms
    func range<Bound: Comparable>(_: Bound.Type) -> (Shape, (Value, Value) -> Any?) {
      (
        .of(isClosed ? ClosedRange<Bound>.self : Range<Bound>.self),
        { lower, upper in
          guard let lower = lower.unboxed(as: Bound.self),
            let upper = upper.unboxed(as: Bound.self),
            lower <= upper
          else { return nil }
          return isClosed ? lower...upper : lower..<upper
        }
      )
    }
    func code(_ type: Shape?) throws -> Code {
      guard let bound = type?.type as? any Comparable.Type else {
        throw source.error(
          "values of \(typeName(type)) cannot be the bounds of a range",
          at: node,
          isMissing: type == nil
        )
      }
      let (shape, make) = range(bound)
      return Code(shape) { _, lower, upper in
        guard let range = make(lower, upper) else {
          throw source.error(
            "the range ends before it starts, or its bounds have different types",
            at: node
          )
        }
        return .made(range)
      }
    }
    let type = try bounds[0].type.map { type in try code(type) }?.type
    return try term(node, of: bounds[0], bounds[1], as: type) { type, _ in try code(type) }
  }
}

// Comparisons.
extension ExpressionCompiler {
  /// `destination == .edit`: only the case is compared, whatever its payload; `.edit(id: 1)`: also the payload.
  ///
  /// - Returns: `nil` if not exactly one operand is such a case.
  func caseComparison(
    _ binary: BinaryOperator,
    _ left: SyntaxNode,
    _ right: SyntaxNode,
    at node: SyntaxNode
  ) throws -> Term? {
    guard binary == .equal || binary == .notEqual else { return nil }
    let (literal, other) = left.isCase ? (left, right) : (right, left)
    guard case .enumCase(let name, let arguments) = literal.kind, !other.isCase else { return nil }
    let value = try term(other)
    let isEqual = binary == .equal
    let isNone = name == "none" && arguments?.isEmpty ?? true
    return try term(node, of: value, as: .of(Bool.self), ofNull: .made(isNone == isEqual)) { shape, _ in
      let code = try match(of: value, shape ?? .of(Never.self), with: literal)
      return Code(code.type) { evaluation, value in
        .made(try code.run(evaluation, value, .null).unboxed(as: Bool.self) == isEqual)
      }
    }
  }

  /// Compiles whether a value that is not `nil` equals a case or, in `.some(x)`, any other value.
  private func match(of value: Term, _ shape: Shape, with literal: SyntaxNode) throws -> Code {
    let bool = Shape.of(Bool.self)
    if case .enumCase(let name, let arguments) = literal.kind {
      if let code = try matching(name, arguments ?? [], in: shape, literal) { return code }
      switch (name, arguments) {
      case ("none", nil): return Code(bool) { _, _ in .made(false) }
      case ("some", nil) where shape.choice != nil: return Code(bool) { _, _ in .made(true) }
      case ("some", let inner?) where inner.count == 1:
        return try match(of: value, shape, with: inner[0].value)
      default: break
      }
    }
    let term: Term
    do { term = try self.term(literal, as: shape) } catch {
      guard shape.choice == nil, case .enumCase(let name, _) = literal.kind else { throw error }
      throw source.error("cannot compare \(typeName(shape)) with the case .\(name)", at: literal)
    }
    let comparison = comparison(.equal, value, term, at: literal)
    let known = try term.type.map { type in try comparison(shape, type) }
    return Code(bool) { evaluation, value in
      let other = try term.value(in: evaluation)
      return try (known ?? comparison(shape, other.shape)).run(evaluation, value, other)
    }
  }

  /// - Returns: `nil` if the type has no such case.
  private func matching(
    _ name: String,
    _ arguments: [SyntaxNode.Argument],
    in shape: Shape,
    _ literal: SyntaxNode
  ) throws -> Code? {
    guard let choice = shape.choice, choice.isReadable, let element = choice.named(name) else {
      return nil
    }
    let bool = Shape.of(Bool.self)
    if arguments.isEmpty {
      // Cases with different labels may share a name.
      let tags = choice.cases.filter { $0.name == name }.map(\.tag)
      return Code(bool) { _, value in
        .made(value.read { tags.contains(choice.tag(at: $0.address)) } ?? false)
      }
    }
    let terms = try payload(of: element, arguments, at: literal)
    return Code(bool) { evaluation, value in
      let wanted = try terms.map { term in try term.value(in: evaluation) }
      let isEqual = value.read { value -> Bool? in
        guard choice.tag(at: value.address) == element.tag else { return false }
        return choice.readPayload(of: element, at: value.address) { payload in
          for (part, wanted) in zip(element.parameters, wanted) {
            let value = part.read(in: payload) { Value(Peek(at: $0, part.shape)).kept }
            guard let isEqual = Comparison.areEqual(value, wanted) else { return nil }
            if !isEqual { return false }
          }
          return true
        }
      }
      guard case .some(.some(let isEqual)) = isEqual else {
        throw source.error("the values of '.\(name)' cannot be compared", at: literal)
      }
      return .made(isEqual)
    }
  }

  /// Compiles the comparison of two values, for their types.
  func comparison(_ binary: BinaryOperator, _ left: Term, _ right: Term, at node: SyntaxNode)
    -> (Shape?, Shape?) throws -> Code
  {
    let bool = Shape.of(Bool.self)
    let isEquality = binary == .equal || binary == .notEqual
    /// "cannot compare `todos.count` (Int) with String"
    func mismatch(_ first: Shape?, _ second: Shape?) -> Diagnostic {
      // Names the side that is not a literal, since its type is the less obvious one.
      let isSwapped = left.node.isLiteral && !right.node.isLiteral
      let (subject, literal) = isSwapped ? (right, left) : (left, right)
      let types = isSwapped ? (second, first) : (first, second)
      let names = (typeName(types.0), typeName(types.1))
      let areSame = names.0 == names.1
      return source.error(
        areSame
          ? "cannot compare `\(subject.shown)`: values of \(names.0) are not comparable"
          : "cannot compare `\(subject.shown)` (\(names.0)) with \(names.1)",
        at: node,
        hint: areSame ? nil : ComparisonHint.comparing(subject, types.0, with: literal, types.1),
        isMissing: first == nil || second == nil
      )
    }
    return { first, second in
      guard let first, let second else {
        guard isEquality else { throw mismatch(first, second) }
        return Code(bool) { _, left, right in
          .made((left.isNull && right.isNull) == (binary == .equal))
        }
      }
      let equality = Comparison.equality(first, second)
      if isEquality {
        guard let equality, !left.isText(of: second), !right.isText(of: first) else {
          throw mismatch(first, second)
        }
        let copiesElements = Comparison.copiesElements(first, second)
        return Code(bool) { evaluation, left, right in
          // Lists of different lengths are not copied.
          if copiesElements {
            try evaluation.take(
              steps: min(left.elementCount ?? 0, right.elementCount ?? 0),
              at: node,
              in: source
            )
          }
          guard let isEqual = equality(left, right) else { throw mismatch(first, second) }
          return .made(isEqual == (binary == .equal))
        }
      }
      let isSwapped = binary == .greater || binary == .greaterOrEqual
      guard let order = isSwapped ? Comparison.order(second, first) : Comparison.order(first, second)
      else {
        throw first === second
          ? source.error(Method.Elements.ordered.mismatch(first), at: node) : mismatch(first, second)
      }
      let orEqual = binary == .lessOrEqual || binary == .greaterOrEqual ? equality : nil
      return Code(bool) { _, left, right in
        guard let isLess = isSwapped ? order(right, left) : order(left, right) else {
          throw mismatch(first, second)
        }
        return .made(isLess || orEqual?(left, right) ?? false)
      }
    }
  }
}

/// A case without an expected type, which can only be printed and compared with itself.
struct UntypedCase: Hashable, CustomDumpStringConvertible, LiteralConvertible {
  let customDumpDescription: String

  init(_ node: SyntaxNode, in source: SourceText) {
    customDumpDescription =
      if case .enumCase(let name, nil) = node.kind { ".\(name)" } else { source.slice(node.range).text }
  }

  static var literalExample: String { ".active" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> UntypedCase {
    guard reader.node.isCase else { throw mismatch(reader) }
    return UntypedCase(reader.node, in: reader.source)
  }

  func written(by _: ValueText) -> String? { customDumpDescription }
}
