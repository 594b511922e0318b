import Synchronization

/// What the values of a type consist of: their parts, how to read these in place, and how to make a value of them.
///
/// There is one shape for each type. Everything that looks into values asks it: dumps, differences, digests, literals,
/// expressions. What it takes long to find out is found out when it is first needed, and then known to all threads
/// without a lock.
package class Shape: @unchecked Sendable {
  // Unchecked: metatypes and key paths are not known to be Sendable. Nothing changes but what is found out.

  /// How values are looked at: the first that applies.
  package enum Kind: UInt8 {
    /// Another value stands for it (``CustomDumpRepresentable``).
    case standIn = 1
    /// A text of its own (``CustomDumpStringConvertible``).
    case described
    /// A mirror of its own (``CustomDumpReflectable``).
    case mirrored
    /// A string or character.
    case text
    /// A number or Bool.
    case scalar
    case optional
    /// A structure or tuple that consists of its ``Shape/record``.
    case record
    /// An enum that consists of its ``Shape/choice``.
    case choice
    case list
    /// Keys and values without an order.
    case table
    /// Elements without an order.
    case set
    case keyPath
    case metatype
    /// Only reflection can look inside: an object, a value whose memory is not known, a type with its own mirror.
    case opaque
  }

  package let type: Any.Type
  package let typeKind: TypeKind
  package let size: Int
  let alignment: Int

  private let knownKind = Atomic<UInt8>(0)
  /// The bits of the questions that were asked, followed by those with the answer yes.
  private let traits = Atomic<UInt64>(0)
  private let knownName = Once<String>()
  private let knownRecord = Once<Record?>()
  private let knownReader = Once<(any KnownValue.Type)?>()
  private let knownKnown = Once<(any KnownValue.Type)?>()
  private let knownProvider = Once<(any DumpFieldsProviding.Type)?>()
  private let knownWrapped = Once<Shape?>()
  private let knownChoice = Once<Choice?>()
  private let knownProperties = Once<[NamedKeyPath]>()
  private let knownEquality = Once<Comparison?>()
  private let knownOrder = Once<Comparison?>()
  private let knownIdentity = Once<Comparison?>()
  private let knownID = Once<((UnsafeRawPointer) -> AnyHashable)?>()
  private let knownElements = Once<Elements?>()
  private let knownLeaves = Once<UnsafeMutableBufferPointer<Leaf>?>()

  fileprivate init(_ type: Any.Type, size: Int, alignment: Int) {
    (self.type, self.size, self.alignment) = (type, size, alignment)
    typeKind = TypeKind(type)
  }

  private static let known = TypeTable<Shape>()

  /// The shape of a type.
  package static func of(_ type: Any.Type) -> Shape {
    let id = ObjectIdentifier(type)
    if let shape = known[id] { return shape }
    func make<Value>(_: Value.Type) -> Shape { TypedShape<Value>() }
    return known.insert(_openExistential(type, do: make), for: id)
  }

  /// The shape of the dynamic type of a value.
  package static func of(value: Any) -> Shape { of(Swift.type(of: value)) }

  /// The name in a dump.
  package var name: String { knownName { dumpTypeName(type) } }

  package var kind: Kind {
    if let kind = Kind(rawValue: knownKind.load(ordering: .relaxed)) { return kind }
    let kind = findKind()
    knownKind.store(kind.rawValue, ordering: .relaxed)
    return kind
  }

  /// Reads values that are shown as more than their parts; `nil` for other types.
  package var reader: (any KnownValue.Type)? {
    knownReader {
      switch typeKind {
      case .tuple, .metatype, .function, .existential: nil
      default: known?.kind == .standIn ? known : CustomValue.reader(of: type) ?? known
      }
    }
  }

  /// The type, if it is a ``KnownValue``, even if it also describes its values.
  var known: (any KnownValue.Type)? { knownKnown { type as? any KnownValue.Type } }

  /// The type, if it describes its fields.
  package var provider: (any DumpFieldsProviding.Type)? {
    knownProvider { type as? any DumpFieldsProviding.Type }
  }

  /// The fields of a structure or tuple; `nil` for other types, and if its memory is not known, as that of C structures.
  package var record: Record? { knownRecord { Record(self) } }

  /// The cases of an enum; `nil` for other types, and without metadata for reflection.
  package var choice: Choice? { typeKind == .enumeration ? cases : nil }

  private var cases: Choice? { knownChoice { Choice.failure == nil ? Choice(self) : nil } }

  /// The address of what an optional at an address wraps: its own.
  package func wrappedAddress(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard let cases else { return known?.valueAddress(in: address) }
    return cases.current(at: address).payload == nil ? nil : address
  }

  /// How the elements of a list are read in place. The functions take the address of the list.
  package final class Elements {
    // A class, because a copy of three existentials costs more than counting an element.

    /// The shape of each.
    package let shape: Shape
    fileprivate let list: any ListValue.Type
    private let versions: (any RegionDiffable.Type)?
    /// Whether the address of an element is where the list keeps it.
    private let areStored: Bool

    fileprivate init?(of type: Any.Type) {
      func computed<List: RegionDiffable>(_: List.Type) -> any ListValue.Type { ComputedList<List>.self }
      versions = type as? any RegionDiffable.Type
      guard let list = type as? any ListValue.Type ?? versions.map({ computed($0) }) else { return nil }
      (self.list, shape) = (list, .of(list.elementType))
      areStored = type is any ListValue.Type && ![.existential, .reference].contains(shape.typeKind)
    }

    /// Whether the type can tell where two versions of a list may differ.
    package var knowsRegions: Bool { versions != nil }

    /// The regions that may differ between two versions; `nil` if the type cannot tell.
    package func regions(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> [DifferingRegion]? {
      versions?.differingRegions(from: old, to: new)
    }

    package func count(of address: UnsafeRawPointer) -> Int { list.count(of: address) }

    /// Reads the element at a position; `nil` if there is none. Unless the element is an existential or an
    /// object, its address is valid as long as the list.
    package func read<Result>(
      _ position: Int,
      of address: UnsafeRawPointer,
      _ body: (UnsafeRawPointer) -> Result
    ) -> Result? {
      list.withAddress(at: position, in: address, body)
    }

    /// Whether two lists have the same element at a position, because they share its storage.
    ///
    /// - Returns: May be `false` for equal elements.
    package func areIdentical(at position: Int, in old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
      guard areStored, let element = read(position, of: old, { $0 }) else { return false }
      return element == read(position, of: new) { $0 }
    }
  }

  /// The elements of a list; `nil` for other types.
  package var elements: Elements? { knownElements { Elements(of: type) } }

  /// Calls a closure with the address and the shape of each element of a list, until it returns `false`.
  ///
  /// - Returns: The number of elements; `nil` for other types.
  package func forEachElement(
    at address: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, Shape) throws -> Bool
  ) rethrows -> Int? {
    guard let elements else { return nil }
    try elements.list.forEachAddress(in: address) { try body($0, elements.shape) }
    return elements.count(of: address)
  }

  /// The parts of a record, with those of records in it in place of these; `nil` if not all can be read in place. Never
  /// released.
  package var leaves: UnsafeMutableBufferPointer<Leaf>? {
    knownLeaves {
      guard kind == .record, typeKind != .reference, let parts = record?.parts,
        parts.allSatisfy({ $0.bytes != nil })
      else { return nil }
      let leaves = parts.flatMap { part in
        part.shape.leaves?.map { Leaf(offset: part.offset + $0.offset, kind: $0.kind, shape: $0.shape) }
          ?? [Leaf(offset: part.offset, kind: part.shape.kind, shape: .passUnretained(part.shape))]
      }
      let found = UnsafeMutableBufferPointer<Leaf>.allocate(capacity: leaves.count)
      _ = found.initialize(from: leaves)
      return found
    }
  }

  /// The properties that key paths can name.
  package var properties: [NamedKeyPath] { knownProperties { NamedKeyPath.all(of: self) } }

  /// Whether a trait holds for the type.
  package func has(_ trait: TypeTrait) -> Bool {
    let known = traits.load(ordering: .relaxed)
    if known & trait.asked != 0 { return known & trait.holding != 0 }
    let holds = trait.test(type)
    traits.bitwiseOr(trait.asked | (holds ? trait.holding : 0), ordering: .relaxed)
    return holds
  }

  package typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Compares the values at two addresses by `==`; `nil` if the type has none.
  package var equality: Comparison? {
    func comparison<Value: Equatable>(_: Value.Type) -> Comparison {
      { $0.assumingMemoryBound(to: Value.self).pointee == $1.assumingMemoryBound(to: Value.self).pointee }
    }
    return knownEquality { (type as? any Equatable.Type).map { comparison($0) } }
  }

  /// Whether the values at two addresses share storage; `nil` if the type cannot tell.
  package var identity: Comparison? {
    func comparison<Value: IdentityComparable>(_: Value.Type) -> Comparison {
      {
        $0.assumingMemoryBound(to: Value.self).pointee
          .isIdentical(to: $1.assumingMemoryBound(to: Value.self).pointee)
      }
    }
    return knownIdentity { (type as? any IdentityComparable.Type).map { comparison($0) } }
  }

  /// Compares the values at two addresses by `<`; `nil` if the type has none.
  package var order: Comparison? {
    func comparison<Value: Comparable>(_: Value.Type) -> Comparison {
      { $0.assumingMemoryBound(to: Value.self).pointee < $1.assumingMemoryBound(to: Value.self).pointee }
    }
    return knownOrder { (type as? any Comparable.Type).map { comparison($0) } }
  }

  /// Reads the `id` of the value at an address; `nil` if the type has none.
  package var id: ((UnsafeRawPointer) -> AnyHashable)? {
    func id<Value: Identifiable>(_: Value.Type) -> (UnsafeRawPointer) -> AnyHashable {
      { AnyHashable($0.assumingMemoryBound(to: Value.self).pointee.id) }
    }
    return knownID { (type as? any Identifiable.Type).map { id($0) } }
  }

  /// Copies the value at an address.
  package func value(at _: UnsafeRawPointer) -> Any { () }

  /// Initializes memory with a copy of the value at an address.
  fileprivate func initialize(_: UnsafeMutableRawPointer, from _: UnsafeRawPointer) {}

  fileprivate func deinitialize(_: UnsafeMutableRawPointer) {}

  /// A closure that initializes memory with a value.
  ///
  /// - Parameter isIndirect: Whether the memory holds a reference to the value, as in an indirect case.
  /// - Returns: `nil` if the value is not of the type, or if the type is a function or metatype, whose representation in
  ///   generic code differs from that where the type is known.
  func initializer(with _: Any, isIndirect _: Bool = false) -> ((UnsafeMutableRawPointer) -> Void)? { nil }

  /// Makes a value.
  ///
  /// - Parameter initialize: Initializes all of the value's memory.
  func made(_: (UnsafeMutableRawPointer) -> Void) -> Any { () }
}

