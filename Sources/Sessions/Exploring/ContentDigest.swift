/// A digest of what dumps of values show.
///
/// A session numbers its UUIDs consecutively. If only their equality mattered in no digest, an element that was removed
/// and added again would be new each time; there is one digest of each kind.
struct ContentDigest: WordDigest {
  /// The digest in which only the equality of UUIDs matters, unless they are compared.
  private(set) var state = Digest()
  /// The digest of the exact values.
  private(set) var exact = Digest()
  private var numbers = Numbers()
  private let comparesIDs: Bool

  /// - Parameter comparesIDs: Whether values that differ only in their UUIDs are distinct.
  init(comparesIDs: Bool) { self.comparesIDs = comparesIDs }

  mutating func add(_ word: UInt64) {
    state.add(word)
    exact.add(word)
  }

  /// Adds a UUID.
  mutating func add(id: UInt128) {
    withUnsafeBytes(of: id) { bytes in
      exact.add(bytes)
      if comparesIDs { state.add(bytes) }
    }
    if comparesIDs { return }
    state.add(numbers.number(of: id))
  }

  /// The numbers of the UUIDs found so far.
  private struct Numbers {
    /// How many UUIDs are compared one by one, which is faster than hashing them. Most states contain fewer.
    private static var most: Int { 32 }

    /// The UUIDs in the order of their numbers.
    private(set) var ids: [UInt128] = []
    /// The numbers of the UUIDs after those.
    private var others: [UInt128: Int] = [:]

    mutating func number(of id: UInt128) -> Int {
      for number in 0..<min(ids.count, Self.most) where ids[number] == id { return number }
      if let number = others[id] { return number }
      if ids.isEmpty { ids.reserveCapacity(Self.most) }
      if ids.count >= Self.most { others[id] = ids.count }
      ids.append(id)
      return ids.count - 1
    }
  }

  /// Numbers UUIDs as another digest has numbered them.
  mutating func number(asIn other: Self) { numbers = other.numbers }

  /// What must be kept to add the same content to another digest.
  struct Summary {
    fileprivate let state: UInt64
    fileprivate let exact: UInt64
    /// The UUIDs in the order of their numbers.
    fileprivate let ids: [UInt128]

    /// The highest number of a UUID such as `UUID(5)`; -1 if there are none.
    var lastUUID: Int { ids.compactMap { UInt32(exactly: UInt128(bigEndian: $0)).map(Int.init) }.max() ?? -1 }
  }

  /// What has been added.
  var summary: Summary {
    Summary(state: state.value, exact: exact.value, ids: numbers.ids)
  }

  /// Adds what another digest summed up.
  mutating func add(_ summary: Summary) {
    state.add(summary.state)
    exact.add(summary.exact)
    for id in summary.ids { add(id: id) }
  }

  /// Adds a value of any type.
  mutating func add(_ value: Any) { Peek.read(value) { add($0) } }

  private mutating func add(_ peek: Peek) {
    add(peek.shape.name)
    add(peek.address, of: peek.shape)
  }

  /// Adds the value at an address: what a dump of it shows, without its text.
  mutating func add(_ address: UnsafeRawPointer, of shape: Shape) { add(address, of: shape, shape.kind) }

  private mutating func add(_ address: UnsafeRawPointer, of shape: Shape, _ kind: Shape.Kind) {
    switch kind {
    case .scalar: add(UnsafeRawBufferPointer(start: address, count: shape.size))
    case .text where shape.type == String.self: add(address.load(as: String.self))
    case .described where shape.type == UUID.self: add(id: address.loadUnaligned(as: UInt128.self))
    case .optional:
      let wrapped = shape.wrappedAddress(at: address)
      add(wrapped == nil ? 0 : 1)
      if let wrapped, let shape = shape.wrapped { add(wrapped, of: shape) }
    case .record where shape.typeKind != .reference:
      if let leaves = shape.leaves {
        for leaf in leaves where !leaf.kind.isUnordered {
          leaf.shape._withUnsafeGuaranteedRef { add(address + leaf.offset, of: $0, leaf.kind) }
        }
        // UUIDs are numbered in an order that does not depend on their values, where possible.
        for leaf in leaves where leaf.kind.isUnordered {
          leaf.shape._withUnsafeGuaranteedRef { add(address + leaf.offset, of: $0, leaf.kind) }
        }
      } else {
        let parts = shape.record?.parts ?? []
        for part in parts.filter({ !$0.shape.kind.isUnordered }) + parts.filter(\.shape.kind.isUnordered) {
          part.read(in: address) { add($0, of: part.shape) }
        }
      }
    case .choice:
      guard let choice = shape.choice else { return }
      let element = choice.current(at: address)
      add(element.tag)
      guard let payload = element.payload else { return }
      choice.readPayload(of: element, at: address) { add($0, of: payload) }
    default:
      let count =
        kind == .list
        ? shape.forEachElement(at: address) { element, shape in
          add(element, of: shape)
          return true
        } : nil
      if let count { return add(count) }
      add(contentsOf: Peek(at: address, shape))
    }
  }

  /// Adds a value that cannot be read in place.
  private mutating func add(contentsOf peek: Peek) {
    if let text = peek.text { return add(text) }
    if let representation = peek.represented { return add(representation.opened) }
    let shape = peek.shape
    switch shape.kind {
    case .mirrored where shape.has(.propertyChange):
      guard let change = peek.value as? any PropertyChange else { return }
      add(dumpText(of: change.property))
      if let value = change.value { add(value) }
    case .table: add(unordered: peek.members.map { ($0.key, $0.value) })
    case .set: add(unordered: peek.members.map(\.value))
    case .opaque where shape.typeKind == .existential: add(peek.opened)
    default: add(Contents(of: peek))
    }
  }

  /// Adds the contents that a dump shows.
  private mutating func add(_ contents: Contents) {
    switch contents.form {
    case .text(let text), .string(let text): return add(text)
    case .object: return add(String(customDumping: contents.peek.value))
    case .enumCase(_, let name, _): add(Choice.caseName(of: contents.peek.value) ?? name)
    default: break
    }
    add(contents.children.count)
    for position in 0..<contents.children.count {
      let child = contents.children[position]
      switch child.name {
      case .label(let label): add(label)
      case .key(let key): add(key.opened)
      default: break
      }
      add(child.peek.opened)
    }
  }

  /// Adds values of which the order does not matter.
  mutating func add(unordered values: [Any]) {
    add(values.count)
    // Their order in a set differs from run to run. The order of their UUIDs matters only if they look the same so far.
    let sorted = values.map { value in
      var digest = self
      digest.exact = Digest()
      digest.add(value)
      return (digest: (digest.state.value, digest.exact.value), value: value)
    }
    .sorted { $0.digest < $1.digest }
    for (_, value) in sorted { add(value) }
  }
}

extension Shape.Kind {
  /// Whether values consist of unordered elements.
  fileprivate var isUnordered: Bool {
    // Comparing would call a witness.
    switch self {
    case .set, .table: true
    default: false
    }
  }
}
