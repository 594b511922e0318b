/// The elements or the children of a node: an array that is never shared, so that its memory can be pointed to.
@usableFromInline
struct Slots<Value>: ~Copyable {
  @usableFromInline typealias Memory = UnsafeMutableBufferPointer<Value>

  /// The memory, of which the first ``count`` values are initialised.
  @usableFromInline var memory: Memory
  @usableFromInline var count = 0

  @inlinable
  init(capacity: Int = 0) {
    memory = capacity == 0 ? Memory(start: nil, count: 0) : .allocate(capacity: capacity)
  }

  /// Copies a range of other slots, with room for one more.
  @inlinable
  init(copying other: borrowing Slots, _ range: Range<Int>) {
    self.init(capacity: range.isEmpty ? 0 : range.count + 1)
    append(copying: other, range)
  }

  @inlinable
  deinit {
    guard let start = memory.baseAddress else { return }
    start.deinitialize(count: count)
    start.deallocate()
  }
}

extension Slots {
  @inlinable
  subscript(slot: Int) -> Value {
    @inline(__always) get { memory[slot] }
    @inline(__always) nonmutating set { pointer(slot).pointee = newValue }
  }

  /// The address of a value. Valid until a value is inserted or removed.
  @inlinable @inline(__always)
  func pointer(_ slot: Int) -> UnsafeMutablePointer<Value> {
    assert(slot >= 0 && slot < memory.count)
    // The address of `memory[slot]`, or of a part that is modified in place, crashes the compiler with the thread sanitizer.
    return memory.baseAddress.unsafelyUnwrapped + slot
  }

  @inlinable
  mutating func reserve(_ capacity: Int) {
    guard capacity > memory.count else { return }
    let larger = Memory.allocate(capacity: max(capacity, 4, 2 * memory.count))
    _ = larger.moveInitialize(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }

  @inlinable
  mutating func append(copying other: borrowing Slots, _ range: Range<Int>) {
    reserve(count + range.count)
    guard let start = memory.baseAddress, let source = other.memory.baseAddress else { return }
    (start + count).initialize(from: source + range.lowerBound, count: range.count)
    count += range.count
  }

  @inlinable
  mutating func insert(_ value: Value, at slot: Int) {
    reserve(count + 1)
    _ = memory[(slot + 1)...].moveInitialize(fromContentsOf: memory[slot..<count])
    memory.initializeElement(at: slot, to: value)
    count += 1
  }

  /// Closes the gap of a value that was moved out.
  @inlinable
  mutating func closeGap(at slot: Int) {
    _ = memory[slot...].moveInitialize(fromContentsOf: memory[(slot + 1)..<count])
    count -= 1
  }

  @inlinable @discardableResult
  mutating func remove(at slot: Int) -> Value {
    let value = memory.moveElement(from: slot)
    closeGap(at: slot)
    return value
  }

  /// Removes the slots from one on.
  @inlinable
  mutating func removeAll(from slot: Int) {
    memory[slot..<count].deinitialize()
    count = slot
  }
}
