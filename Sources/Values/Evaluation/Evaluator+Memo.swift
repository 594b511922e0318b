import Core

extension Evaluator {
  /// The result of a method that needs only the number of elements for which its condition holds, if that number can be
  /// remembered.
  mutating func countedAnswer(_ method: Method, of collection: Any, _ term: Term) -> Any? {
    guard let counted = method.counted, let condition = term.condition,
      let count = rememberedCount(in: collection, where: condition)
    else { return nil }
    return switch counted {
    case .number: count.matching
    case .condition(let holds): holds(count.matching, count.total)
    }
  }

  /// The number of elements that satisfy a condition, updated from the last version of the collection.
  ///
  /// - Parameters:
  ///   - collection: The collection.
  ///   - condition: The condition.
  /// - Returns: `nil` if nothing is remembered, if the condition depends on more than the element, or if it cannot be
  ///   evaluated for an element.
  /// - Complexity: O(changes) evaluations of the condition.
  mutating func rememberedCount(
    in collection: Any,
    where condition: Term
  ) -> (matching: Int, total: Int)? {
    guard let memo, isOutsideOfMethods else { return nil }
    if let known = memo.count(of: condition), known.update(to: collection, with: &self) { return known.count }
    guard condition.node.isClosed, condition.node.usesSubject, Shape.of(value: collection).has(.regions),
      let version = collection as? any RegionDiffable
    else { return nil }
    let count = RememberedCount.of(version, where: condition)
    guard count.update(to: version, with: &self) else { return nil }
    if !readsObject { memo.note(count) }
    return count.count
  }
}
