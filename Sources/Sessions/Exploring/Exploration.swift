/// Decides properties of everything that a feature can do from a session's current moment on; without properties, it
/// searches for misuse: a reported issue, effects that trigger each other endlessly while no time passes, or a different
/// outcome when the same steps are repeated. A trap of the feature also ends the search, but not the program.
///
/// Sequences of steps are tried breadth first, and from each distinct state only once, so that the first one found is
/// the shortest. When that becomes too expensive, random sequences follow, and those that decide a property are
/// shortened.
///
/// ```swift
/// let exploration = try Exploration(of: [.always("positive") { $0.state.count >= 0 }], from: session) { _ in
///   [ExplorationStep("down", group: "down") { try $0.send(.down) }]
/// }
/// let findings = exploration.run()
/// ```
///
/// A property without a time limit can be violated by an endless behaviour. It is assumed that time passes in it and
/// that what is due is delivered; nothing is assumed about which steps are taken, so that taking no more steps is such a
/// behaviour, too.
///
/// The same session, steps and plan always have the same outcome, provided that steps and properties depend on nothing
/// else. The session must not be used before the exploration ends, and is then unchanged.
public final class Exploration<State, Action>: ExplorationBase {
  /// A step of a sequence.
  public typealias Step = ExplorationStep<State, Action>

  /// Called when a step has led to a state: with the digests of the states before and after it, and the state after it.
  /// States with the same digest count as one; all that ``ExplorationCoverage/states`` counts are reached, except the first.
  public var didReach: ((_ before: UInt64, _ step: StepRecord, _ after: UInt64, State) -> Void)? {
    didSet {
      feature.didReach = didReach.map { didReach in { didReach($0, $1, $2, $3.unboxed(as: State.self)) } }
    }
  }

  /// Brings a state into the form in which it is compared with others, such as with a collection sorted that stands for
  /// a set. The feature and the properties must not depend on the difference.
  public var canonical: ((State) -> State)? {
    didSet { feature.canonical = canonical.map(erased) }
  }

  /// The kind of an action, such as the name of its case. Random sequences that cause a new kind are extended first.
  ///
  /// It must be the same for actions with the same cases, also of actions inside them, that change the same properties.
  public var actionKind: (Action) -> String = { String(String(customDumping: $0).prefix { $0 != "(" }) } {
    didSet { feature.actionKind = erased(actionKind) }
  }

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - properties: The properties to decide, at most ``ExplorationBase/maxProperties``; if there are none, misuse is searched for.
  ///   - session: The session to start from. It must not be used before the exploration has run.
  ///   - moment: The number of the moment to start from; by default the current one.
  ///   - plan: The limits of the search.
  ///   - isAtRestOnly: Whether conditions are judged only when nothing is in flight.
  ///   - groups: The steps that may be possible in the session's current state, simplest first. Impossible ones may
  ///     be included. Random sequences choose the group first, and then one of its steps.
  /// - Throws: ``SessionError/diverged(_:)`` if what is in flight could not be reproduced.
  public init(
    of properties: [Property<State, Action>] = [],
    from session: Session<State, Action>,
    at moment: Int? = nil,
    plan: Plan = Plan(),
    isAtRestOnly: Bool = false,
    groups: @escaping (Session<State, Action>) -> [ExplorationGroup]
  ) throws {
    let judge = Judge(of: properties.map(\.claim), isAtRestOnly: isAtRestOnly)
    let feature = ExploredFeature(groups: { groups($0.typed()) }, actionKind: erased(actionKind))
    try super.init(by: judge, from: session, at: moment, plan, feature)
  }

  /// Creates an exploration of steps that are grouped after they have been created.
  public convenience init(
    of properties: [Property<State, Action>] = [],
    from session: Session<State, Action>,
    plan: Plan = Plan(),
    isAtRestOnly: Bool = false,
    steps: @escaping (Session<State, Action>) -> [Step]
  ) throws {
    try self.init(of: properties, from: session, plan: plan, isAtRestOnly: isAtRestOnly) { session in
      ExplorationGroup.groups(of: steps(session).map { $0 })
    }
    // Mapped, because converting an array to one of a superclass checks the class of each element.
    feature.allSteps = { steps($0.typed()).map { $0 } }
  }
}

/// What an exploration calls with values of its feature, in boxes.
struct ExploredFeature {
  let groups: (SessionBase) -> [ExplorationGroup]
  /// Creates the steps of all groups, if that is faster.
  var allSteps: ((SessionBase) -> [StepRecord])?
  var actionKind: (ErasedAction) -> String
  var canonical: ((ErasedBox) -> Any)?
  var didReach: ((UInt64, StepRecord, UInt64, ErasedBox) -> Void)?
}
