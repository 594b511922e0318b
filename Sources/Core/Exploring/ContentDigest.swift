/// A digest of what dumps of values show.
///
/// A session numbers its UUIDs consecutively. If only their equality mattered in no digest, an element that was removed
/// and added again would be new each time; there is one digest of each kind.
struct ContentDigest {
  /// The digest in which only the equality of UUIDs matters, unless they are compared.
  private(set) var state = Digest()
  /// The digest of the exact values.
  private(set) var exact = Digest()
  /// The number of each UUID found so far.
  private var numbers: [UUID: Int] = [:]
  private let comparesIDs: Bool

  /// - Parameter comparesIDs: Whether values that differ only in their UUIDs are distinct.
  init(comparesIDs: Bool) { self.comparesIDs = comparesIDs }

  mutating func add(_ word: UInt64) {
    state.add(word)
    exact.add(word)
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    state.add(bytes)
    exact.add(bytes)
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ duration: Duration) {
    state.add(duration)
    exact.add(duration)
  }

  mutating func add(_ id: UUID) {
    withUnsafeBytes(of: id.uuid) { bytes in
      exact.add(bytes)
      if comparesIDs { state.add(bytes) }
    }
    if comparesIDs { return }
    let number = numbers[id] ?? numbers.count
    numbers[id] = number
    state.add(number)
  }

  /// Numbers UUIDs as another digest has numbered them.
  mutating func number(asIn other: Self) { numbers = other.numbers }

  /// What must be kept to add the same content to another digest.
  struct Summary {
    fileprivate let state: UInt64
    fileprivate let exact: UInt64
    /// The UUIDs in the order of their numbers.
    fileprivate let ids: [UUID]
  }

  /// What has been added.
  var summary: Summary {
    let ids = numbers.sorted { $0.value < $1.value }.map(\.key)
    return Summary(state: state.value, exact: exact.value, ids: ids)
  }

  /// Adds what another digest summed up.
  mutating func add(_ summary: Summary) {
    state.add(summary.state)
    exact.add(summary.exact)
    for id in summary.ids { add(id) }
  }

  /// Adds a value of any type.
  mutating func add(_ value: Any) {
    func add<Value>(as _: Value.Type) {
      guard let value = unboxed(value, as: Value.self) else { return }
      let plan = ContentPlan.of(Value.self)
      self.add(plan.name)
      withUnsafePointer(to: value) { plan.add($0, &self) }
    }
    // Opening the value itself would not do: generic code boxes an existential in another one.
    _openExistential(type(of: value), do: add)
  }

  /// Adds values of which the order does not matter.
  mutating func add(unordered values: [Any]) {
    add(values.count)
    // Their order in a set differs from run to run.
    let sorted = values.map { value in
      var digest = ContentDigest(comparesIDs: true)
      digest.add(value)
      return (digest: digest.exact.value, value: value)
    }
    .sorted { $0.digest < $1.digest }
    for (_, value) in sorted { add(value) }
  }
}
