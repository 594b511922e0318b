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
    root.path?.map { node in
      switch node.kind {
      case .name(let name), .member(_, let name, _): .member(name)
      default: .element(source.slice(node.range).text)
      }
    }
  }

  /// The same path with the ids of elements in place of their positions, and the paths of these ids; `nil` if it
  /// contains no position of an element whose id can be written.
  ///
  /// - Complexity: O(*n*) in the lengths of the lists.
  package func followingElements(in context: ExpressionContext) -> (
    path: Expression, ids: [Expression]
  )? {
    guard path != nil else { return nil }
    func parse(_ text: String) -> Expression? { try? Expression(parsing: SourceText(text)) }
    var ids: [Expression] = []
    var (text, end) = ("", root.range.upperBound)
    var node: SyntaxNode? = root
    while let part = node {
      node = part.kind.children.first
      guard case .index(let base, let arguments, _) = part.kind, arguments.count == 1,
        arguments[0].label == nil, case .integer = arguments[0].value.kind
      else { continue }
      let list = source.slice(base.range).text
      let place = source.slice(base.range.upperBound..<part.range.upperBound).text
      // The ids of a list may differ from the `id` of its elements.
      let candidates = ["\(list).ids\(place)", "\(list)\(place).id"].compactMap(parse)
      for id in candidates {
        guard let key = try? id.evaluate(in: context).wrapped, let literal = ValueText.short(key),
          let same = parse("\(list)[id: \(literal)]"),
          (try? same.evaluate(in: context))?.wrapped != nil
        else { continue }
        ids.append(id)
        text = "[id: \(literal)]" + source.slice(part.range.upperBound..<end).text + text
        end = base.range.upperBound
        break
      }
    }
    if ids.isEmpty { return nil }
    return parse(source.slice(root.range.lowerBound..<end).text + text).map { ($0, ids) }
  }
}

extension SyntaxNode {
  /// The path of members and elements from the root value; `nil` for other expressions.
  var path: [SyntaxNode]? {
    switch kind {
    case .root: []
    case .name: [self]
    case .member(let base, _, _), .index(let base, _, _): base.path.map { $0 + [self] }
    case .unwrapped(let base): base.path
    default: nil
    }
  }
}
