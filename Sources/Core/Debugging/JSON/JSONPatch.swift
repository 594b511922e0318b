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
  var patch = JSONPatch(form: form)
  patch.compare(old, new, at: "", depth: 0)
  return patch.changes
}

/// The changes from the JSON of the state at one moment to that at another.
package func jsonPatch<State, Action>(
  from old: Moment<State, Action>,
  to new: Moment<State, Action>,
  as form: JSONForm = .plain
) -> [JSONChange] {
  SharedScope.comparing(old.record.sharedView, new.record.sharedView) {
    jsonPatch(from: old.state, to: new.state, as: form)
  }
}

private struct JSONPatch {
  let form: JSONForm
  var changes: [JSONChange] = []

  mutating func compare(_ old: Any, _ new: Any, at path: String, depth: Int) {
    if Sameness.isSame(old, new) { return }
    compareChanged(old, new, at: path, depth: depth)
  }

  /// Compares values that are not the same.
  private mutating func compareChanged(_ old: Any, _ new: Any, at path: String, depth: Int) {
    let (oldNode, newNode) = (DumpNode(old, on: .old), DumpNode(new))
    guard depth < JSON.deepest, hasComparableChildren(oldNode, newNode) else {
      return changes.append(.replace(path: path, JSON(new, on: .new, as: form, depth: depth)))
    }
    let steps = DiffSteps(from: oldNode, to: newNode).steps
    switch newNode.form {
    case .list, .set: compareElements(steps, oldNode, newNode, at: path, depth: depth)
    case .dictionary: compareKeys(steps, oldNode, newNode, at: path, depth: depth)
    case .enumCase(_, let name, _):
      let place = path + "/" + form.name(ofCase: name).asPointer
      compareMembers(steps, oldNode, newNode, isWhole: newNode.hasOnePayload, at: place, depth: depth)
    default: compareMembers(steps, oldNode, newNode, at: path, depth: depth)
    }
  }

  private func hasComparableChildren(_ old: DumpNode, _ new: DumpNode) -> Bool {
    guard old.shape === new.shape, !old.isScalar, !new.isScalar else { return false }
    switch (old.form, new.form) {
    case (.enumCase(_, let oldName, let hasPayload), .enumCase(_, let newName, _)):
      guard oldName == newName, hasPayload else { return false }
      return old.hasSameNames(as: new)
    case (.structure, .structure), (.object, .object), (.tuple, .tuple): return old.hasSameNames(as: new)
    case (.list, .list), (.dictionary, .dictionary), (.set, .set): return true
    default: return false
    }
  }

  /// At each step, the document already matches the new value up to the current place.
  private mutating func compareElements(
    _ steps: [DiffStep],
    _ old: DumpNode,
    _ new: DumpNode,
    at path: String,
    depth: Int
  ) {
    var place = 0
    for step in steps {
      switch step {
      case .same(_, let range): place = range.upperBound
      case .changed(let x, let y):
        compareChanged(
          old.children[x].value,
          new.children[y].value,
          at: "\(path)/\(y)",
          depth: depth + 1
        )
        place = y + 1
      case .removed: changes.append(.remove(path: "\(path)/\(place)"))
      // Moves are not requested here: what moved was removed above.
      case .inserted(let y), .moved(_, let y):
        let value = JSON(new.children[y].value, on: .new, as: form, depth: depth + 1)
        changes.append(.add(path: "\(path)/\(y)", value))
        place = y + 1
      }
    }
  }

  private mutating func compareKeys(
    _ steps: [DiffStep],
    _ old: DumpNode,
    _ new: DumpNode,
    at path: String,
    depth: Int
  ) {
    func place(_ child: DumpChild, _ position: Int) -> String {
      path + "/" + child.memberName(at: position, as: form).asPointer
    }
    var added: [JSONChange] = []
    func add(_ y: Int) {
      let child = new.children[y]
      added.append(.add(path: place(child, y), JSON(child.value, on: .new, as: form, depth: depth + 1)))
    }
    for step in steps {
      switch step {
      case .same: break
      case .changed(let x, let y):
        let (before, after) = (old.children[x], new.children[y])
        if place(before, x) == place(after, y) {
          compareChanged(before.value, after.value, at: place(after, y), depth: depth + 1)
        } else {
          changes.append(.remove(path: place(before, x)))
          add(y)
        }
      case .removed(let x): changes.append(.remove(path: place(old.children[x], x)))
      case .inserted(let y), .moved(_, let y): add(y)
      }
    }
    changes += added
  }

  private mutating func compareMembers(
    _ steps: [DiffStep],
    _ old: DumpNode,
    _ new: DumpNode,
    isWhole: Bool = false,
    at path: String,
    depth: Int
  ) {
    for case .changed(let x, let y) in steps {
      let name = new.children[y].memberName(at: y, as: form).asPointer
      compareChanged(
        old.children[x].value,
        new.children[y].value,
        at: isWhole ? path : "\(path)/\(name)",
        depth: depth + 1
      )
    }
  }
}

extension DumpNode {
  func hasSameNames(as other: DumpNode) -> Bool {
    guard children.count == other.children.count else { return false }
    return (0..<children.count).allSatisfy {
      children[$0].memberName(at: $0) == other.children[$0].memberName(at: $0)
        && (children[$0].name == nil) == (other.children[$0].name == nil)
    }
  }
}

extension String {
  /// The text as a component of a JSON pointer.
  fileprivate var asPointer: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
