extension Expression {
  /// A step on the way from the root value to a part of it.
  package enum PathStep {
    /// A property, by its name.
    case member(String)
    /// An element of a collection, by the text of the path that ends with it.
    case element(String)
  }

  /// The steps of a path of properties and elements, such as `todos[0].title`; `nil` for other expressions.
  package var path: [PathStep]? {
    var steps: [PathStep] = []
    var node = root
    while true {
      switch node.kind {
      case .root: return steps.reversed()
      case .name(let name):
        steps.append(.member(name))
        return steps.reversed()
      case .member(let base, let name, _):
        steps.append(.member(name))
        node = base
      case .index(let base, _, _):
        steps.append(.element(source.slice(node.range).text))
        node = base
      case .unwrapped(let base): node = base
      default: return nil
      }
    }
  }

  /// The same path with a position changed to where the element at that position was in another root value. There is one such
  /// path for each position of an element with an id that was elsewhere, the last position first.
  ///
  /// - Complexity: O(*n*) in the lengths of the lists.
  package func pathsBeforeMove(from old: ExpressionContext, to new: ExpressionContext) -> [Expression] {
    var found: [Expression] = []
    var node = path == nil ? nil : root
    while let part = node {
      node = part.kind.children.first
      guard case .index(let base, let arguments, _) = part.kind, arguments.count == 1,
        arguments[0].label == nil, case .integer(let number) = arguments[0].value.kind,
        let position = Int(exactly: number),
        let place = place(in: old, ofElementAt: position, in: new, of: Expression(base, in: source))
      else { continue }
      let rest = source.slice(part.range.upperBound..<root.range.upperBound).text
      let text = "\(source.slice(base.range).text)[\(place)]\(rest)"
      if let path = try? Expression(parsing: SourceText(text)) { found.append(path) }
    }
    return found
  }

  /// The other position that the element of a list had in another root value.
  private func place(
    in old: ExpressionContext,
    ofElementAt position: Int,
    in new: ExpressionContext,
    of list: Expression
  ) -> Int? {
    func elements(_ context: ExpressionContext) -> (any Collection)? {
      (try? list.evaluate(in: context))?.wrapped as? any Collection
    }
    guard let before = elements(old), let after = elements(new), !after.isUnordered,
      position >= 0, position < after.elementCount,
      let id = (after.element(at: position) as? any Identifiable)?.anyID as? AnyHashable
    else { return nil }
    func isSame(_ element: Any) -> Bool {
      (flattened(element) as? any Identifiable)?.anyID as? AnyHashable == id
    }
    // The key of a list may be another one than the ids of its elements.
    let known = (before as? any PositionLookup)?.position(ofID: id.base)
    let place =
      known.flatMap { before.element(at: $0).map(isSame) == true ? $0 : nil }
      ?? before.erasedIterator.enumerated().first { isSame($0.element) }?.offset
    return place == position ? nil : place
  }
}
