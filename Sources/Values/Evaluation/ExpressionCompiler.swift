import Core

/// Compiles an expression for a type of root value, and so checks its names and types before anything is evaluated.
///
/// Where only a value can tell the type, the same functions compile the part when they meet the first value.
struct ExpressionCompiler {
  /// The parameters of a closure: its own names or `$0`, `$1`, …; a key path also stands for the first.
  struct Scope {
    let names: [String]
    let types: [Shape?]
    /// The slot of the first in an evaluation.
    let slot: Int
  }

  let root: Shape
  let facts: [String: Any.Type]?
  let source: SourceText
  let types: PartTypes?
  private(set) var scopes: [Scope] = []

  /// - Parameters:
  ///   - root: The type of the root value.
  ///   - facts: The names in scope besides the root's members, with the types of their values; `nil` if unknown.
  ///   - source: The expression's text.
  ///   - types: Receives the type of each part.
  init(root: Any.Type, facts: [String: Any.Type]? = nil, source: SourceText, types: PartTypes? = nil) {
    (self.root, self.facts, self.source, self.types) = (Shape.of(root), facts, source, types)
  }

  /// The compiler of the body of a closure.
  func inside(_ names: [String], _ types: [Shape?]) -> ExpressionCompiler {
    var inner = self
    inner.scopes.append(Scope(names: names, types: types, slot: nextSlot))
    return inner
  }

  /// The first slot of the next closure.
  var nextSlot: Int { scopes.last.map { $0.slot + $0.types.count } ?? 0 }

  /// Compiles a part.
  ///
  /// - Parameter expected: The type that a literal is read as.
  /// - Throws: A diagnostic for the first part that no value can make valid.
  /// - Complexity: O(*n*) in the length of the part.
  func term(_ node: SyntaxNode, as expected: Shape? = nil) throws -> Term {
    let term = try compiled(node, as: expected)
    types?.note(term.type, of: node)
    return term
  }

  private func compiled(_ node: SyntaxNode, as expected: Shape?) throws -> Term {
    switch node.kind {
    case .integer, .double, .duration, .string, .bool, .null, .array, .dictionary, .tuple, .range,
      .enumCase:
      return try literal(node, as: expected)
    case .interpolation(let parts): return try interpolation(parts, at: node)
    case .wildcard, .closure, .function, .missing:
      throw source.error("\(node.noun) is not allowed in an expression", at: node)
    case .call("before", let arguments): return try before(arguments, at: node)
    case .call(let name, let arguments): return try call(name, arguments, at: node)
    case .root: return term(node, root.settled) { evaluation in evaluation.root }
    case .subject: return try parameter(0, at: node)
    case .parameter(let number): return try parameter(number, at: node)
    case .name(let name): return try self.name(name, at: node)
    case .member(let base, let name, _):
      if let type = namedType(base) { return try constant(name, nil, of: type, at: node) }
      return try member(name, of: base, at: node)
    case .index(let base, let arguments, _): return try index(arguments, of: base, at: node)
    case .method(let base, let name, let arguments, let isOptional):
      if let type = namedType(base) { return try constant(name, arguments, of: type, at: node) }
      if let type = namedType(node.with(.member(base, name, isOptional: false))) {
        return try make(type, named: typeName(type), arguments, at: node)
      }
      return try method(name, of: base, arguments, isOptional: isOptional, at: node)
    case .unwrapped(let base): return try unwrapped(base, at: node)
    case .prefix(let prefix, let operand):
      return try self.prefix(prefix, operand, at: node, as: expected)
    case .binary(let binary, let left, let right):
      return try self.binary(binary, left, right, at: node, as: expected)
    case .conditional(let condition, let first, let second):
      return try conditional(condition, first, second, at: node, as: expected)
    case .cast(let value, let cast, let type): return try self.cast(value, cast, type, at: node)
    }
  }

  func term(_ node: SyntaxNode, _ type: Shape?, isOptional: Bool = false, _ run: @escaping Term.Run)
    -> Term
  {
    Term(node, in: source, type, isOptional: isOptional, isOutside: scopes.isEmpty, run)
  }

