import Synchronization

extension DependencyValues {
  /// Numbers the elements of stacks: separately within each stack, or consecutively across all stacks of a store or
  /// session.
  @DependencyEntry(liveValue: StackElementIDGenerator.withinStack)
  public var stackElementID: StackElementIDGenerator = .withinStack

  /// These values with a counting generator, unless they already have one.
  func withStackElementIDs() -> DependencyValues {
    guard !stackElementID.belongsToStore else { return self }
    var values = self
    values.stackElementID = .incrementing
    return values
  }
}

/// Generates the ids of stack elements.
///
/// A stack never reuses an id, so even a stateless generator keeps its elements distinct. A store's generator also
/// counts across stacks: if a reducer replaces a stack, the new one has no id in common with the old one, and effects
/// of the old elements are not attributed to the new ones.
public struct StackElementIDGenerator: Sendable {
  private let source: (any StackElementIDSource)?
  /// Whether the ids are generated for a store or session, so that a reducer is changing the stack.
  let belongsToStore: Bool
}

extension StackElementIDGenerator {
  /// A generator that uses the lowest id that the stack has not assigned, independently of other stacks.
  public static let withinStack = Self(source: nil, belongsToStore: false)

  /// A generator that counts across all stacks. Each use of this property starts from the beginning.
  public static var incrementing: Self { Self(of: Source(StackElementIDCounter())) }

  /// The generator of a store or a session.
  init(of source: some StackElementIDSource) {
    self.init(source: source, belongsToStore: true)
  }

  /// A generator for a test's expectations: it generates the same ids as a store's, without advancing that one.
  ///
  /// - Parameter counter: The counter of the store's generator; `nil` if it counts within each stack.
  static func expecting(_ counter: StackElementIDCounter?) -> Self {
    Self(source: counter.map(Source.init), belongsToStore: false)
  }

  /// The current counter; `nil` if the generator counts within each stack.
  var counter: StackElementIDCounter? { source?.withCounter { $0 } }

  /// The id for a new element of a stack.
  ///
  /// - Parameter lowest: The lowest id that the stack has not assigned.
  func next(atLeast lowest: StackElementID) -> StackElementID {
    source?.withCounter { $0.next(atLeast: lowest) } ?? lowest
  }

  /// Marks all ids up to this one as used.
  func noteUsed(_ id: StackElementID) {
    source?.withCounter { counter in if id >= counter.lowest { _ = counter.next(atLeast: id) } }
  }

  private final class Source: StackElementIDSource {
    private let counter: Mutex<StackElementIDCounter>

    init(_ counter: StackElementIDCounter) {
      self.counter = Mutex(counter)
    }

    func withCounter<R: Sendable>(_ body: (inout StackElementIDCounter) -> R) -> R {
      counter.withLock { body(&$0) }
    }
  }
}

/// Stores the counter of a generator of element ids.
protocol StackElementIDSource: Sendable {
  func withCounter<R: Sendable>(_ body: (inout StackElementIDCounter) -> R) -> R
}

/// The counter of a generator of element ids.
struct StackElementIDCounter: Sendable, Equatable {
  /// The lowest id that has not been assigned.
  private(set) var lowest = StackElementID(generation: 0)

  mutating func next(atLeast other: StackElementID) -> StackElementID {
    let id = max(lowest, other)
    lowest = id.next
    return id
  }
}
