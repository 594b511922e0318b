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
private struct IDUse {
  let types: PartTypes
  let compiler: ExpressionCompiler

  /// Methods whose result depends only on the places and the equality of elements.
  private static let ofPlaces: Set = [
    "allSatisfy", "contains", "count", "filter", "first", "firstIndex", "last", "lastIndex", "map",
    "compactMap",
    "flatMap", "prefix", "suffix", "dropFirst", "dropLast", "drop", "reversed", "enumerated", "reduce",
    "starts",
  ]
  /// Methods and members whose result does not depend on the order of the elements, in which UUIDs are sorted.
  private static let ofSets: Set = [
    "allSatisfy", "contains", "count", "isEmpty", "isDisjoint", "isSubset", "isSuperset", "union",
    "intersection",
    "subtracting", "symmetricDifference", "filter",
  ]
  private static let texts: Set = ["description", "debugDescription", "hashValue", "uuidString"]

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
    case .binary(.equal, _, _), .binary(.notEqual, _, _), .binary(.coalesce, _, _), .binary(.and, _, _),
      .binary(.or, _, _):
      false
    case .binary(_, let left, let right): hasIDs(left) || hasIDs(right)
    case .name("issues"): true
    // The ids of effects, as text.
    case .member(let base, "ids", _) where types.contains(base, where: { $0.kind == .described }): true
    case .member(let base, let name, _):
      hasIDs(base)
        && (isUnordered(base) ? !Self.ofSets.contains(name) : isOrHides(base, name))
    case .method(let base, let name, let arguments, _):
      (hasIDs(base) || arguments.contains { !$0.value.isClosure && hasIDs($0.value) })
        && !(isUnordered(base) ? Self.ofSets : Self.ofPlaces).contains(name)
    case .index(let base, let arguments, _):
      hasIDs(base) && isUnordered(base) && arguments.first.map { hasIDs($0.value) } != true
    case .call("before", _): false
    case .call(_, let arguments): hasIDs(node) || arguments.contains { hasIDs($0.value) }
    case .interpolation(let parts): parts.contains(where: hasIDs)
    case .string: hasIDs(node)
    default: false
    }
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

  /// Whether a value is a UUID, or the member is not stored but computed from all of it.
  private func isOrHides(_ base: SyntaxNode, _ name: String) -> Bool {
    types.contains(base) { shape in
      let whole = shape.unwrapped
      return whole.type == UUID.self
        || Self.texts.contains(name) && whole.record?.parts.contains { $0.label == name } != true
    }
  }
}
