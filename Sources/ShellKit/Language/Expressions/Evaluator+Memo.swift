import Core

extension Evaluator {
  /// What a part of the expression came to last time, or `body`.
  ///
  /// - Parameters:
  ///   - node: A member, an index or a method.
  ///   - base: What it looks into.
  mutating func remembering(
    _ node: ExpressionNode,
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

  /// How many elements satisfy a condition, by what is known of the last version of the collection.
  ///
  /// - Parameters:
  ///   - collection: The collection.
  ///   - condition: The condition.
  /// - Returns: `nil` if nothing is remembered, or if the condition depends on more than the element.
  /// - Complexity: O(changes) evaluations of the condition.
  mutating func rememberedCount(
    in collection: any Collection,
    where condition: ExpressionNode
  ) throws(Diagnostic) -> Int? {
    guard let memo, isOutsideOfMethods, condition.isClosed, ValueTraits.of(collection).isRegionDiffable,
      let version = collection as? any RegionDiffable
    else {
      return nil
    }
    let last = memo.count(of: condition)
    // If a condition fails for an element nothing is known any more.
    memo.note(nil, of: condition)
    var matching = 0
    if let last, let regions = version.regions(from: last.collection) {
      matching = last.matching
      for region in regions {
        matching -= try count(region.old, of: last.collection, where: condition)
        matching += try count(region.new, of: version, where: condition)
      }
    } else {
      matching = try count(0..<version.dumpCount, of: version, where: condition)
    }
    memo.note(ExpressionMemo.Count(collection: version, matching: matching), of: condition)
    return matching
  }

  private mutating func count(
    _ positions: Range<Int>,
    of version: any RegionDiffable,
    where condition: ExpressionNode
  ) throws(Diagnostic) -> Int {
    var count = 0
    for position in positions {
      memo?.elementsVisited += 1
      let element = Reflection.flattened(version.dumpElement(at: position))
      if try self.condition(condition, for: element) { count += 1 }
    }
    return count
  }
}

extension RegionDiffable {
  /// Where this version may differ from one whose type is known only at run time.
  fileprivate func regions(from old: any RegionDiffable) -> [DifferingRegion]? {
    (old as? Self).map(differingRegions(from:))
  }
}

extension ExpressionNode {
  /// Whether what it does with its base depends on nothing else.
  fileprivate var argumentsAreClosed: Bool {
    switch kind {
    case .index(_, let arguments, _), .method(_, _, let arguments, _): arguments.allSatisfy(\.value.isClosed)
    default: true
    }
  }
}
