/// Values by number, as a persistent collection: to copy it costs nothing, and to change a copy little.
///
/// What is in flight is kept with every moment. Mostly that is nothing or a few things: they are kept in an array, where
/// a change takes a fraction of what it takes in a tree.
struct NumberedTable<Value> {
  fileprivate struct Entry {
    let number: Int
    let value: Value
  }

  fileprivate enum Content {
    /// In the order of the numbers.
    case few([Entry])
    case many(NumberTree<Value>)
  }

  private var content = Content.few([])

  /// How many are kept in an array.
  static var few: Int { 16 }

  /// Whether there are no values.
  var isEmpty: Bool {
    switch content {
    case .few(let entries): entries.isEmpty
    case .many(let values): values.count == 0
    }
  }

  /// The numbers, in order.
  ///
  /// - Complexity: O(*n*).
  var numbers: [Int] { entries.map(\.number) }

  /// The values in the order of their numbers.
  ///
  /// - Complexity: O(*n*).
  var values: [Value] { entries.map(\.value) }

  private var entries: [Entry] {
    switch content {
    case .few(let entries): entries
    case .many(let values): Self.entries(of: values)
    }
  }

  /// Visits the values in the order of their numbers, as they are when this begins.
  ///
  /// - Complexity: O(*n*).
  func forEach(_ body: (Value) -> Void) {
    switch content {
    case .few(let entries): for entry in entries { body(entry.value) }
    case .many(let values): values.forEach { body($1) }
    }
  }

  /// The value of a number.
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
  ///   - number: Its number, which no other has, and which is not negative.
  /// - Complexity: O(log *n*).
  mutating func insert(_ value: Value, number: Int) {
    switch content {
    case .few(var entries):
      // Let go of here, so that it is changed in place where nobody else keeps it.
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

  /// Takes a value out, if it is there.
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
      // Not as soon as they are few: the next may come at once.
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
