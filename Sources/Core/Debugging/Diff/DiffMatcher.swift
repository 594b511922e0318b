/// Matches old and new children that represent the same thing, whether or not its value changed.
struct DiffMatcher {
  private let old: [DumpChild]
  private let new: [DumpChild]
  private let matching: Matching

  private enum Matching {
    case name
    case id
    case value
  }

  init(old: [DumpChild], new: [DumpChild], form: Contents.Form) {
    self.old = old
    self.new = new
    switch form {
    case .list, .set:
      let areIdentifiable = (old + new).allSatisfy { $0.peek.opened.shape.id != nil }
      matching = areIdentifiable ? .id : .value
    default:
      matching = .name
    }
  }

  /// Whether a matched pair also has the same value.
  func isSameValue(_ x: Int, _ y: Int) -> Bool {
    if case .value = matching { return true }
    return Sameness.isSame(old[x].peek, new[y].peek)
  }

  /// The children without a match.
  ///
  /// Small lists are compared pairwise. In large ones, keys are looked up if they are hashable.
  var script: EditScript {
    if old.count + new.count > 16, let keys { return EditScript(keys.old, keys.new) }
    return EditScript(old.count, new.count) { isMatch(old[$0], new[$1]) }
  }

  /// The old children that are among the new ones, each with its new position. Only what can be hashed is found.
  var pairs: [(old: Int, new: Int)] {
    guard let keys else { return [] }
    var positions: [AnyHashable: [Int]] = [:]
    for (y, key) in keys.new.enumerated().reversed() { positions[key, default: []].append(y) }
    return keys.old.enumerated().compactMap { x, key in positions[key]?.popLast().map { (x, $0) } }
  }

  private func isMatch(_ old: DumpChild, _ new: DumpChild) -> Bool {
    switch matching {
    case .name:
      switch (old.name, new.name) {
      case (.label(let old)?, .label(let new)?): return old == new
      case (.key(let old)?, .key(let new)?): return Sameness.isSame(old, new)
      case (.index(let old)?, .index(let new)?): return old == new
      case (nil, nil): return true
      default: return false
      }
    case .id: return Self.id(of: old) == Self.id(of: new)
    case .value: return Sameness.isSame(old.peek, new.peek)
    }
  }

  private static func id(of child: DumpChild) -> AnyHashable? {
    let value = child.peek.opened
    return value.shape.id?(value.address)
  }

  private var keys: (old: [AnyHashable], new: [AnyHashable])? {
    let keys = (old: old.compactMap(key), new: new.compactMap(key))
    return keys.old.count == old.count && keys.new.count == new.count ? keys : nil
  }

  private func key(of child: DumpChild) -> AnyHashable? {
    switch matching {
    case .name:
      switch child.name {
      case .label(let label): return AnyHashable(label)
      case .key(let key): return hashable(key)
      case .index(let index): return AnyHashable(index)
      case .move, nil: return nil
      }
    case .id: return Self.id(of: child)
    case .value:
      guard let first = old.first, first.peek.opened.shape === child.peek.opened.shape else {
        return nil
      }
      return hashable(child.peek)
    }
  }

  /// The value as a key; `nil` if it may be the same as another without being equal, as a NaN.
  private func hashable(_ value: Peek) -> AnyHashable? {
    let shape = value.opened.shape
    guard shape.has(.hashable), let key = value.value as? AnyHashable else { return nil }
    // A collection with a NaN may be equal to itself.
    return !shape.has(.floating) || shape.kind == .scalar && key == key ? key : nil
  }
}
