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

  init(old: [DumpChild], new: [DumpChild], form: DumpNode.Form) {
    self.old = old
    self.new = new
    switch form {
    case .list, .set:
      let areIdentifiable = (old + new).allSatisfy { Shape.of(value: $0.value).has(.identifiable) }
      matching = areIdentifiable ? .id : .value
    default:
      matching = .name
    }
  }

  /// Whether a matched pair also has the same value.
  func isSameValue(_ x: Int, _ y: Int) -> Bool {
    if case .value = matching { return true }
    return Sameness.isSame(old[x].value, new[y].value)
  }

  /// The children without a match.
  ///
  /// Small lists are compared pairwise. In large ones, keys are first replaced by numbers if they are hashable.
  var script: EditScript {
    if old.count + new.count > 16, let numbers = numbers() {
      return EditScript(numbers.old, numbers.new)
    }
    return EditScript(old.count, new.count) { isMatch(old[$0], new[$1]) }
  }

  /// The old children that are among the new ones, each with its new position. Only what can be hashed is found.
  var pairs: [(old: Int, new: Int)] {
    guard let numbers = numbers() else { return [] }
    var positions: [Int: [Int]] = [:]
    for (y, number) in numbers.new.enumerated().reversed() { positions[number, default: []].append(y) }
    return numbers.old.enumerated().compactMap { x, number in
      positions[number]?.popLast().map { (x, $0) }
    }
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
    case .id:
      guard let old = old.value as? any Identifiable, let new = new.value as? any Identifiable else {
        return false
      }
      return Self.id(of: old) == Self.id(of: new)
    case .value: return Sameness.isSame(old.value, new.value)
    }
  }

  private static func id<Value: Identifiable>(of value: Value) -> AnyHashable { AnyHashable(value.id) }

  private func numbers() -> (old: [Int], new: [Int])? {
    var known: [AnyHashable: Int] = [:]
    func number(_ child: DumpChild) -> Int? {
      guard let key = key(of: child) else { return nil }
      if let number = known[key] { return number }
      known[key] = known.count
      return known.count - 1
    }
    let oldNumbers = old.compactMap(number)
    let newNumbers = new.compactMap(number)
    guard oldNumbers.count == old.count, newNumbers.count == new.count else { return nil }
    return (oldNumbers, newNumbers)
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
    case .id: return (child.value as? any Identifiable).map { Self.id(of: $0) }
    case .value:
      guard let first = old.first, Shape.of(value: first.value) === Shape.of(value: child.value) else {
        return nil
      }
      return hashable(child.value)
    }
  }

  /// The value as a key; `nil` if it may be the same as another without being equal, as a NaN.
  private func hashable(_ value: Any) -> AnyHashable? {
    let shape = Shape.of(value: value)
    guard shape.has(.hashable), let key = value as? AnyHashable else { return nil }
    // A collection with a NaN may be equal to itself.
    return !shape.has(.floating) || shape.kind == .scalar && key == key ? key : nil
  }
}