  /// A part that uses the values of other parts, depending on their types. It is compiled for these types if they are
  /// known, otherwise for those of the first values.
  ///
  /// - Parameters:
  ///   - right: The second operand, if there is one.
  ///   - type: The type of its value, if that does not depend on the operands.
  ///   - ofNull: Its value if the first operand is `nil`; `nil` if `compile` decides.
  ///   - compile: Compiles the part for types; `nil` is the type of `nil`.
  func term(
    _ node: SyntaxNode,
    of left: Term,
    _ right: Term? = nil,
    as type: Shape? = nil,
    ofNull: Value? = nil,
    _ compile: @escaping (Shape?, Shape?) throws -> Code
  ) throws -> Term {
    let code: Code? =
      if let left = left.type, right == nil || right?.type != nil { try compile(left, right?.type) } else {
        nil
      }
    let cache = CodeCache()
    let other: Code.Run = { evaluation, first, second in
      guard let shape = first.shape else {
        return try ofNull ?? compile(nil, second.shape).run(evaluation, first, second)
      }
      if shape.typeKind == .reference { evaluation.readsObject = true }
      let type = second.shape
      return try cache.code(for: shape, type) { try compile(shape, type) }.run(evaluation, first, second)
    }
    let known = code?.run ?? other
    return term(node, code?.type ?? type, isOptional: code?.isOptional == true) {
      [unowned(unsafe) one = left.type, unowned(unsafe) two = right?.type] evaluation in
      let (first, second) = (try left.value(in: evaluation), try right?.value(in: evaluation) ?? .null)
      if first.isOf(one), second.isOf(two) { return try known(evaluation, first, second) }
      return try other(evaluation, first, second)
    }
  }

  /// A part, such as a member or an element, that a missing value does not have.
  ///
  /// - Parameters:
  ///   - what: What the missing value lacks, for the error.
  ///   - compile: Compiles the part for a type.
  func term(
    _ node: SyntaxNode,
    of base: Term,
    missing what: String,
    _ compile: @escaping (Shape) throws -> Code
  ) throws -> Term {
    let isOptional =
      node.isOptionalChain
      || node.isOptionalMap && (base.isOptional || base.type?.has(.collection) != true)
    return try term(node, of: base, ofNull: isOptional ? .null : nil) { shape, _ in
      if let shape { return try compile(shape) }
      throw base.error(
        "`\(base.shown)` is nil and has no \(what)",
        hint: base.whole.map { "write \($0)? to get nil instead" },
        isMissing: true
      )
    }
  }
}

// Names.
extension ExpressionCompiler {
  private func parameter(_ number: Int, at node: SyntaxNode) throws -> Term {
    guard let scope = scopes.last else {
      throw source.error(
        node.kind == .subject
          ? "a key path needs a collection method around it" : "$\(number) is not inside a closure",
        at: node,
        hint: #"write it as an argument: todos.filter(\.isComplete)"#
      )
    }
    guard number < scope.types.count else {
      throw source.error(
        "$\(number) is not a parameter: the closure has \(counted(scope.types.count, "parameter"))",
        at: node
      )
    }
    return local(scope.slot + number, scope.types[number], at: node)
  }

  private func local(_ slot: Int, _ type: Shape?, at node: SyntaxNode) -> Term {
    term(node, type) { evaluation in evaluation.locals[slot] }
  }

  private func name(_ name: String, at node: SyntaxNode) throws -> Term {
    for scope in scopes.reversed() {
      if let place = scope.names.firstIndex(of: name) {
        return local(scope.slot + place, scope.types[place], at: node)
      }
    }
    let members = root.settled.map(Members.of)
    if let member = members?[name] {
      return term(node, member.type, isOptional: member.isOptional) { evaluation in
        evaluation.root.part(member.read)
      }
    }
    if let members, members.areAllKnown, let facts, facts[name] == nil {
      throw source.unknown(
        "cannot find '\(name)' in \(root.unwrapped.name)",
        name,
        at: node.range,
        among: members.names + facts.keys.sorted()
      )
    }
    let isKnown = members?.areAllKnown == true
    return term(node, facts?[name].flatMap { Shape.of($0).settled }) { evaluation in
      if !isKnown, let value = evaluation.root.any.flatMap({ Members.value(name, of: $0) }) {
        return Value(flattening: value)
      }
      if let value = evaluation.variable(name) { return value }
      let root = evaluation.root.any
      var error = source.unknown(
        "cannot find '\(name)' in \(typeName(of: root))",
        name,
        at: node.range,
        among: (root.map(Members.names) ?? []) + evaluation.names
      )
      error.concernsMissingValue = root == nil
      throw error
    }
  }

