extension Session {
  /// All recorded moments, by number.
  public var moments: Moments { Moments(records: core.timeline.moments) }

  /// All recorded turns, by number.
  public var turns: Turns { Turns(records: core.timeline.turns) }

  /// The path from the start through the current moment to the tip, as moment numbers.
  public var line: Line { Line(timeline: core.timeline) }

  /// Moments by number.
  public struct Moments: RandomAccessCollection {
    fileprivate let records: [MomentRecord]

    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }
    public subscript(number: Int) -> Moment<State, Action> { Moment(records[number]) }
  }

  /// Turns by number.
  public struct Turns: RandomAccessCollection {
    fileprivate let records: [TurnRecord]

    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }
    public subscript(number: Int) -> Turn<Action> { Turn(record: records[number]) }
  }

  /// A path through the tree of moments.
  public struct Line: RandomAccessCollection {
    fileprivate let timeline: Timeline

    public var startIndex: Int { 0 }
    public var endIndex: Int { timeline.lineCount }
    /// The index of the current moment.
    public var currentIndex: Int { timeline.depth }
    /// - Complexity: O(log *b*) in the number of branches on the line.
    public subscript(position: Int) -> Int { timeline.lineNumber(at: position) }
    /// The numbers in order, without looking for the branch of each.
    public func makeIterator() -> LineIterator { timeline.lineParts.joined().makeIterator() }
  }
}

/// The numbers of the moments on a line, in order.
///
/// It does not depend on the types of the session, so that each step takes a few instructions.
public typealias LineIterator = FlattenSequence<[ArraySlice<Int>]>.Iterator

extension SessionBase {
  /// Changes the label of the latest turns and movements to that of the command to which they turned out to belong.
  ///
  /// The turns that a what-if has replayed have the labels of their own commands and keep them.
  ///
  /// - Parameters:
  ///   - old: The label that the turns have.
  ///   - label: The label.
  ///   - turn: The number of the first turn.
  ///   - movement: The number of the first movement.
  package func relabel(_ old: String?, as label: String?, fromTurn turn: Int, fromMovement movement: Int) {
    core.timeline.relabel(old, as: label, fromTurn: turn)
    for number in movement..<max(movement, core.movements.count) { core.movements[number].label = label }
  }
}

extension Session {
  /// The children that the feature presents at a moment, from back to front.
  ///
  /// They are found by the reducers that embed them: `ifLet(\.$child, …)` and `forEach(\.path, …)`.
  ///
  /// - Complexity: O(*k*) in the number of children that exist and could present something.
  public func presentations(at moment: Moment<State, Action>) -> [Presentation<Action>] {
    let record = moment.record
    let presentations = record.whileViewed { core.live.engine.presentations(in: record.state) }
    return presentations.map { $0.embedded(at: "") { $0.unboxed(as: Action.self) } }
  }
}

extension SessionBase {
  /// The maximum number of states to keep; `nil`, the default, keeps the state of every moment.
  ///
  /// When the limit is exceeded, by up to half, the record is thinned out: of the moments at which nothing is in
  /// flight, every *k*-th keeps its state, as do the current moment, the ends of branches and marked moments. Any
  /// other state is recreated on demand, together with those of its neighbours, by running the reducer from the last
  /// state that is kept. With *n* moments and a limit of *l*, that takes about 2*n*/*l* runs for a single moment, and
  /// one or two per moment if a whole line is read in order.
  ///
  /// States more than a thousand moments, or 4*k*, after the last moment at rest are kept beyond the limit, because a
  /// feature in which something is always in flight could not be replayed in reasonable time. Actions are always
  /// kept.
  ///
  /// - Complexity: Setting it, and occasionally a send, is O(*n*) in the number of moments; a send is O(1),
  ///   amortized.
  public var stateLimit: Int? {
    get { core.states.limit }
    set {
      precondition(newValue ?? 1 > 0, "A session keeps one state at least.")
      core.states.limit = newValue
      if core.states.isFull { core.thinOut() }
    }
  }

  /// The number of states that the record currently keeps.
  public var keptStateCount: Int { core.states.count }

  /// Replays the line from the start in a new engine, and compares it with the record.
  ///
  /// - Returns: The first difference, which means that the feature depends on something outside of the session; `nil`
  ///   if the line is reproducible.
  /// - Throws: ``SessionError/interrupted`` if ``SessionPolicy/isInterrupted`` requested it;
  ///   ``SessionError/notAValue(_:)`` if a reducer changes an object that states refer to.
  /// - Complexity: O(*n*) in the length of the line.
  public func verify() throws(SessionError) -> Divergence? {
    precondition(!core.isPerforming, "A session takes one turn at a time.")
    // Shared values changed by the engine since its last use are not part of the record.
    let present = core.shared.snapshot
    let path = core.timeline.lineParts.flatMap(\.self)
    var objects = StateObjects()
    objects.note(core.timeline.moments[path[0]].state)
    let (replayed, failure) = core.replay(path) { (record, live) throws(SessionError) in
      try core.checkInterruption(record, live)
      objects.note(live.engine.boxedState)
    }
    replayed.engine.shutDown()
    core.shared.restore(present)
    if let name = objects.changed { throw .notAValue(name) }
    switch failure {
    case nil: return nil
    case .diverged(let divergence)?: return divergence
    case let failure?: throw failure
    }
  }
}
