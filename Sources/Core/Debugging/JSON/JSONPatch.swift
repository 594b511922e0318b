/// A change of a JSON document, as in RFC 6902.
package enum JSONChange {
  case add(path: String, JSON)
  case remove(path: String)
  case replace(path: String, JSON)

  package var json: JSON {
    switch self {
    case .add(let path, let value):
      .object([("op", .string("add")), ("path", .string(path)), ("value", value)])
    case .remove(let path): .object([("op", .string("remove")), ("path", .string(path))])
    case .replace(let path, let value):
      .object([("op", .string("replace")), ("path", .string(path)), ("value", value)])
    }
  }
}

/// The changes from the JSON of one value to that of another, in the order in which to apply them.
///
/// Parts found equal by identity or `==` are not traversed, as in a diff.
package func jsonPatch(from old: Any, to new: Any, as form: JSONForm = .plain) -> [JSONChange] {
  var changes: [JSONChange] = []
  forEachChange(from: old, to: new) { changes.append(JSONChange($0, as: form)) }
  return changes
}

/// The changes from the JSON of the state at one moment to that at another.
package func jsonPatch<State, Action>(
  from old: Moment<State, Action>,
  to new: Moment<State, Action>,
  as form: JSONForm = .plain
) -> [JSONChange] {
  var changes: [JSONChange] = []
  forEachChange(from: old, to: new) { changes.append(JSONChange($0, as: form)) }
  return changes
}

extension JSONChange {
  fileprivate init(_ change: PartChange, as form: JSONForm) {
    let path = change.path.map { "/" + $0.pointer(as: form) }.joined()
    func json(_ value: Any) -> JSON { JSON(value, on: .new, as: form, depth: change.depth) }
    self =
      switch change.kind {
      case .replaced(_, let new): .replace(path: path, json(new))
      case .removed: .remove(path: path)
      // Moves are not requested here: what moved was removed before.
      case .inserted(let new), .moved(let new, _): .add(path: path, json(new))
      }
  }
}

extension PartStep {
  /// The step as a component of a JSON pointer.
  fileprivate func pointer(as form: JSONForm) -> String {
    switch self {
    case .member(let name): name.asPointer
    case .payload(let name): form.name(ofCase: name).asPointer
    case .entry(let key, _):
      DumpChild(name: .key(key), value: ()).memberName(at: 0, as: form).asPointer
    case .element(let place), .unordered(let place): "\(place)"
    }
  }
}

extension String {
  fileprivate var asPointer: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