  private func before(_ arguments: [SyntaxNode.Argument], at node: SyntaxNode) throws -> Term {
    guard arguments.count == 1, arguments[0].label == nil else {
      throw source.error("'before' expects one expression", at: node, hint: "write: before(EXPR)")
    }
    let value = try term(arguments[0].value)
    return term(node, value.type) { evaluation in
      guard let value = try evaluation.before(value) else {
        throw source.error("there is no history to look back to", at: node)
      }
      return value
    }
  }
}

// Parts of values.
extension ExpressionCompiler {
  private func member(_ name: String, of base: SyntaxNode, at node: SyntaxNode) throws -> Term {
    // Counting the elements for which a condition holds needs no list of them.
    if name == "count" || name == "isEmpty",
      case .method(let list, "filter", let arguments, let isOptional) = base.kind,
      arguments.count == 1, arguments[0].label == nil, list.isCompiledAgain, let whole = try? term(list).type,
      whole.isList
    {
      // At the place of the member, because the place of the call stands for the list.
      let number = try term(node.with(.method(list, "count", arguments, isOptional: isOptional)))
      if name == "count" {
        return term(node, number.type) { evaluation in try number.value(in: evaluation) }
      }
      return term(node, .of(Bool.self)) { evaluation in
        try number.value(in: evaluation).unboxed(as: Int.self).map { .made($0 == 0) } ?? .null
      }
    }
    let base = try term(base)
    return try term(node, of: base, missing: "member '\(name)'") { shape in
      let members = Members.of(shape)
      if let member = members[name] {
        // The count of a larger range is capped.
        let isCapped = name == "count" && shape.has(.integers)
        return Code(member.type, isOptional: member.isOptional) { _, value, _ in
          let part = value.part(member.read)
          if isCapped, part.unboxed(as: Int.self) == .max {
            throw source.error("the result does not fit in Int", at: node)
          }
          return part
        }
      }
      if members.areAllKnown {
        throw source.unknownMember(name, of: shape.type, members.names, at: node)
      }
      return Code(nil) { _, value in
        guard let whole = value.any, let member = Members.value(name, of: whole) else {
          let names = value.any.map(Members.names) ?? []
          throw source.unknownMember(name, of: shape.type, names, at: node)
        }
        return Value(flattening: member)
      }
    }
  }

  private func unwrapped(_ base: SyntaxNode, at node: SyntaxNode) throws -> Term {
    let base = try term(base)
    return term(node, base.type) { evaluation in
      let value = try base.value(in: evaluation)
      guard value.isNull else { return value }
      throw base.error(
        "`\(base.shown)` is nil",
        hint: "remove the !, or write ?. to access a member"
          + (base.whole.map { ": \($0)?.NAME" } ?? ""),
        isMissing: true
      )
    }
  }

  private func index(
    _ arguments: [SyntaxNode.Argument],
    of base: SyntaxNode,
    at node: SyntaxNode
  ) throws -> Term {
    let base =
      if case .dictionary = base.kind { try receiver(base, for: arguments.first?.value) } else {
        try term(base)
      }
    return try term(node, of: base, missing: "element") { shape in
      if let value = shape.pairs?.value ?? shape.element, arguments.count == 2,
        let type = shape.lookup, type.keyLabel == arguments[0].label?.text,
        arguments[1].label?.text == "default"
      {
        let found = try lookup(arguments[0].value, in: shape, type)
        let other = try term(arguments[1].value, as: value.settled)
        return Code(other.type === value.settled ? other.type : nil) { evaluation, dictionary in
          let found = try found.run(evaluation, dictionary, .null)
          return found.isNull ? try other.value(in: evaluation) : found
        }
      }
      guard arguments.count == 1 else {
        throw source.error("expected one index, as in todos[0]", at: node)
      }
      let (label, key) = (arguments[0].label?.text, arguments[0].value)
      if let type = shape.lookup, type.keyLabel == label { return try lookup(key, in: shape, type) }
      guard shape.has(.collection), !shape.has(.string) else {
        throw base.error("`\(base.shown)` is \(typeName(shape)), which has no elements")
      }
      switch label {
      case nil: return try position(key, in: shape, base.shown)
      case "id": throw source.error("the elements have no id", at: key)
      case let label?:
        throw source.error(
          "unknown index label '\(label):'",
          at: key,
          hint: "write todos[0] or todos[id: UUID(0)]"
        )
      }
    }
  }

