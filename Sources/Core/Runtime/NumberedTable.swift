/// Values by number, in ascending order of number: an ``OrderTree`` whose labels are the numbers. Copying is free, and
/// changing a copy is cheap.
///
/// It holds the effects in flight of every moment.
struct NumberedTable<Value> {
  private var tree = OrderTree<Value>()

  /// The number of values.
  var count: Int { tree.count }

  /// Whether the table is empty.
  var isEmpty: Bool { count == 0 }

  /// The numbers, in ascending order.
  var numbers: [Int] { (0..<count).map { Int(tree.label(at: $0)) } }

  /// The values in ascending order of number.
  var values: [Value] {
    var values: [Value] = []
    forEach { values.append($0) }
    return values
  }

  /// Visits a snapshot of the values in ascending order of number.
  func forEach(_ body: (Value) -> Void) {
    var values = tree.makeIterator()
    while let value = values.next() { body(value) }
  }

  /// The value for a number.
  subscript(number: Int) -> Value? {
    position(of: number).map { tree.element(at: $0) }
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: Its number, which is unused and not negative.
  mutating func insert(_ value: Value, number: Int) {
    let label = UInt64(number)
    var position = isEmpty ? 0 : tree.position(label: label)
    if !isEmpty, tree.label(at: position) < label { position += 1 }
    tree.insert(value, label: label, at: position)
  }

  /// Removes the value for a number, if any.
  mutating func remove(_ number: Int) {
    guard let position = position(of: number) else { return }
    _ = tree.remove(at: position)
  }

  private func position(of number: Int) -> Int? {
    guard !isEmpty, number >= 0 else { return nil }
    let position = tree.position(label: UInt64(number))
    return tree.label(at: position) == UInt64(number) ? position : nil
  }
}

extension NumberedTable: Sendable where Value: Sendable {}
