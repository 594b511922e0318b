/// A claim about everything that a feature can do from some moment on, which an ``Exploration`` decides.
///
/// ```swift
/// let property = Property<Search.State, Search.Action>.leadsTo(
///   "every query is answered", within: .seconds(2), from: { $0.state.query != "" }, to: { $0.state.isAnswered }
/// )
/// ```
///
/// Its conditions are judged at settled moments: after each step, and while a step moves the clock, at each instant at
/// which something is due, once everything due then has been delivered. A goal is also judged at the end of its time.
/// See ``SettledMoment``.
public struct Property<State, Action> {
  /// A condition of a settled moment. If it throws, the exploration ends with a finding that has the error, and decides
  /// nothing.
  public typealias Condition = (SettledMoment<State, Action>) throws -> Bool

  /// Its name in reports.
  public let name: String
  let claim: Claim
}

/// What a property claims, independent of the state and action types.
enum Claim {
  typealias Condition = (AnySettledMoment) throws -> Bool

  case always(Condition)
  case never((ErasedAction) -> Bool)
  case sometimes(Condition)
  case after((ErasedAction) -> Bool, Condition)
  case response(Response)

  /// That a goal is reached, once or after each trigger.
  struct Response {
    /// What the goal must follow, each time; `nil` if the goal must be reached once, from the start on.
    var trigger: Condition?
    /// What must hold until then.
    var meanwhile: Condition?
    let goal: Condition
    /// The time for it; `nil` for any time.
    let limit: Duration?
    /// Whether its conditions are known not to depend on the time, so that they stay as they are while nothing is due.
    var isTimeless = false
  }
}

extension Property {
  /// A condition holds at each settled moment: an invariant.
  public static func always(_ name: String, _ condition: @escaping Condition) -> Self {
    Self(name: name, claim: .always(untyped(condition)))
  }

  /// No action of a kind is ever reduced.
  public static func never(_ name: String, _ matches: @escaping (Action) -> Bool) -> Self {
    Self(name: name, claim: .never(erased(matches)))
  }

  /// Each action of a kind is followed by a moment at which a condition holds: the settled moment at its time.
  public static func after(
    _ name: String,
    _ matches: @escaping (Action) -> Bool,
    _ condition: @escaping Condition
  ) -> Self {
    Self(name: name, claim: .after(erased(matches), untyped(condition)))
  }

  /// A condition can be reached.
  public static func sometimes(_ name: String, _ condition: @escaping Condition) -> Self {
    Self(name: name, claim: .sometimes(untyped(condition)))
  }

  /// A goal is reached, whatever is done.
  ///
  /// - Parameters:
  ///   - name: Its name in reports.
  ///   - limit: The virtual time in which it must be reached, including its last instant; `nil` for any time.
  ///   - goal: The goal.
  public static func eventually(
    _ name: String,
    within limit: Duration? = nil,
    _ goal: @escaping Condition
  ) -> Self {
    Self(name, goal, within: limit)
  }

  /// Whenever a trigger holds, a goal holds then or later.
  ///
  /// - Parameters:
  ///   - name: Its name in reports.
  ///   - limit: The virtual time from the trigger to the goal, including its last instant; `nil` for any time.
  ///   - trigger: The trigger.
  ///   - goal: The goal.
  public static func leadsTo(
    _ name: String,
    within limit: Duration? = nil,
    from trigger: @escaping Condition,
    to goal: @escaping Condition
  ) -> Self {
    Self(name, trigger: trigger, goal, within: limit)
  }

  /// A condition holds until a goal is reached, and the goal is reached.
  ///
  /// - Parameters:
  ///   - name: Its name in reports.
  ///   - limit: The virtual time in which the goal must be reached; `nil` for any time.
  ///   - condition: What holds before the goal.
  ///   - goal: The goal.
  public static func until(
    _ name: String,
    within limit: Duration? = nil,
    _ condition: @escaping Condition,
    until goal: @escaping Condition
  ) -> Self {
    Self(name, meanwhile: condition, goal, within: limit)
  }

