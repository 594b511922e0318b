import Synchronization

/// In whose eyes shared values are read and written: what holds in the current task.
enum SharedScope {
  /// Whose values are read and written instead of the present ones.
  @TaskLocal static var view: SharedView?

  /// Records what is written here, in addition to the tracker of the world that the code runs in.
  @TaskLocal static var recorder: SharedTracker?

  /// The views that the two sides of a comparison belong to.
  @TaskLocal private static var taskSides: SharedSides?

  private static let comparisons = Atomic(0)

  /// The views that the two sides of a comparison belong to; `nil` unless some shared value differs between them.
  ///
  /// Equal shared values are compared as all else is, with all that makes comparing fast.
  static var sides: SharedSides? {
    // Diffs ask this for every value that they compare, so it costs next to nothing while no views are compared.
    comparisons.load(ordering: .relaxed) == 0 ? nil : taskSides
  }

  /// Runs comparisons whose left side belongs to one view and the right side to another; `nil` stands for the present.
  static func comparing<R>(_ old: SharedView?, _ new: SharedView?, _ body: () throws -> R) rethrows -> R {
    let sides = SharedSides(old: old, new: new)
    guard sides.isDifferent else {
      return try $taskSides.withValue(nil) { try $view.withValue(new, operation: body) }
    }
    comparisons.add(1, ordering: .relaxed)
    defer { comparisons.subtract(1, ordering: .relaxed) }
    return try $taskSides.withValue(sides) { try $view.withValue(new, operation: body) }
  }

  /// The trackers that record what is written here.
  static var recorders: [SharedTracker] {
    let world = DependencyValues.current.sharedWorld?.tracker
    guard let recorder else { return world.map { [$0] } ?? [] }
    return world.map { [$0, recorder] } ?? [recorder]
  }
}

/// The views that the two sides of a comparison belong to.
struct SharedSides: Sendable {
  let old: SharedView?
  let new: SharedView?

  func view(of side: ComparisonSide) -> SharedView? {
    switch side {
    case .old: old
    case .new: new
    }
  }

  /// Whether some value is not the same in both.
  fileprivate var isDifferent: Bool {
    switch (old?.snapshot, new?.snapshot) {
    case (nil, nil): false
    case (let old?, let new?): !old.isSame(as: new)
    default: true
    }
  }
}

/// The sides of a comparison.
enum ComparisonSide {
  case old
  case new
}

/// Where code runs, as far as shared values go: what records them, and which effects are told of them.
struct SharedWorld: Sendable {
  let tracker: SharedTracker
  /// The one whose effects alone are told of what is written here; `nil` if everyone is.
  ///
  /// A session runs the past again while the effects of the present wait: they must not hear of it.
  var id: ObjectIdentifier?

  /// The identity of the world that the current task runs in, if any.
  static var current: ObjectIdentifier? { DependencyValues.current.sharedWorld?.id }
}

extension DependencyValues {
  /// Where code runs, as far as shared values go; `nil` in the running program.
  var sharedWorld: SharedWorld? {
    get { self[SharedWorldKey.self] }
    set { self[SharedWorldKey.self] = newValue }
  }

  private enum SharedWorldKey: DependencyKey {
    static var liveValue: SharedWorld? { nil }
    static var testValue: SharedWorld? { nil }
  }
}
