/// The name of an enum case and of the cases nested in it, with labels but without values.
///
/// `App.Action.row(.element(id:, action: .tapped))`
func actionLabels(of action: Any) -> String {
  Peek.read(action) { peek in
    let contents = Contents(of: peek)
    guard case .enumCase(let type, _, _) = contents.form else { return peek.shape.name }
    return type + labels(of: contents, depth: 0)
  }
}

private func labels(of contents: Contents, depth: Int) -> String {
  guard case .enumCase(_, let name, _) = contents.form else { return "" }
  let count = contents.children.count
  guard count > 0, depth < Dumper.deepest else { return "." + name }
  let payload = (0..<count).map { position in
    let child = contents.children[position]
    let inner = labels(of: Contents(of: child.peek), depth: depth + 1)
    if case .label(let label)? = child.name { return inner.isEmpty ? label + ":" : "\(label): \(inner)" }
    return inner.isEmpty && count > 1 ? "_:" : inner
  }
  return payload == [""] ? "." + name : ".\(name)(\(payload.joined(separator: ", ")))"
}
