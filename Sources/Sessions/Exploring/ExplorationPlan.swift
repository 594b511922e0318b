/// The limits of an ``Exploration``.
public struct ExplorationPlan: Hashable, Sendable {
  /// The maximum number of steps in a sequence.
  public var depth = 20
  /// The maximum number of sequences: half of them breadth first, the rest random.
  public var sequences = 50_000
  /// The seed of the random sequences.
  public var seed: UInt64 = 0
  /// The shard of the work to do here, from 0.
  public var shard = 0
  /// The number of shards that the work is split into. Each tries as many sequences as would be tried without
  /// shards.
  public var shards = 1
  /// Whether states that differ only in their virtual time are distinct.
  public var comparesTimes = false
  /// Whether states that differ only in their UUIDs are distinct.
  public var comparesIDs = false
  /// The number of previous steps that a property can refer to. If it is more than one, equal states with different
  /// predecessors are distinct.
  public var lookback = 1
  /// Whether to try the orders in which effects due at one instant can continue, rather than only that of their
  /// start.
  public var triesOrders = false
  /// The maximum number of moments per step. A step that makes more is not followed further.
  public var momentLimit = 256
  /// The maximum number of threads to try steps on. The outcome is the same with any number.
  ///
  /// Even a single worker is a separate thread, which a trap of the feature can end. So the groups, the steps, the
  /// properties, ``Exploration/canonical``, ``Exploration/actionKind`` and ``ExplorationSettings/isInterrupted`` must not
  /// depend on an actor. With several workers, they are called by several threads at once, except
  /// ``ExplorationSettings/isInterrupted``, which is called by one at a time. They must change only the session that they are
  /// given, and the feature's dependencies must not keep state. Other closures, but ``ExplorationSettings/clockStep`` and
  /// those that are called while a sequence is shortened, are called on the thread that runs the exploration, even
  /// while other threads try steps.
  public var workers = 1

  /// Creates the default plan.
  public init() {}
}
