/// Values by number, as a persistent collection: copying is free, and changing a copy is cheap.
///
/// It holds the effects in flight of every moment. There are usually few, which are kept in an array, where a change
/// takes a fraction of the time it takes in a tree.
struct NumberedTable<Value> {
  fileprivate struct Entry {
    let number: Int
    let value: Value
  }

  fileprivate enum Content {
    /// In ascending order of number.
    case few([Entry])
    case many(NumberTree<Value>)
  }

  private var content = Content.few([])

  /// The largest count that is kept in an array.
  static var few: Int { 16 }

  /// Whether the table is empty.
  var isEmpty: Bool {
    switch content {
    case .few(let entries): entries.isEmpty
    case .many(let values): values.count == 0
    }
  }

  /// The numbers, in ascending order.
  ///
  /// - Complexity: O(*n*).
  var numbers: [Int] { entries.map(\.number) }

  /// The values in ascending order of number.
  ///
  /// - Complexity: O(*n*).
  var values: [Value] { entries.map(\.value) }

  private var entries: [Entry] {
    switch content {
    case .few(let entries): entries
    case .many(let values): Self.entries(of: values)
    }
  }

  /// Visits a snapshot of the values in ascending order of number.
  ///
  /// - Complexity: O(*n*).
  func forEach(_ body: (Value) -> Void) {
    switch content {
    case .few(let entries): for entry in entries { body(entry.value) }
    case .many(let values): values.forEach { body($1) }
    }
  }

  /// The value for a number.
  ///
  /// - Complexity: O(log *n*).
  subscript(number: Int) -> Value? {
    switch content {
    case .few(let entries): entries.last { $0.number == number }?.value
    case .many(let values): values[number]
    }
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: Its number, which is unused and not negative.
  /// - Complexity: O(log *n*).
  mutating func insert(_ value: Value, number: Int) {
    switch content {
    case .few(var entries):
      // Release the entries first, so that a uniquely referenced array is changed in place.
      content = .few([])
      let place = entries.lastIndex { $0.number < number }.map { $0 + 1 } ?? 0
      entries.insert(Entry(number: number, value: value), at: place)
      content = entries.count <= Self.few ? .few(entries) : .many(Self.tree(of: entries))
    case .many(var values):
      content = .few([])
      values.set(value, number: number)
      content = .many(values)
    }
  }

  /// Removes the value for a number, if any.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ number: Int) {
    switch content {
    case .few(var entries):
      guard let place = entries.lastIndex(where: { $0.number == number }) else { return }
      content = .few([])
      entries.remove(at: place)
      content = .few(entries)
    case .many(var values):
      content = .few([])
      values.remove(number)
      // With hysteresis: the next insertion may follow immediately.
      content = values.count <= Self.few / 2 ? .few(Self.entries(of: values)) : .many(values)
    }
  }

  private static func tree(of entries: [Entry]) -> NumberTree<Value> {
    entries.reduce(into: NumberTree()) { $0.set($1.value, number: $1.number) }
  }

  private static func entries(of tree: NumberTree<Value>) -> [Entry] {
    var entries: [Entry] = []
    tree.forEach { entries.append(Entry(number: $0, value: $1)) }
    return entries
  }
}

extension NumberedTable: Sendable where Value: Sendable {}
extension NumberedTable.Content: Sendable where Value: Sendable {}
extension NumberedTable.Entry: Sendable where Value: Sendable {}
