import Dispatch
import Synchronization

/// The task-local context in which shared values are read and written.
package enum SharedScope {
  /// The view to read and write instead of the present values.
  @TaskLocal package static var view: SharedView?

  /// The total number of cells created.
  static let cellCount = Atomic<UInt64>(0)

  /// What a shared value is doing with its storage.
  @TaskLocal static var storageUse: StorageUse?

  final class StorageUse: Sendable {
    /// Entered while shared values use their storages.
    static let all = DispatchGroup()

    /// The value being saved, which the storage may yield to its subscribers; `nil` while the storage is only read.
    let saved: (any Sendable)?
    private let cell: ObjectIdentifier
    /// Tasks that the storage starts inherit the use, and may outlive it.
    private let hasEnded = Atomic(false)

    init(of cell: AnyObject, saved: (any Sendable)?) {
      self.saved = saved
      self.cell = ObjectIdentifier(cell)
    }

    func isInProgress(in cell: AnyObject) -> Bool {
      self.cell == ObjectIdentifier(cell) && !hasEnded.load(ordering: .acquiring)
    }

    func run(_ operation: () -> Void) {
      SharedScope.$storageUse.withValue(self, operation: operation)
      hasEnded.store(true, ordering: .releasing)
    }
  }

  /// Records writes in addition to the tracker of the current world.
  @TaskLocal static var recorder: SharedTracker?

  /// The views of the two sides of a comparison.
  typealias Sides = (old: SharedView?, new: SharedView?)

  @TaskLocal private static var taskSides: Sides?

  private static let comparisons = Atomic(0)

  /// The views of the two sides of a comparison; `nil` unless a shared value differs between them.
  ///
  /// Equal shared values are compared like all others, with all the optimisations of comparing.
  static var sides: Sides? {
    // Called for every value in a diff, so it must be nearly free while no views are compared.
    comparisons.load(ordering: .relaxed) == 0 ? nil : taskSides
  }

  /// Runs comparisons whose left and right sides belong to two views; `nil` is the present.
  package static func comparing<R>(_ old: SharedView?, _ new: SharedView?, _ body: () throws -> R) rethrows
    -> R
  {
    let isSame =
      switch (old?.snapshot, new?.snapshot) {
      case (nil, nil): true
      case (let old?, let new?): old.isSame(as: new)
      default: false
      }
    if isSame {
      return try $taskSides.withValue(nil) { try $view.withValue(new, operation: body) }
    }
    comparisons.add(1, ordering: .relaxed)
    defer { comparisons.subtract(1, ordering: .relaxed) }
    return try $taskSides.withValue((old, new)) { try $view.withValue(new, operation: body) }
  }

  /// The trackers that record writes in the current context.
  static var recorders: [SharedTracker] {
    [DependencyValues.current.sharedWorld?.tracker, recorder].compactMap(\.self)
  }
}

/// The world that code runs in, for shared values: what records them, and which effects are notified of changes.
struct SharedWorld: Sendable {
  let tracker: SharedTracker
  /// Restricts notifications of writes in this world to the effects with the same id; `nil` for no restriction.
  ///
  /// A session replays the past while the effects of the present wait, and must not be notified.
  var id: ObjectIdentifier?

  /// The identity of the world that the current task runs in, if any.
  static var current: ObjectIdentifier? { DependencyValues.current.sharedWorld?.id }
}

extension DependencyValues {
  /// The world for shared values; `nil` in a live program.
  @DependencyEntry(liveValue: nil as SharedWorld?)
  var sharedWorld: SharedWorld? = nil

  /// Takes over the world for shared values.
  package mutating func shareValues(with other: DependencyValues) { sharedWorld = other.sharedWorld }
}
