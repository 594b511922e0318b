import HashTreeCollections

/// Values by number, as a persistent collection: to copy it costs nothing, and to change a copy little.
///
/// What is in flight is kept with every moment. Mostly that is nothing or a few things: they are kept in an array, where
/// a change takes a fraction of what it takes in a hash map.
struct NumberedTable<Value> {
  fileprivate struct Entry {
    let number: Int
    let value: Value
  }

  fileprivate enum Content {
    /// In the order of the numbers.
    case few([Entry])
    case many(TreeDictionary<Int, Value>)
  }

  private var content = Content.few([])

  /// How many are kept in an array.
  static var few: Int { 16 }

  /// Whether there are no values.
  var isEmpty: Bool {
    switch content {
    case .few(let entries): entries.isEmpty
    case .many(let values): values.isEmpty
    }
  }

  /// The numbers, in order.
  ///
  /// - Complexity: O(*n* log *n*).
  var numbers: [Int] { entries.map(\.number) }

  /// The values in the order of their numbers.
  ///
  /// - Complexity: O(*n* log *n*).
  var values: [Value] { entries.map(\.value) }

  private var entries: [Entry] {
    switch content {
    case .few(let entries): entries
    case .many(let values):
      values.map { Entry(number: $0.key, value: $0.value) }.sorted { $0.number < $1.number }
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
  ///   - number: Its number, which no other has.
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
      values[number] = value
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
      values[number] = nil
      content = .many(values)
      // Not as soon as they are few: the next may come at once.
      if values.count <= Self.few / 2 { content = .few(entries) }
    }
  }

  private static func tree(of entries: [Entry]) -> TreeDictionary<Int, Value> {
    TreeDictionary(uniqueKeysWithValues: entries.lazy.map { ($0.number, $0.value) })
  }
}

extension NumberedTable: Sendable where Value: Sendable {}
extension NumberedTable.Content: Sendable where Value: Sendable {}
extension NumberedTable.Entry: Sendable where Value: Sendable {}