  /// A receiver with cases, which have the type of the argument: `[.all: 1][filter]`,
  /// `[.all, .active].contains(filter)`.
  func receiver(_ node: SyntaxNode, for argument: SyntaxNode?) throws -> Term {
    guard node.isImplicitMember, let argument, !argument.isClosure, argument.isCompiledAgain,
      let type = try term(argument).type
    else { return try term(node) }
    if case .dictionary(let entries) = node.kind { return try dictionary(entries, at: node, keys: type) }
    return try term(node, as: .list(of: type))
  }

  private func lookup<Keyed: KeyedElements>(_ key: SyntaxNode, in shape: Shape, _: Keyed.Type) throws -> Code
  {
    let pairs = shape.pairs
    let key = try term(key, as: pairs?.key.settled)
    func convert(_ value: Value) throws -> Keyed.ElementKey {
      guard let value = value.any else {
        throw key.error("`\(key.shown)` is nil, which is not a key", isMissing: true)
      }
      guard let converted = ExpressionKey.convert(value, to: Keyed.ElementKey.self) else {
        throw key.error("`\(key.shown)` is \(typeName(of: value)); the keys are \(Keyed.ElementKey.self)")
      }
      return converted
    }
    let constant = try key.constant.map(convert)
    let element = pairs?.value ?? shape.element
    let isSettled = element != nil && element?.settled === element
    return Code(element?.settled, isOptional: true) { evaluation, value in
      let wanted = try constant ?? convert(key.value(in: evaluation))
      let found = value.read { list in
        list.shape.type == Keyed.self
          ? list.address.assumingMemoryBound(to: Keyed.self).pointee.element(for: wanted) : nil
      }
      guard let found = found ?? nil else { return .null }
      return isSettled ? .made(found) : Value(flattening: found)
    }
  }

  private func position(_ index: SyntaxNode, in shape: Shape, _ list: String) throws -> Code {
    if case .range(let lower, let upper, let isClosed) = index.kind, shape.isList {
      return try slice(lower, upper, isClosed, of: shape, at: index, list)
    }
    let index = try self.index(index)
    guard shape.isList else {
      throw index.error("`\(list)` is unordered, so it has no element \(index.shown)")
    }
    return Code(shape.element?.settled) { evaluation, collection in
      let number = try index.integer(in: evaluation)
      let count = collection.elementCount ?? 0
      guard let offset = Int(exactly: number), offset >= 0, offset < count else {
        throw index.outOfRange(number, in: list, count)
      }
      return collection.element(at: offset)
    }
  }

  /// Compiles an index, which must be an integer.
  private func index(_ node: SyntaxNode) throws -> Term {
    let index = try term(node)
    if let type = index.type, !type.has(.integer) { throw index.noIndex(type) }
    return index
  }

  private func slice(
    _ lower: SyntaxNode?,
    _ upper: SyntaxNode?,
    _ isClosed: Bool,
    of shape: Shape,
    at node: SyntaxNode,
    _ list: String
  ) throws -> Code {
    let (lower, upper) = (try lower.map(self.index), try upper.map(self.index))
    let element = shape.element?.settled
    return Code(.list(of: element)) { evaluation, collection in
      let count = collection.elementCount ?? 0
      func offset(_ bound: Term?, orElse limit: Int, after: Int) throws -> Int {
        guard let bound else { return limit }
        let number = try bound.integer(in: evaluation)
        guard let offset = Int(exactly: number + Int128(after)), offset >= 0, offset <= count else {
          throw bound.outOfRange(number, in: list, count)
        }
        return offset
      }
      let start = try offset(lower, orElse: 0, after: 0)
      let end = try offset(upper, orElse: count, after: isClosed ? 1 : 0)
      guard start < end || start == end && !(isClosed && lower != nil && upper != nil) else {
        throw source.error("the range ends before it starts", at: node)
      }
      try evaluation.take(steps: end - start, at: node, in: source)
      return collection.elements(in: start..<end, of: element)
    }
  }
}

