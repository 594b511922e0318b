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
  private let source: (any StackElementIDSource)?
  /// Whether the ids are made for a store or a session, so that a reducer is what changes the stack.
  let belongsToStore: Bool

  private init(_ source: (any StackElementIDSource)?, belongsToStore: Bool) {
    self.source = source
    self.belongsToStore = belongsToStore
  }

  /// A generator that takes the first id that a stack has not given out, whatever other stacks have.
  public static let withinStack = Self(nil, belongsToStore: false)

  /// A generator that counts through all stacks. Each use of this property starts anew.
  public static var incrementing: Self { Self(of: Source(StackElementIDCounter())) }

  /// The generator of a store or a session.
  init(of source: some StackElementIDSource) {
    self.init(source, belongsToStore: true)
  }

  /// A generator for what a test expects: it gives out the ids that a store's gives out from where that stands, and does
  /// not use them up.
  ///
  /// - Parameter counter: Where the store's generator stands; `nil` if it counts within each stack.
  static func expecting(_ counter: StackElementIDCounter?) -> Self {
    Self(counter.map(Source.init), belongsToStore: false)
  }

  /// Where the generator stands; `nil` if it counts within each stack.
  var counter: StackElementIDCounter? { source?.withCounter { $0 } }

  /// The id for a new element of a stack.
  ///
  /// - Parameter lowest: The lowest id that the stack has not given out.
  func next(atLeast lowest: StackElementID) -> StackElementID {
    source?.withCounter { $0.next(atLeast: lowest) } ?? lowest
  }

  /// Gives out no id up to this one from here on.
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

/// Keeps where a generator of element ids stands.
protocol StackElementIDSource: Sendable {
  func withCounter<R: Sendable>(_ body: (inout StackElementIDCounter) -> R) -> R
}

/// Where a generator of element ids stands.
struct StackElementIDCounter: Sendable, Equatable {
  /// The lowest id that has not been given out.
  private(set) var lowest = StackElementID(generation: 0)

  mutating func next(atLeast other: StackElementID) -> StackElementID {
    let id = max(lowest, other)
    lowest = id.next
    return id
  }
}
