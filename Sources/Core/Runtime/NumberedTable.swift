/// Values by number, in ascending order of number: an ``OrderTree`` whose labels are the numbers. Copying is free, and
/// changing a copy is cheap.
///
/// It holds the effects in flight of every moment. Usually there is at most one, which needs no tree; the table is one word.
package struct NumberedTable<Value> {
  private var contents = Contents.none

  /// Creates an empty table.
  package init() {}

  fileprivate enum Contents {
    case none
    indirect case one(Int, Value)
    case several(OrderTree<Value>)
  }

  /// The number of values.
  var count: Int {
    switch contents {
    case .none: 0
    case .one: 1
    case .several(let tree): tree.count
    }
  }

  /// Whether the table is empty.
  package var isEmpty: Bool { if case .none = contents { true } else { false } }

  /// The numbers, in ascending order.
  package var numbers: [Int] {
    switch contents {
    case .none: []
    case .one(let number, _): [number]
    case .several(let tree): (0..<tree.count).map { Int(tree.label(at: $0)) }
    }
  }

  /// The values in ascending order of number.
  package var values: [Value] {
    var values: [Value] = []
    forEach { values.append($0) }
    return values
  }

  /// Visits a snapshot of the values in ascending order of number.
  package func forEach(_ body: (Value) -> Void) {
    switch contents {
    case .none: break
    case .one(_, let value): body(value)
    case .several(let tree):
      var values = tree.makeIterator()
      while let value = values.next() { body(value) }
    }
  }

  /// The value for a number.
  package subscript(number: Int) -> Value? {
    switch contents {
    case .none: nil
    case .one(let only, let value): only == number ? value : nil
    case .several(let tree): tree.position(of: number).map { tree.element(at: $0) }
    }
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: Its number, which is unused and not negative.
  package mutating func insert(_ value: Value, number: Int) {
    guard var tree = takeTree() else { return contents = .one(number, value) }
    let label = UInt64(number)
    var position = tree.position(label: label)
    if tree.label(at: position) < label { position += 1 }
    tree.insert(value, label: label, at: position)
    contents = .several(tree)
  }

  /// Removes the value for a number, if any.
  package mutating func remove(_ number: Int) {
    if case .one(let only, _) = contents {
      if only == number { contents = .none }
      return
    }
    guard var tree = takeTree() else { return }
    if let position = tree.position(of: number) { _ = tree.remove(at: position) }
    contents = tree.count == 0 ? .none : .several(tree)
  }

  /// Takes the values as a tree, unless there are none. A tree that stayed would be copied by a change.
  private mutating func takeTree() -> OrderTree<Value>? {
    defer { contents = .none }
    switch contents {
    case .none: return nil
    case .one(let number, let value): return OrderTree([value]) { _ in UInt64(number) }
    case .several(let tree): return tree
    }
  }
}

extension OrderTree {
  /// The position of the value for a number, if there is one, in a tree that is not empty.
  fileprivate func position(of number: Int) -> Int? {
    guard number >= 0 else { return nil }
    let position = position(label: UInt64(number))
    return label(at: position) == UInt64(number) ? position : nil
  }
}

extension NumberedTable: Sendable where Value: Sendable {}
extension NumberedTable.Contents: Sendable where Value: Sendable {}
