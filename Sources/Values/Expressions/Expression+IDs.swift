import Core

extension Expression {
  /// Whether its value may depend on more than which UUIDs are equal: on their text, their order, or a particular UUID.
  ///
  /// - Parameters:
  ///   - type: The type of the root value.
  ///   - facts: The names in scope besides the root's members, with the types of their values.
  /// - Returns: `false` only if the types of all parts rule that out.
  /// - Complexity: O(*n*) in the length of the expression
  package func distinguishesIDs(in type: Any.Type, naming facts: [String: Any.Type]) -> Bool {
    let types = PartTypes()
    let compiler = ExpressionCompiler(root: type, facts: facts, source: source, types: types)
    compiler.compileAll(root)
    return IDUse(types: types, compiler: compiler).isFound(in: root)
  }
}

/// The types of an expression's parts, by their location; `nil` if only a value can tell.
final class PartTypes {
  private var types: [Range<Int>: [Shape?]] = [:]

  func knows(_ node: SyntaxNode) -> Bool { types[node.range] != nil }

  func note(_ type: Shape?, of node: SyntaxNode) { types[node.range, default: []].append(type) }

  /// The type of a part; `nil` if it is unknown or there are several.
  func type(of node: SyntaxNode) -> Shape? {
    guard let known = types[node.range], let first = known[0], known.allSatisfy({ $0 === first }) else {
      return nil
    }
    return first.unwrapped
  }

  /// Whether a possible type of a part meets a condition; an unknown type does.
  func contains(_ node: SyntaxNode, where holds: (Shape) -> Bool) -> Bool {
    types[node.range]?.contains { $0.map(holds) ?? true } ?? true
  }
}

extension ExpressionCompiler {
  /// Compiles the parts of an expression, those outside closures even where only a value can tell the type.
  fileprivate func compileAll(_ node: SyntaxNode) {
    if types?.knows(node) == false { _ = try? term(node) }
    for child in node.kind.children where !child.isClosure { compileAll(child) }
  }
}

/// Looks for parts that depend on more than the equality of UUIDs.
///
/// The feature's own code, such as a computed property, is assumed to treat all UUIDs alike, unless it returns a string.
private struct IDUse {
  let types: PartTypes
  let compiler: ExpressionCompiler

  /// Methods whose result depends only on the places and the equality of elements.
  private static let ofPlaces: Set = [
    "allSatisfy", "contains", "count", "filter", "first", "firstIndex", "last", "lastIndex", "map",
    "compactMap",
    "prefix", "suffix", "dropFirst", "dropLast", "drop", "reversed", "enumerated", "reduce",
  ]
  /// Members and methods, without closures, whose result does not depend on the order of the elements, in which UUIDs are
  /// sorted.
  private static let ofSets: Set = [
    "contains", "count", "isEmpty", "isDisjoint", "isSubset", "isSuperset", "union", "intersection",
    "subtracting",
    "symmetricDifference",
  ]
  private static let comparing: Set = ["contains", "firstIndex", "lastIndex"]
  private static let texts: Set = ["description", "debugDescription", "hashValue"]

  func isFound(in node: SyntaxNode) -> Bool {
    switch node.kind {
    // The static members and initializers of a type.
    case .member(let base, _, _) where compiler.namedType(base) != nil: return hasIDs(node)
    case .method(let base, _, let arguments, _) where compiler.namedType(base) != nil:
      return hasIDs(node) || arguments.contains { hasIDs($0.value) || isFound(in: $0.value) }
    default: return node.kind.children.contains(where: isFound) || isUse(node)
    }
  }