  private init(
    _ name: String,
    trigger: Condition? = nil,
    meanwhile: Condition? = nil,
    _ goal: @escaping Condition,
    within limit: Duration?
  ) {
    self.name = name
    claim = .response(
      Claim.Response(
        trigger: trigger.map(Self.untyped),
        meanwhile: meanwhile.map(Self.untyped),
        goal: Self.untyped(goal),
        limit: limit
      )
    )
  }

  /// The same property, whose conditions are known not to depend on the time.
  package var timeless: Self {
    guard case .response(var response) = claim else { return self }
    response.isTimeless = true
    return Self(name: name, claim: .response(response))
  }

  private static func untyped(_ condition: @escaping Condition) -> Claim.Condition {
    { try condition(SettledMoment($0)) }
  }
}

extension Claim {
  /// Whether the property can hold because nothing has tested it.
  var mayBeVacuous: Bool {
    switch self {
    case .response(let response): response.trigger != nil || response.meanwhile != nil
    case .after: true
    case .always, .never, .sometimes: false
    }
  }

  /// Whether it counts as violated even if a condition never had an answer: a missing goal has not been reached. In an
  /// invariant, that is more likely a mistake.
  var needsNoAnswer: Bool {
    switch self {
    case .after, .response: true
    case .always, .never, .sometimes: false
    }
  }

  /// Whether only an endless behaviour can violate it.
  var isUnbounded: Bool {
    if case .response(let response) = self { response.limit == nil } else { false }
  }
}

/// A moment at which nothing more is due: what the conditions of a ``Property`` are judged at.
public struct SettledMoment<State, Action> {
  private let core: SessionCore
  /// The moment.
  public let moment: Moment<State, Action>
  /// The virtual time since the session's start: later than that of ``moment`` if nothing has happened since then.
  public let now: Duration
  /// The turn in which it is judged.
  private let turn: Int?

  init(_ record: MomentRecord, in core: SessionCore, at now: Duration? = nil, turn: Int? = nil) {
    self.core = core
    moment = Moment(record)
    self.now = now ?? record.now
    self.turn = turn ?? record.turn
  }

  /// The same moment with other types.
  init(_ other: SettledMoment<some Any, some Any>) {
    (core, moment, now, turn) = (other.core, Moment(other.moment), other.now, other.turn)
  }

  /// What was before it at an earlier time; `nil` if there is a moment at that very time.
  func earlier(at time: Duration) -> Self? {
    let moments = core.timeline.moments
    var record = moment.record
    while record.now > time, let parent = record.parent { record = moments[parent] }
    return record.now < time ? Self(record, in: core, at: time, turn: turn) : nil
  }

  /// The moment before its turn, if time has passed since ``moment``, which may belong to an earlier turn.
  package var beforeTurn: Moment<State, Action>? {
    guard now > moment.now, let turn else { return nil }
    return core.timeline.moment(beforeTurn: turn).map(Moment.init)
  }

  /// The state.
  public var state: State { moment.state }
  /// The effects in flight.
  public var effects: [EffectInFlight] { moment.isQuiescent ? [] : moment.effects }
  /// Whether nothing is in flight.
  public var isQuiescent: Bool { moment.isQuiescent }
  /// Whether time can pass before anything else happens.
  var letsTimePass: Bool { moment.record.isAtRest && moment.record.nextDeadline.map { $0 > now } ?? true }
  /// The issues reported by the last step up to this moment.
  public var issues: [SessionIssue] {
    guard let turn else { return [] }
    let moments = core.timeline.turns[turn].moments
    return moments.prefix { $0 <= moment.number }.flatMap { core.timeline.moments[$0].issues }
  }
}

/// A settled moment of any feature.
typealias AnySettledMoment = SettledMoment<Any, Any>

extension MomentRecord {
  /// When the next sleeper is due.
  var nextDeadline: Duration? { isQuiescent ? nil : sleepers.values.lazy.map(\.deadline).min() }

  /// Whether nothing more happens, however much time passes.
  var isDeadEnd: Bool { isAtRest && nextDeadline == nil }
}
