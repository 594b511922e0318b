/// The name of an enum case and of the cases nested in it, with labels but without values.
///
/// `App.Action.row(.element(id:, action: .tapped))`
struct ActionLabels {
  let text: String

  init(_ action: Any) {
    let node = DumpNode(action)
    if case .enumCase(let type, _, _) = node.form {
      text = type + Self.text(node, depth: 0)
    } else {
      text = dumpTypeName(type(of: action))
    }
  }

  private static func text(_ node: DumpNode, depth: Int) -> String {
    guard case .enumCase(_, let name, _) = node.form else { return "" }
    let count = node.children.count
    guard count > 0, depth < Dumper.deepest else { return "." + name }
    let payload = (0..<count).map { text(node.children[$0], isAlone: count == 1, depth: depth + 1) }
    if payload == [""] { return "." + name }
    return ".\(name)(\(payload.joined(separator: ", ")))"
  }

  /// The label of an associated value and, if it is an enum, its case.
  private static func text(_ child: DumpChild, isAlone: Bool, depth: Int) -> String {
    let inner = text(DumpNode(child.value), depth: depth)
    return switch child.name {
    case .label(let label)?: inner.isEmpty ? label + ":" : "\(label): \(inner)"
    default: inner.isEmpty && !isAlone ? "_:" : inner
    }
  }
}
