/// A change of a JSON document, as in RFC 6902.
package struct JSONChange: Equatable {
  enum Operation: String {
    case add
    case remove
    case replace
  }

  let operation: Operation
  package let path: String
  package let value: JSON?

  package var json: JSON {
    .object(["op": .string(operation.rawValue), "path": .string(path), "value": value])
  }
}

extension JSONChange {
  /// The change of the JSON that a change of a value makes.
  package init(_ change: PartChange, as form: JSONForm) {
    let (operation, new): (Operation, Any?) =
      switch change.kind {
      case .replaced(_, let new): (.replace, new)
      case .removed: (.remove, nil)
      // Moves are not requested here: what moved was removed before.
      case .inserted(let new), .moved(let new, _): (.add, new)
      }
    self.operation = operation
    path = change.path.map { "/" + $0.pointer(as: form) }.joined()
    value = new.map { JSON(Peek($0), as: form, depth: change.depth) }
  }
}

extension PartStep {
  /// The step as a component of a JSON pointer.
  fileprivate func pointer(as form: JSONForm) -> String {
    switch self {
    case .member(let name): name.asPointer
    case .payload(let name): form.name(ofCase: name).asPointer
    case .entry(let key, _):
      DumpChild(name: .key(Peek(key)), peek: Peek(key)).memberName(at: 0, as: form).asPointer
    case .element(let place), .unordered(let place): "\(place)"
    }
  }
}

extension String {
  fileprivate var asPointer: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
