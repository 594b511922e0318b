import Synchronization

extension DependencyValues {
  /// Numbers the elements of the stacks: within each stack by itself, in a store or a session on through all of them.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDGeneratorKey.self] }
    set { self[StackElementIDGeneratorKey.self] = newValue }
  }

  /// These values with a generator that counts, unless there is one already.
  func withStackElementIDs() -> DependencyValues {
    guard !stackElementID.belongsToStore else { return self }
    var values = self
    values.stackElementID = .incrementing
    return values
  }

  private enum StackElementIDGeneratorKey: DependencyKey {
    static let liveValue = StackElementIDGenerator.withinStack
    static let testValue = StackElementIDGenerator.withinStack
  }
}

/// Makes the ids of the elements of stacks.
///
/// A stack never gives out an id twice, so a generator that knows nothing else is enough to tell its elements apart.
/// A store's generator counts besides: a stack that a reducer puts in the place of another has no id in common with
/// it, and what ran for the other's elements is not taken for its own.
public struct StackElementIDGenerator: Sendable {
  private let generate: (@Sendable (StackElementID) -> StackElementID)?

  /// A generator that takes the first id that a stack has not given out, whatever other stacks have.
  public static let withinStack = Self(nil)

  /// A generator that counts through all stacks. Each use of this property starts anew.
  public static var incrementing: Self {
    let counter = Mutex(StackElementIDCounter())
    return Self { lowest in counter.withLock { $0.next(atLeast: lowest) } }
  }

  /// Creates a generator from a function.
  ///
  /// - Parameter generate: Given the lowest id that the stack has not given out, makes one that is not lower.
  init(_ generate: (@Sendable (StackElementID) -> StackElementID)?) {
    self.generate = generate
  }

  /// Whether the ids are made for a store or a session, so that a reducer is what changes the stack.
  var belongsToStore: Bool { generate != nil }

  /// The id for a new element of a stack.
  ///
  /// - Parameter lowest: The lowest id that the stack has not given out.
  func next(atLeast lowest: StackElementID) -> StackElementID { generate?(lowest) ?? lowest }
}

/// Where a generator of element ids stands.
struct StackElementIDCounter: Sendable, Equatable {
  private var lowest = StackElementID(generation: 0)

  mutating func next(atLeast other: StackElementID) -> StackElementID {
    let id = max(lowest, other)
    lowest = id.next
    return id
  }
}
