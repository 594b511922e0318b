/// A change of a part of a value, whose other parts are the same.
package struct PartChange {
  /// What happened to the part.
  package enum Kind {
    /// It has another value, none of whose parts can be compared with the old one's.
    case replaced(old: Any, new: Any)
    /// It was removed; `from` is its place in the old collection.
    case removed(Any, from: Int)
    case inserted(Any)
    /// It has moved within its list; `from` is its position in the old list.
    case moved(Any, from: Int)
  }

  /// The steps that lead to it, in the old value with the earlier changes applied.
  package let path: [PartStep]
  package let kind: Kind
  /// How deeply it is nested.
  let depth: Int
  /// The innermost element of a collection that contains the part, as it is in the new value; `nil` if there is none. It is
  /// valid only in the call that receives the change.
  package let element: Peek?
  /// The new collection, for an element that was removed, inserted or moved; valid like ``element``.
  package let collection: Peek?
}

/// A step from a value to one of its parts.
package enum PartStep {
  /// A property, or an element of a tuple.
  case member(String)
  /// The payload of a case.
  case payload(String)
  /// An element of a list.
  case element(Int)
  /// A member of a set.
  case unordered(Int)
  /// A value of a dictionary; the name is its key as text.
  case entry(key: Any, name: String)
}

/// Finds the changes from one value to another, in the order in which to apply them.
///
/// Parts found equal by identity or `==` are not traversed, as in a diff.
///
/// - Parameters:
///   - findsMoves: Whether an element whose position has changed counts as moved, rather than as removed and inserted.
///   - isWhole: Whether a value is replaced as a whole, even if some of its parts are the same.
///   - take: Called with each change.
package func forEachChange(
  from old: Any,
  to new: Any,
  findsMoves: Bool = false,
  isWhole: @escaping (_ old: Any, _ new: Any) -> Bool = { _, _ in false },
  _ take: (PartChange) -> Void
) {
  withoutActuallyEscaping(take) { take in
    var walk = ChangeWalk(findsMoves: findsMoves, isWhole: isWhole, take: take)
    Peek.read(old, on: .old) { old in
      Peek.read(new) { new in
        if !Sameness.isSame(old, new) { walk.compareChanged(old, new, depth: 0) }
      }
    }
  }
}

private struct ChangeWalk {
  let findsMoves: Bool
  let isWhole: (Any, Any) -> Bool
  let take: (PartChange) -> Void
  var path: [PartStep] = []
  var element: Peek?

  private func note(_ kind: PartChange.Kind, at step: PartStep?, of collection: Contents? = nil, depth: Int) {
    let path = path + (step.map { [$0] } ?? [])
    take(
      PartChange(path: path, kind: kind, depth: depth, element: element, collection: collection?.peek)
    )
  }

  /// Compares an element or entry of a collection with its new value.
  private mutating func compareElement(_ old: Peek, _ new: Peek, at step: PartStep, depth: Int) {
    let outer = element
    element = new
    compareChanged(old, new, at: step, depth: depth)
    element = outer
  }

  private mutating func inside(_ step: PartStep?, _ body: (inout Self) -> Void) {
    if let step { path.append(step) }
    body(&self)
    if step != nil { path.removeLast() }
  }

  /// Compares values that are not the same.
  mutating func compareChanged(_ old: Peek, _ new: Peek, at step: PartStep? = nil, depth: Int) {
    let (old, new) = (Contents(of: old), Contents(of: new))
    guard depth < JSON.deepest, hasComparableChildren(old, new), !isWhole(old.peek.value, new.peek.value)
    else {
      return note(.replaced(old: old.peek.value, new: new.peek.value), at: step, depth: depth)
    }
    let steps = DiffSteps(from: old, to: new, findsMoves: findsMoves).steps
    inside(step) { walk in
      switch new.form {
      case .list: walk.compareElements(steps, old, new, depth: depth, PartStep.element)
      case .set: walk.compareElements(steps, old, new, depth: depth, PartStep.unordered)
      case .dictionary: walk.compareKeys(steps, old, new, depth: depth)
      case .enumCase(_, let name, _):
        walk.inside(.payload(name)) {
          $0.compareMembers(steps, old, new, isWhole: new.hasOnePayload, depth: depth)
        }
      default: walk.compareMembers(steps, old, new, depth: depth)
      }
    }
  }

