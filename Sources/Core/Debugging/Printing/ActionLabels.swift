/// The name of an enum case and of the cases nested in it, with labels but without values.
///
/// `App.Action.row(.element(id:, action: .tapped))`
struct ActionLabels {
  let text: String

  init(_ action: Any) {
    text = Peek.read(action) { peek in
      let contents = Contents(of: peek)
      guard case .enumCase(let type, _, _) = contents.form else { return dumpTypeName(type(of: action)) }
      return type + Self.text(contents, depth: 0)
    }
  }

  private static func text(_ contents: Contents, depth: Int) -> String {
    guard case .enumCase(_, let name, _) = contents.form else { return "" }
    let count = contents.children.count
    guard count > 0, depth < Dumper.deepest else { return "." + name }
    let payload = (0..<count).map { text(contents.children[$0], isAlone: count == 1, depth: depth + 1) }
    if payload == [""] { return "." + name }
    return ".\(name)(\(payload.joined(separator: ", ")))"
  }

  /// The label of an associated value and, if it is an enum, its case.
  private static func text(_ child: DumpChild, isAlone: Bool, depth: Int) -> String {
    let inner = text(Contents(of: child.peek), depth: depth)
    return switch child.name {
    case .label(let label)?: inner.isEmpty ? label + ":" : "\(label): \(inner)"
    default: inner.isEmpty && !isAlone ? "_:" : inner
    }
  }
}
