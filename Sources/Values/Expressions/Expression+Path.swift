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
}