private final class TypedShape<Value>: Shape, @unchecked Sendable {
  init() { super.init(Value.self, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment) }

  override func value(at address: UnsafeRawPointer) -> Any {
    address.assumingMemoryBound(to: Value.self).pointee
  }

  override func initialize(_ memory: UnsafeMutableRawPointer, from address: UnsafeRawPointer) {
    memory.initializeMemory(as: Value.self, to: address.assumingMemoryBound(to: Value.self).pointee)
  }

  override func deinitialize(_ memory: UnsafeMutableRawPointer) {
    memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  override func initializer(with value: Any, isIndirect: Bool) -> ((UnsafeMutableRawPointer) -> Void)? {
    guard typeKind != .function, typeKind != .metatype, let value = value as? Value else { return nil }
    if isIndirect { return { $0.initializeMemory(as: IndirectPayload<Value>.self, to: .value(value)) } }
    return { $0.initializeMemory(as: Value.self, to: value) }
  }

  override func made(_ initialize: (UnsafeMutableRawPointer) -> Void) -> Any {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    initialize(UnsafeMutableRawPointer(pointer))
    return pointer.move()
  }
}

/// A copy of a value, in one object of a class that is not generic: a generic one would be looked up for each copy.
final class ValueCopy: ManagedBuffer<Unmanaged<Shape>, UInt8> {
  static func of(_ address: UnsafeRawPointer, _ shape: Shape) -> ValueCopy {
    // Room to align the value: what follows the header is not.
    let copy = create(minimumCapacity: shape.size + shape.alignment - 1) { _ in .passUnretained(shape) }
    let owner = unsafeDowncast(copy, to: ValueCopy.self)
    shape.initialize(owner.memory, from: address)
    return owner
  }