  private func hasComparableChildren(_ old: Contents, _ new: Contents) -> Bool {
    old.peek.shape === new.peek.shape && !old.isScalar && !new.isScalar && old.isComparable(to: new)
      && (!new.hasFields || old.hasSameNames(as: new))
  }

  /// At each step, the collection already matches the new value up to the current place.
  private mutating func compareElements(
    _ steps: [DiffStep],
    _ old: Contents,
    _ new: Contents,
    depth: Int,
    _ part: (Int) -> PartStep
  ) {
    var place = 0
    for step in steps {
      switch step {
      case .same(_, let range): place = range.upperBound
      case .changed(let x, let y):
        compareElement(old.children[x].peek, new.children[y].peek, at: part(y), depth: depth + 1)
        place = y + 1
      case .removed(let x):
        note(.removed(old.children[x].peek.value, from: x), at: part(place), of: new, depth: depth + 1)
      case .inserted(let y):
        note(.inserted(new.children[y].peek.value), at: part(y), of: new, depth: depth + 1)
        place = y + 1
      case .moved(let x, let y):
        let (before, after) = (old.children[x].peek, new.children[y].peek)
        note(.moved(after.value, from: x), at: part(y), of: new, depth: depth + 1)
        if !Sameness.isSame(before, after) { compareElement(before, after, at: part(y), depth: depth + 1) }
        place = y + 1
      }
    }
  }

  private mutating func compareKeys(_ steps: [DiffStep], _ old: Contents, _ new: Contents, depth: Int) {
    func name(_ child: DumpChild, _ position: Int) -> PartStep {
      let name = child.memberName(at: position)
      guard case .key(let key) = child.name else { return .member(name) }
      return .entry(key: key.value, name: name)
    }
    var added: [Int] = []
    for step in steps {
      switch step {
      case .same: break
      case .changed(let x, let y):
        let (before, after) = (old.children[x], new.children[y])
        if before.memberName(at: x) == after.memberName(at: y) {
          compareElement(before.peek, after.peek, at: name(after, y), depth: depth + 1)
        } else {
          note(.removed(before.peek.value, from: x), at: name(before, x), of: new, depth: depth + 1)
          added.append(y)
        }
      case .removed(let x):
        note(
          .removed(old.children[x].peek.value, from: x),
          at: name(old.children[x], x),
          of: new,
          depth: depth + 1
        )
      case .inserted(let y), .moved(_, let y): added.append(y)
      }
    }
    for y in added {
      note(.inserted(new.children[y].peek.value), at: name(new.children[y], y), of: new, depth: depth + 1)
    }
  }

  private mutating func compareMembers(
    _ steps: [DiffStep],
    _ old: Contents,
    _ new: Contents,
    isWhole: Bool = false,
    depth: Int
  ) {
    for case .changed(let x, let y) in steps {
      let name = new.children[y].memberName(at: y)
      compareChanged(
        old.children[x].peek,
        new.children[y].peek,
        at: isWhole ? nil : .member(name),
        depth: depth + 1
      )
    }
  }
}

extension Contents {
  /// Whether the children of both have the same names in the same order.
  func hasSameNames(as other: Contents) -> Bool {
    guard children.count == other.children.count else { return false }
    return (0..<children.count).allSatisfy {
      children[$0].memberName(at: $0) == other.children[$0].memberName(at: $0)
        && (children[$0].name == nil) == (other.children[$0].name == nil)
    }
  }
}
