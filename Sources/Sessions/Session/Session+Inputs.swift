extension Session {
  /// Sends an action, and processes everything that follows at the current virtual time.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - label: The text of the command that sent it.
  /// - Returns: The turn that was recorded.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func send(_ action: Action, label: String? = nil) throws -> Turn<Action>? {
    try perform(.send(core.boxed(action)), label: label)
  }

  /// Reduces an action as it was when a store recorded it: effects do not start, because the recording has their actions.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - values: What its reducer drew then.
  ///   - isOfEffect: Whether it was an effect that sent it then.
  ///   - label: The text of the command.
  /// - Returns: The turn that was recorded.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func replay(
    _ action: Action,
    drawing values: DrawnValues = DrawnValues(),
    isOfEffect: Bool = false,
    label: String? = nil
  ) throws -> Turn<Action>? {
    try perform(.replay(core.boxed(action), drawing: values, isOfEffect: isOfEffect), label: label)
  }

  /// Restarts the record in a state.
  ///
  /// - Parameter state: The state.
  /// - Precondition: Nothing has been recorded.
  package func begin(in state: State) {
    precondition(moments.count == 1, "A session begins once.")
    var digest = ContentDigest(comparesIDs: false)
    digest.add(state as Any)
    // New elements must differ from those in the state.
    core.live.world.numberUUIDs(after: digest.summary.lastUUID)
    let state = State.self == Any.self ? core.live.engine.boxed(state: state) : TypedBox(state)
    let standing = MomentRecord.Standing(state: state, world: core.live.world.snapshot)
    core.timeline = Timeline(start: MomentRecord(standing, isAtRest: true, in: core.states))
    core.live.engine.restart(state: state, effectCount: 0)
  }

  /// Advances the clock. Whatever is due on the way happens at its time and in order.
  ///
  /// - Parameters:
  ///   - duration: The time to advance by; not negative.
  ///   - label: The text of the command.
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/negativeDuration``, ``SessionError/durationTooLarge``, or
  ///   ``SessionError/diverged(_:)``.
  @discardableResult
  public func advance(by duration: Duration, label: String? = nil) throws -> Turn<Action>? {
    guard duration >= .zero else { throw SessionError.negativeDuration }
    return try perform(.advance(to: core.time(after: duration)), label: label)
  }

  /// Advances the clock until nothing is in flight, or until ``SessionBase/momentLimit`` moments have been made, for example by
  /// an endless timer.
  ///
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func run(label: String? = nil) throws -> Turn<Action>? {
    try perform(.run, label: label)
  }

  /// Advances the clock until exactly one action has been delivered.
  ///
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func step(label: String? = nil) throws -> Turn<Action>? {
    try perform(.step, label: label)
  }

  /// Advances the clock to the next deadline, and lets one of the effects due then continue before the others, until it
  /// waits again. Everything that follows from it at that time happens; the other effects remain due.
  ///
  /// - Parameters:
  ///   - position: The position of the effect in ``Moment/effectsDueNext``.
  ///   - label: The text of the command.
  /// - Returns: The turn that was recorded, or `nil` if nothing happened.
  /// - Throws: ``SessionError/notDue(_:count:)``, or ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func resume(effectAt position: Int, label: String? = nil) throws -> Turn<Action>? {
    try core.resume(effectAt: position, label: label).map(Turn.init)
  }

  /// Performs an input as its own turn.
  private func perform(_ input: Input<ErasedAction>, label: String?) throws -> Turn<Action>? {
    try core.perform(input, label: label).map(Turn.init)
  }

  /// Sends several actions as one turn. Each can depend on the outcome of those before it.
  ///
  /// ```swift
  /// try session.turn { turn in
  ///   turn.send(.addTodoButtonTapped)
  ///   turn.send(.todos(.element(id: turn.state.todos[0].id, action: …)))
  /// }
  /// ```
  ///
  /// The state of a child that is created for an action, as for a `.push`, uses the session's shared values if it is
  /// created in `body`.
  ///
  /// - Parameters:
  ///   - label: The text of the command.
  ///   - body: Sends the actions.
  /// - Returns: The turn that was recorded, or `nil` if nothing was sent.
  /// - Throws: What `body` throws, in which case the actions sent before are still recorded as a turn; or
  ///   ``SessionError/diverged(_:)`` if the past could not be reproduced.
  @discardableResult
  public func turn(label: String? = nil, _ body: (TurnScope) throws -> Void) throws -> Turn<Action>? {
    try core.turn(label: label) { try body(TurnScope(core: core)) }.map(Turn.init)
  }

  /// Sends the actions of one turn; see ``Session/turn(label:_:)``.
  public struct TurnScope {
    let core: SessionCore

    init(core: SessionCore) { self.core = core }

    /// The same scope with other types.
    package init<S, A>(_ other: Session<S, A>.TurnScope) { core = other.core }

    /// The state, with the actions sent so far applied.
    public var state: State { core.timeline.current.state(as: State.self) }

    /// Sends an action as part of the turn; ignored once ``SessionPolicy/isInterrupted`` returns `true`.
    public func send(_ action: Action) { core.makeInTurn(.send(core.boxed(action))) }

    /// Makes a function of a dependency answer in a certain way from now on, also the calls that effects in flight are still
    /// to make. Calls that were made before keep their answers.
    package func answer(_ answer: DependencyAnswer) { core.makeInTurn(.answer(answer)) }
  }
}
