import Synchronization

/// What a reducer drew from the dependencies that differ in each run, while it reduced an action. Apart from the state and
/// the action, the result depends on them.
public struct DrawnValues: Hashable, Sendable {
  /// The UUIDs, in order.
  public var uuids: [UUID]
  /// The dates, in order.
  public var dates: [Date]
  /// The random numbers, in order.
  public var randomNumbers: [UInt64]
  /// The number of the next element of a stack before the action; `nil` if it follows from what was reduced before.
  public var nextElement: Int?

  /// Creates values. Without any, the reducer draws from its dependencies.
  public init(
    uuids: [UUID] = [],
    dates: [Date] = [],
    randomNumbers: [UInt64] = [],
    nextElement: Int? = nil
  ) {
    self.uuids = uuids
    self.dates = dates
    self.randomNumbers = randomNumbers
    self.nextElement = nextElement
  }
}

extension DependencyValues {
  /// The number of the next element of a stack; `nil` if each stack counts its own.
  package var nextStackElement: Int? { stackElementID.counter?.lowest.generation }
}

extension DrawnValues {
  /// Makes a reducer draw these values, in order, and then from its dependencies.
  func supply(_ values: inout DependencyValues) {
    if let nextElement, nextElement > 0 {
      values.stackElementID.noteUsed(StackElementID(generation: nextElement - 1))
    }
    guard !uuids.isEmpty || !dates.isEmpty || !randomNumbers.isEmpty else { return }
    let (uuid, date, random) = (values.uuid, values.date, values.withRandomNumberGenerator)
    let supply = Supply(self)
    values.uuid = UUIDGenerator { supply.next(\.uuids) ?? uuid() }
    values.date = DateGenerator { supply.next(\.dates) ?? date.now }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(
      Numbers { supply.next(\.randomNumbers) ?? random { $0.next() } }
    )
  }

  /// The values that have not been drawn yet.
  private final class Supply: Sendable {
    private let rest: Mutex<DrawnValues>

    init(_ values: DrawnValues) { rest = Mutex(values) }

    func next<Value: Sendable>(_ path: WritableKeyPath<DrawnValues, [Value]> & Sendable) -> Value? {
      rest.withLock { $0[keyPath: path].isEmpty ? nil : $0[keyPath: path].removeFirst() }
    }
  }

  struct Numbers: RandomNumberGenerator, Sendable {
    let draw: @Sendable () -> UInt64

    mutating func next() -> UInt64 { draw() }
  }
}

/// Notes what a reducer draws. Effects draw from the same generators, but what they draw is not noted.
final class DrawnValuesLog: Sendable {
  private struct Page {
    /// The thread that reduces an action; `nil` between actions.
    var thread: UInt?
    var values = DrawnValues()
  }

  private let page = Mutex(Page())

  /// Begins to note what the current thread draws.
  func open() { page.withLock { $0.thread = currentThread } }

  /// Ends that.
  ///
  /// - Returns: What it has drawn; `nil` if nothing.
  func close() -> DrawnValues? {
    page.withLock { page in
      page.thread = nil
      guard page.values != DrawnValues() else { return nil }
      defer { page.values = DrawnValues() }
      return page.values
    }
  }

  private func note<Value: Sendable>(
    _ value: Value,
    _ path: WritableKeyPath<DrawnValues, [Value]> & Sendable
  ) -> Value {
    page.withLock { if $0.thread == currentThread { $0.values[keyPath: path].append(value) } }
    return value
  }

  /// Dependencies from which drawing is noted.
  func noting(_ values: DependencyValues) -> DependencyValues {
    var noted = values
    noted.uuid = UUIDGenerator { [uuid = values.uuid] in self.note(uuid(), \.uuids) }
    noted.date = DateGenerator { [date = values.date] in self.note(date.now, \.dates) }
    noted.withRandomNumberGenerator = WithRandomNumberGenerator(
      DrawnValues.Numbers { [random = values.withRandomNumberGenerator] in
        self.note(random { $0.next() }, \.randomNumbers)
      }
    )
    return noted
  }
}