  private var memory: UnsafeMutableRawPointer {
    withUnsafeMutablePointers { shape, bytes in
      UnsafeMutableRawPointer(bytes).alignedUp(
        toMultipleOf: shape.pointee._withUnsafeGuaranteedRef(\.alignment)
      )
    }
  }

  var address: UnsafeRawPointer { UnsafeRawPointer(memory) }

  deinit { header._withUnsafeGuaranteedRef { $0.deinitialize(memory) } }
}

extension Shape {
  /// The shape of what an optional wraps.
  package var wrapped: Shape? {
    knownWrapped { typeKind == .optional ? (known?.valueType).map { Shape.of($0) } : nil }
  }

  /// The type without optionals.
  package var unwrapped: Shape { wrapped?.unwrapped ?? self }

  /// Whether a condition holds for the type, or for the type of any value stored in its values, as far as types show.
  package func contains(where holds: (Shape) -> Bool) -> Bool {
    var (known, open) = (Set([ObjectIdentifier(self)]), [self])
    while let shape = open.popLast() {
      if holds(shape) { return true }
      open += shape.inner.filter { known.insert(ObjectIdentifier($0)).inserted }
    }
    return false
  }

  private var inner: [Shape] {
    switch kind {
    case .optional: wrapped.map { [$0] } ?? []
    case .choice: choice?.cases.flatMap { $0.parameters.map(\.shape) } ?? []
    case .list: elements.map { [$0.shape] } ?? []
    case .table, .set: reader?.memberTypes.map { Shape.of($0) } ?? []
    case .record, .opaque, .mirrored: typeKind == .reference ? [] : record?.visible.map(\.shape) ?? []
    default: []
    }
  }