extension Term {
  fileprivate func noIndex(_ type: Shape?) -> Diagnostic {
    error("`\(shown)` is \(typeName(type)); an index must be an Int", isMissing: type == nil)
  }

  fileprivate func integer(in evaluation: Evaluation) throws -> Int128 {
    let value = try value(in: evaluation)
    guard value.shape?.has(.integer) == true, case .integer(let number)? = Number(value.any) else {
      throw noIndex(value.shape)
    }
    return number
  }

  fileprivate func outOfRange(_ number: Int128, in list: String, _ count: Int) -> Diagnostic {
    let extent =
      count == 0
      ? "is empty" : count == 1 ? "has only element 0" : "has \(count) (0 to \(count - 1))"
    let hint =
      number < 0
      ? "indices count from 0; .last is the last element"
      : number == 0
        ? "\(list).first is nil for an empty list: \(list).first?.NAME"
        : "check the count first: \(list).count > \(number)\(Diagnostic.beforeCondition)"
    return error("index \(number) is out of range; \(list) \(extent)", hint: hint, isMissing: true)
  }
}

// Operators.
extension ExpressionCompiler {
  private func prefix(
    _ prefix: PrefixOperator,
    _ operand: SyntaxNode,
    at node: SyntaxNode,
    as expected: Shape?
  ) throws -> Term {
    if prefix == .not {
      let condition = try condition(operand)
      return term(node, .of(Bool.self)) { evaluation in
        .made(try !condition.holds(in: evaluation))
      }
    }
    // `-.pi`
    let operand = try term(
      operand,
      as: expected ?? (operand.isImplicitMember ? .of(Double.self) : nil)
    )
    return try term(node, of: operand) { type, _ in
      if let type, let code = Arithmetic(binary: .minus, node: node, source: source).negation(of: type) {
        return code
      }
      throw operand.error(
        "cannot negate `\(operand.shown)` (\(typeName(type)))",
        isMissing: type == nil
      )
    }
  }

  private func condition(_ node: SyntaxNode) throws -> Term {
    let condition = try term(node, as: .of(Bool.self))
    try condition.checkIsCondition()
    return condition
  }

  private func binary(
    _ binary: BinaryOperator,
    _ left: SyntaxNode,
    _ right: SyntaxNode,
    at node: SyntaxNode,
    as expected: Shape?
  ) throws -> Term {
    switch binary {
    case .and, .or:
      let (first, second) = (try condition(left), try condition(right))
      let decisive = binary == .or
      return term(node, .of(Bool.self)) { evaluation in
        if try first.holds(in: evaluation) == decisive { return .made(decisive) }
        return .made(try second.holds(in: evaluation))
      }
    case .coalesce:
      let first = try term(left, as: expected)
      let second = try term(right, as: first.type ?? expected)
      return term(node, commonType([first, second])) { evaluation in
        let value = try first.value(in: evaluation)
        return value.isNull ? try second.value(in: evaluation) : value
      }
    default:
      let isEquality = binary == .equal || binary == .notEqual
      if !isEquality, let operand = [left, right].first(where: { $0.kind == .null }) {
        throw source.error("cannot apply '\(binary.rawValue)' to nil", at: operand)
      }
      if binary.isComparison, let comparison = try caseComparison(binary, left, right, at: node) {
        return comparison
      }
      if binary.isComparison {
        return try typed(left, right, at: node, as: nil, .of(Bool.self)) { left, right in
          self.comparison(binary, left, right, at: node)
        }
      }
      return try typed(left, right, at: node, as: expected, nil) { left, right in
        Arithmetic(binary: binary, node: node, source: source).code(left, right)
      }
    }
  }

  /// Compiles an operation on two parts, for the types of their values.
  private typealias Operation = (_ left: Term, _ right: Term) throws -> (Shape?, Shape?)
    throws
    -> Code

