/// Values by number, in ascending order of number: an ``OrderTree`` whose labels are the numbers. Copying is free, and
/// changing a copy is cheap.
///
/// It holds the effects in flight of every moment. Usually there is at most one, which needs no tree.
struct NumberedTable<Value> {
  /// The only value.
  private var only: (number: Int, value: Value)?
  /// The values, if there are several.
  private var tree: OrderTree<Value>?

  /// The number of values.
  var count: Int { tree?.count ?? (only == nil ? 0 : 1) }

  /// Whether the table is empty.
  var isEmpty: Bool { count == 0 }

  /// The numbers, in ascending order.
  var numbers: [Int] {
    guard let tree else { return only.map { [$0.number] } ?? [] }
    return (0..<tree.count).map { Int(tree.label(at: $0)) }
  }

  /// The values in ascending order of number.
  var values: [Value] {
    var values: [Value] = []
    forEach { values.append($0) }
    return values
  }

  /// Visits a snapshot of the values in ascending order of number.
  func forEach(_ body: (Value) -> Void) {
    guard var values = tree?.makeIterator() else {
      if let only { body(only.value) }
      return
    }
    while let value = values.next() { body(value) }
  }

  /// The value for a number.
  subscript(number: Int) -> Value? {
    if let only { return only.number == number ? only.value : nil }
    return tree.flatMap { tree in tree.position(of: number).map { tree.element(at: $0) } }
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: Its number, which is unused and not negative.
  mutating func insert(_ value: Value, number: Int) {
    if isEmpty { return only = (number, value) }
    if let first = only.take() {
      tree = OrderTree([first.value]) { _ in UInt64(first.number) }
    }
    tree?.insert(value, number: number)
  }

  /// Removes the value for a number, if any.
  mutating func remove(_ number: Int) {
    if only?.number == number { return only = nil }
    guard let position = tree?.position(of: number) else { return }
    _ = tree?.remove(at: position)
    if tree?.count == 0 { tree = nil }
  }
}

extension OrderTree {
  fileprivate mutating func insert(_ value: Value, number: Int) {
    let label = UInt64(number)
    var position = position(label: label)
    if self.label(at: position) < label { position += 1 }
    insert(value, label: label, at: position)
  }

  /// The position of the value for a number, if there is one, in a tree that is not empty.
  fileprivate func position(of number: Int) -> Int? {
    guard number >= 0 else { return nil }
    let position = position(label: UInt64(number))
    return label(at: position) == UInt64(number) ? position : nil
  }
}

extension NumberedTable: Sendable where Value: Sendable {}