  private func isUse(_ node: SyntaxNode) -> Bool {
    switch node.kind {
    case .binary(.and, _, _), .binary(.or, _, _), .call("before", _), .call("Set", _): false
    case .binary(.equal, let left, let right), .binary(.notEqual, let left, let right),
      .binary(.coalesce, let left, let right):
      (hasIDs(left) || hasIDs(right)) && !left.isPlain && !right.isPlain
        && !areAlike(types.type(of: left), types.type(of: right))
    case .binary(_, let left, let right): hasIDs(left) || hasIDs(right)
    case .range(let lower, let upper, _): [lower, upper].compactMap(\.self).contains(where: hasIDs)
    case .name("issues"): true
    // The ids of effects, as text.
    case .member(let base, "ids", _) where types.contains(base, where: { $0.kind == .described }): true
    case .member(let base, let name, _):
      hasIDs(base) && (isUnordered(base) ? !Self.ofSets.contains(name) : isText(name, of: base, at: node))
    case .method(let base, let name, let arguments, _): isUse(base, name, arguments.map(\.value))
    case .index(let base, let arguments, _):
      hasIDs(base) && !arguments.prefix(1).allSatisfy { isKey($0, of: base) }
    case .call(_, let arguments): hasIDs(node) || arguments.contains { hasIDs($0.value) }
    case .interpolation(let parts): parts.contains(where: hasIDs)
    case .string(let text): UUID(uuidString: text) != nil || hasIDs(node)
    default: false
    }
  }

  private func isUse(_ base: SyntaxNode, _ name: String, _ arguments: [SyntaxNode]) -> Bool {
    guard hasIDs(base) || arguments.contains(where: containsIDs) else { return false }
    let closures = arguments.filter(\.isClosure)
    if let value = arguments.first, closures.isEmpty, Self.comparing.contains(name),
      !areAlike(types.type(of: base)?.element, types.type(of: value))
    {
      return true
    }
    if isUnordered(base) { return !closures.isEmpty || !Self.ofSets.contains(name) }
    let usesOperator = closures.contains { if case .function = $0.kind { true } else { false } }
    return usesOperator || !Self.ofPlaces.contains(name)
  }

  /// Whether an index is a position in an ordered list, or a key of the type of the keys.
  private func isKey(_ argument: SyntaxNode.Argument, of base: SyntaxNode) -> Bool {
    if case .range = argument.value.kind { return !isUnordered(base) }
    guard let type = types.type(of: argument.value), let list = types.type(of: base) else { return false }
    if let key = list.pairs?.key { return areAlike(key, type) }
    if argument.label == nil { return !isUnordered(base) && (type.has(.integer) || type.has(.integers)) }
    return areAlike(list.element?.unwrapped.record?.part(named: "id")?.shape, type)
  }

  /// Whether values of two types are compared as they are, not through their text.
  private func areAlike(_ one: Shape?, _ other: Shape?) -> Bool {
    guard let one = one?.unwrapped, let other = other?.unwrapped else { return false }
    if one === other { return true }
    let isOrdered = !one.has(.unordered) && !other.has(.unordered)
    return isOrdered && one.element != nil && one.element === other.element
  }

  private func containsIDs(_ node: SyntaxNode) -> Bool {
    if case .function = node.kind { return false }
    return !node.isClosure && hasIDs(node) || node.kind.children.contains(where: containsIDs)
  }

  private func hasIDs(_ node: SyntaxNode) -> Bool {
    types.contains(node) { whole in
      whole.contains { shape in
        switch shape.kind {
        case .described: !ExpressionCompiler.isNamed(shape.type) || shape.type == UUID.self
        case .standIn, .mirrored, .opaque: true
        case .list: shape.elements == nil
        default: false
        }
      }
    }
  }

  private func isUnordered(_ node: SyntaxNode) -> Bool {
    types.contains(node) { $0.has(.unordered) || $0.pairs != nil }
  }

  /// Whether a member is a text that is computed from all of a value, or a part of a UUID.
  private func isText(_ name: String, of base: SyntaxNode, at node: SyntaxNode) -> Bool {
    guard let whole = types.type(of: base), whole.type != UUID.self else { return true }
    if whole.record?.parts.contains(where: { $0.label == name }) == true { return false }
    return Self.texts.contains(name) || types.contains(node) { $0.unwrapped.has(.text) }
  }
}

extension SyntaxNode {
  /// Whether it is `nil` or a case without a payload.
  fileprivate var isPlain: Bool {
    switch kind {
    case .null, .enumCase(_, nil): true
    default: false
    }
  }
}
