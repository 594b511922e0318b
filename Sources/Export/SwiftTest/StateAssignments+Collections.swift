import Core
import TodoShellValues

extension Array: PartlyAssignable {
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    guard !old.isEmpty, !isEmpty else { return nil }
    let common = Swift.min(old.count, count)
    if old.count == count {
      var statements: [String] = []
      for (position, (old, new)) in zip(old, self).enumerated() {
        guard let changes = change.assignments(at: "\(place)[\(position)]", from: old, to: new) else {
          return nil
        }
        statements += changes
      }
      return statements
    }
    guard (0..<common).allSatisfy({ change.isSame(old[$0], self[$0]) }) else { return nil }
    if count < old.count {
      if count < old.count - 1 { return ["\(place).removeLast(\(old.count - count))"] }
      return [change.call("\(place).removeLast()")]
    }
    return change.texts(self[common...]).map { $0.map { "\(place).append(\($0))" } }
  }
}

extension Set: PartlyAssignable {
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    guard !isEmpty, let removed = change.texts(old.subtracting(self)),
      let inserted = change.texts(subtracting(old))
    else { return nil }
    return removed.sorted().map { change.call("\(place).remove(\($0))") }
      + inserted.sorted().map { change.call("\(place).insert(\($0))") }
  }
}

extension Dictionary: PartlyAssignable {
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    // Assigning an optional value would remove it.
    guard !isEmpty, Shape.of(Value.self).wrapped == nil else { return nil }
    var statements: [(key: String, lines: [String])] = []
    for key in Set(old.keys).union(keys) {
      guard let text = change.source.text(key) else { return nil }
      let element = "\(place)[\(text)]"
      switch (old[key], self[key]) {
      case (let old?, let new?):
        if change.isSame(old, new) { continue }
        let parts = change.changes(at: element + "?", from: old, to: new)
        guard let lines = parts ?? change.source.text(new).map({ ["\(element) = \($0)"] }) else { return nil }
        statements.append((text, lines))
      case (_, let new?):
        guard let new = change.source.text(new) else { return nil }
        statements.append((text, ["\(element) = \(new)"]))
      case (_, nil): statements.append((text, ["\(element) = nil"]))
      }
    }
    return statements.sorted { $0.key < $1.key }.flatMap(\.lines)
  }
}

extension IdentifiedArray: PartlyAssignable {
  /// Elements are removed, moved, inserted and changed, in this order. They are named by their ids, so that a test of
  /// a feature that lost one fails instead of ending the process.
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    guard !old.isEmpty, !isEmpty else { return nil }
    var statements: [String] = []
    if old.ids != ids {
      guard let removed = change.texts(old.ids.filter { !contains(id: $0) }) else { return nil }
      statements += removed.map { change.call("\(place).remove(id: \($0))") }
      let order = ids.filter(old.contains)
      statements += Moves(from: old.ids.filter(contains), to: order).statements(at: place)
      var count = order.count
      for (position, element) in enumerated() where !old.contains(id: ids[position]) {
        guard let text = change.source.text(element) else { return nil }
        let isLast = position == count
        statements.append(
          change.call(isLast ? "\(place).append(\(text))" : "\(place).insert(\(text), at: \(position))")
        )
        count += 1
      }
    }
    for (id, new) in zip(ids, self) {
      guard let old = old[id: id], !change.isSame(old, new) else { continue }
      guard let key = change.source.text(id),
        let changes = change.assignments(
          at: "\(place)[id: \(key)]",
          from: Optional(old) as Any,
          to: Optional(new) as Any
        )
      else { return nil }
      statements += changes
    }
    return statements
  }
}

extension StackState: PartlyAssignable {
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    let kept = old.ids.filter(ids.contains)
    // New screens are pushed on top.
    guard Array(ids.prefix(kept.count)) == kept else { return nil }
    var statements: [String] = []
    let removed = old.ids.filter { !ids.contains($0) }
    if let first = removed.first {
      let isTop = Array(old.ids.suffix(removed.count)) == removed
      statements +=
        isTop
        ? ["\(place).pop(from: \(first.generation))"] : removed.map { "\(place)[id: \($0.generation)] = nil" }
    }
    for id in ids {
      guard let new = self[id: id] else { return nil }
      guard let old = old[id: id] else {
        guard let text = change.source.text(new) else { return nil }
        statements.append("\(place)[id: \(id.generation)] = \(text)")
        continue
      }
      if change.isSame(old, new) { continue }
      let number = id.generation
      let changes =
        change.payloadChanges(from: old, to: new) { "\(place)[id: \(number), case: \\.\($0)]?" }
        ?? change.assignments(
          at: "\(place)[id: \(number)]",
          from: Optional(old) as Any,
          to: Optional(new) as Any
        )
      guard let changes else { return nil }
      statements += changes
    }
    return statements
  }
}

extension StateAssignments {
  /// The values as Swift; `nil` if one cannot be written.
  fileprivate func texts(_ values: some Sequence) -> [String]? {
    var texts: [String] = []
    for value in values {
      guard let text = source.text(value) else { return nil }
      texts.append(text)
    }
    return texts
  }
}

/// The fewest moves of single elements that bring the same elements into another order.
private struct Moves {
  private var moves: [(from: Int, to: Int)] = []

  /// - Complexity: O(*n* log *n* + *n* · *k*) in the numbers of elements and of moves.
  init<ID: Hashable>(from old: [ID], to new: [ID]) {
    guard old != new else { return }
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    let staying = Set(increasingSubsequence(of: new.compactMap { places[$0] }).map { new[$0] })
    var order = old
    for (index, id) in new.enumerated() where !staying.contains(id) {
      // The elements before it are already in order.
      let target = index == 0 ? 0 : (order.firstIndex(of: new[index - 1]) ?? index - 1) + 1
      guard let position = order.firstIndex(of: id) else { continue }
      moves.append((position, target))
      order.remove(at: position)
      order.insert(id, at: position < target ? target - 1 : target)
    }
  }

  func statements(at place: String) -> [String] {
    moves.map { "\(place).move(fromOffsets: [\($0.from)], toOffset: \($0.to))" }
  }
}
