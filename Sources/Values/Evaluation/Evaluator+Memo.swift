import Core

extension Evaluator {
  /// What a part of the expression came to last time, or `body`.
  ///
  /// - Parameters:
  ///   - node: A member, an index or a method.
  ///   - base: What it looks into.
  mutating func remembering(
    _ node: SyntaxNode,
    on base: Any,
    _ body: (inout Evaluator) throws(Diagnostic) -> Any?
  ) throws(Diagnostic) -> Any? {
    guard let memo, isOutsideOfMethods, node.argumentsAreClosed, ValueTraits.of(base).hasVersions else {
      return try body(&self)
    }
    if let result = memo.result(of: node, on: base) { return result }
    let result = try body(&self)
    memo.note(result, of: node, on: base)
    return result
  }

  /// What a method comes to that needs no more than to know of how many elements a condition holds, if that can be
  /// remembered.
  mutating func countedAnswer(
    _ method: Method,
    of collection: Any,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> Any? {
    guard let counted = method.counted, memo != nil, isOutsideOfMethods, arguments.count == 1,
      arguments[0].label == nil || arguments[0].label?.text == "where"
    else { return nil }
    return try rememberedCount(in: collection, where: arguments[0].value).map(counted)
  }

  /// How many elements satisfy a condition, by what is known of the last version of the collection.
  ///
  /// - Parameters:
  ///   - collection: The collection.
  ///   - condition: The condition.
  /// - Returns: `nil` if nothing is remembered, or if the condition depends on more than the element.
  /// - Complexity: O(changes) evaluations of the condition.
  mutating func rememberedCount(
    in collection: Any,
    where condition: SyntaxNode
  ) throws(Diagnostic) -> RememberedCount? {
    guard let memo, isOutsideOfMethods else { return nil }
    if let known = memo.count(of: condition), try known.update(to: collection, with: &self) { return known }
    guard condition.isClosed, condition.usesSubject, ValueTraits.of(collection).isRegionDiffable,
      let version = collection as? any RegionDiffable
    else { return nil }
    let count = RememberedCount.of(version, where: condition)
    memo.note(count)
    return try count.update(to: version, with: &self) ? count : nil
  }
}

extension SyntaxNode {
  /// Whether what it does with its base depends on nothing else.
  fileprivate var argumentsAreClosed: Bool {
    switch kind {
    case .index(_, let arguments, _), .method(_, _, let arguments, _): arguments.allSatisfy(\.value.isClosed)
    default: true
    }
  }
}