  /// A part with two operands. A literal is read as the type of the other.
  ///
  /// - Parameter type: The type of its value, if that is always the same.
  private func typed(
    _ left: SyntaxNode,
    _ right: SyntaxNode,
    at node: SyntaxNode,
    as expected: Shape?,
    _ type: Shape?,
    _ compile: @escaping Operation
  ) throws -> Term {
    // A case needs the other's type, a number does not.
    let isLeft =
      left.isAdaptable && (!right.isAdaptable || left.isImplicitMember && !right.isImplicitMember)
    let (literal, other) = isLeft ? (left, right) : (right, left)
    let value = try term(other, as: expected)
    guard literal.isAdaptable, value.type == nil, value.constant == nil else {
      let second = try term(literal, as: literal.isAdaptable ? value.type : expected)
      let (first, last) = isLeft ? (second, value) : (value, second)
      return try term(node, of: first, last, compile(first, last))
    }
    let untyped = try term(literal)
    return try term(node, of: value, as: type) { shape, _ in
      let constant = try shape.map { type in try term(literal, as: type) } ?? untyped
      let operation = try isLeft ? compile(constant, value) : compile(value, constant)
      return Code(type) { evaluation, found in
        let constant = try constant.value(in: evaluation)
        let (left, right) = isLeft ? (constant, found) : (found, constant)
        return try operation(left.shape, right.shape).run(evaluation, left, right)
      }
    }
  }

  private func conditional(
    _ condition: SyntaxNode,
    _ first: SyntaxNode,
    _ second: SyntaxNode,
    at node: SyntaxNode,
    as expected: Shape?
  ) throws -> Term {
    let condition = try self.condition(condition)
    let branches = try alike([first, second], as: expected).terms
    let (left, right) = (branches[0], branches[1])
    return term(node, commonType(branches)) { evaluation in
      try condition.holds(in: evaluation) ? left.value(in: evaluation) : right.value(in: evaluation)
    }
  }

  private func cast(
    _ value: SyntaxNode,
    _ cast: SyntaxNode.Cast,
    _ type: String,
    at node: SyntaxNode
  ) throws -> Term {
    let value = try term(value)
    let names = type.split(separator: ".").map(String.init)[...]
    func matches(_ value: Any) -> Bool {
      var current: Any.Type? = Swift.type(of: value)
      while let type = current {
        if isName(names, of: type) { return true }
        current = (type as? AnyClass).flatMap(_getSuperclass)
      }
      return false
    }
    if let known = value.type, !isName(names, of: known.type) {
      throw source.error("`\(value.shown)` is \(typeName(known)), never \(type)", at: node)
    }
    return term(node, cast == .test ? .of(Bool.self) : value.type) { evaluation in
      let value = try value.value(in: evaluation)
      let isSame = value.any.map(matches) ?? false
      switch cast {
      case .test: return .made(isSame)
      case .conditional: return isSame ? value : .null
      case .forced:
        if isSame { return value }
        throw source.error(
          "the value is \(typeName(value.shape)), not \(type)",
          at: node,
          isMissing: true
        )
      }
    }
  }

  private func interpolation(_ parts: [SyntaxNode], at node: SyntaxNode) throws -> Term {
    let parts = try parts.map { part in try term(part) }
    return term(node, .of(String.self)) { evaluation in
      var text = ""
      for part in parts { text += describe(try part.value(in: evaluation)) }
      try evaluation.take(bytes: text.utf8.count, at: node, in: source)
      return .made(text)
    }
  }
}

/// A value as Swift interpolates it.
func describe(_ value: Value) -> String {
  if case .integer(let number) = value { return "\(number)" }
  if let text = value.unboxed(as: String.self) { return text }
  guard let value = value.any else { return "nil" }
  if let tuple = Shape.of(value: value).tuple { return tuple.describe(value) }
  return isPrintedAsLiteral(value) ? actionText(value) : String(describing: value)
}

/// Whether it is a list, or its description would show the storage that macros add to a state.
private func isPrintedAsLiteral(_ value: Any) -> Bool {
  let shape = Shape.of(value: value)
  if shape.has(.collection) { return !shape.has(.text) }
  return !(value is any CustomStringConvertible)
    && shape.contains { $0.record?.stored.contains(where: \.isHidden) == true }
}