  private func findKind() -> Kind {
    switch typeKind {
    case .tuple: return record == nil ? .opaque : .record
    case .metatype: return .metatype
    case .function, .existential: return .opaque
    default: break
    }
    if let reader { return reader.kind }
    if provider == nil {
      if elements != nil { return .list }
      if type is AnyKeyPath.Type { return .keyPath }
      if has(.customMirror) || has(.vector) { return .opaque }
      if choice?.isReadable == true { return .choice }
    }
    return record == nil ? .opaque : .record
  }
}

/// A question about types, which is asked once of each: asking whether a type conforms to a protocol takes longer than most
/// uses of its values.
package struct TypeTrait: Sendable {
  fileprivate let asked: UInt64
  fileprivate var holding: UInt64 { asked << 32 }
  fileprivate let test: @Sendable (Any.Type) -> Bool

  private static let count = Atomic(0)

  /// Asks whether a type conforms to a protocol: `TypeTrait((any Hashable.Type).self)`.
  package init<Conforming>(_: Conforming.Type) {
    // Looking up the conformance of a protocol's type takes a fiftieth of the startup time.
    self.init { TypeKind($0) != .existential && $0 is Conforming }
  }

  /// - Parameter test: Whether it holds for a type.
  package init(_ test: @escaping @Sendable (Any.Type) -> Bool) {
    let number = Self.count.add(1, ordering: .relaxed).oldValue
    // There is room for 32 answers. Further traits are tested each time.
    asked = number < 32 ? 1 << number : 0
    self.test = test
  }
}

extension TypeTrait {
  package static let hashable = TypeTrait((any Hashable.Type).self)
  package static let customMirror = TypeTrait((any CustomReflectable.Type).self)
  package static let vector = TypeTrait((any SIMD.Type).self)
  /// The storage of a wrapped property.
  package static let storage = TypeTrait((any PropertyStorage.Type).self)
  package static let sharedStorage = TypeTrait((any SharedPropertyStorage.Type).self)
}