extension Record {
  /// A tuple as Swift interpolates it.
  fileprivate func describe(_ tuple: Any) -> String {
    let parts = stored.map { part in
      let value = Peek.read(tuple) { part.value(in: $0.address) }
      let label = part.label.flatMap { $0.first == "." ? nil : "\($0): " } ?? ""
      return label + (isPrintedAsLiteral(value) ? actionText(value) : String(reflecting: value))
    }
    return "(\(parts.joined(separator: ", ")))"
  }
}

extension SyntaxNode {
  /// Whether it is `map` or `flatMap`, which an optional has too.
  fileprivate var isOptionalMap: Bool {
    if case .method(_, let name, _, _) = kind { name == "map" || name == "flatMap" } else { false }
  }

  /// Whether it may be compiled a second time, for another type. So may parts of it, and each level would
  /// double the time.
  var isCompiledAgain: Bool { height <= 8 }

  /// Whether it may take the type of the other operand.
  var isAdaptable: Bool {
    switch kind {
    case .integer, .double, .duration, .string, .null, .array, .dictionary, .tuple, .range,
      .enumCase:
      true
    case .prefix(.minus, let operand): operand.isAdaptable
    case .conditional(_, let first, let second): first.isAdaptable && second.isAdaptable
    default: false
    }
  }

  /// Whether it is a literal without a type of its own.
  var isBlank: Bool { [.null, .array([]), .dictionary([])].contains(kind) }

  /// Whether it is `.name`, whose meaning depends on the type, or contains one.
  var isImplicitMember: Bool {
    switch kind {
    // Without another type, these are numbers.
    case .enumCase("nan", nil), .enumCase("infinity", nil): false
    case .enumCase: true
    case .array, .dictionary, .tuple: kind.children.contains(where: \.isImplicitMember)
    case .prefix(.minus, let operand): operand.isImplicitMember
    case .conditional(_, let first, let second): first.isImplicitMember || second.isImplicitMember
    default: false
    }
  }
}

extension SourceText {
  /// The error for an unknown name.
  func unknown(
    _ message: String,
    _ name: String,
    at place: Range<Int>,
    among names: [String],
    hint: String? = nil
  )
    -> Diagnostic
  {
    diagnostic(
      message,
      at: place,
      notes: Self.available(names),
      hint: Spelling.suggestion(for: name, among: names) ?? hint
    )
  }

  /// The error for an unknown member.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type without such a member.
  ///   - names: The type's members.
  ///   - node: The member.
  func unknownMember(
    _ name: String,
    of type: Any.Type,
    _ names: [String],
    at node: SyntaxNode
  ) -> Diagnostic {
    let shape = Shape.of(type)
    let base = node.base.map(shown) ?? ""
    let methods = Method.names(of: shape)
    let hint: String?
    if type == Duration.self {
      let unit = DurationUnit.allCases.first { "\($0)" == name } ?? .seconds
      hint = "divide it by another duration: \(base) / 1\(unit.rawValue)"
    } else if shape.has(.unordered), name == "first" || name == "last" {
      let order = shape.kind == .table ? #"sorted(\.key)"# : "sorted()"
      hint = "it is unordered; sort it first: \(base).\(order).\(name)"
    } else if methods.contains(name) {
      hint = "'\(name)' is a method; add brackets to call it"
    } else {
      hint = Spelling.suggestion(for: name, among: names + methods)
    }
    return diagnostic(
      "no member '\(name)' on \(typeName(type))",
      at: node.nameRange(in: self),
      notes: Self.available(names),
      hint: hint
    )
  }

  /// The error for an unknown method of a type, or of any if it is not known.
  func unknownMethod(_ name: String, of shape: Shape?, at node: SyntaxNode) -> Diagnostic {
    let message = "no method '\(name)'" + (shape.map { " on \(typeName($0))" } ?? "")
    let place = node.nameRange(in: self)
    if let shape, Members.of(shape).names.contains(name) {
      return diagnostic(message, at: place, hint: "'\(name)' is a property; remove the brackets")
    }
    let methods = shape.map(Method.all) ?? Method.everything
    return unknown(message, name, at: place, among: methods.map(\.name).removingDuplicates)
  }

  /// A note that lists names.
  private static func available(_ names: [String]) -> [String] {
    names.isEmpty ? [] : ["available: \(names.firstListed)"]
  }

  /// A part of an expression as written, for a message.
  func shown(_ node: SyntaxNode) -> String { slice(node.range).shown }
}
