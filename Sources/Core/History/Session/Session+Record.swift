extension Session {
  /// All recorded moments, by number.
  public var moments: Moments { Moments(records: timeline.moments) }

  /// All recorded turns, by number.
  public var turns: Turns { Turns(records: timeline.turns) }

  /// The path from the start through the current moment to the tip, as moment numbers.
  public var line: Line { Line(timeline: timeline) }

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
    public subscript(number: Int) -> Turn<Action> { Turn(records[number]) }
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
    public func makeIterator() -> LineIterator { LineIterator(timeline.lineParts) }
  }
}

/// The numbers of the moments on a line, in order.
///
/// It does not depend on the types of the session, so that each step takes a few instructions.
public struct LineIterator: IteratorProtocol {
  private var part: ArraySlice<Int>.Iterator
  private var rest: ArraySlice<ArraySlice<Int>>

  init(_ parts: [ArraySlice<Int>]) {
    part = ([] as ArraySlice).makeIterator()
    rest = parts[...]
  }

  public mutating func next() -> Int? {
    while true {
      if let number = part.next() { return number }
      guard let next = rest.popFirst() else { return nil }
      part = next.makeIterator()
    }
  }
}

extension Session {
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
    timeline.relabel(old, as: label, fromTurn: turn)
    journal.relabel(label, fromMovement: movement)
  }
}

extension Session {
  /// The children that the feature presents at a moment, from back to front.
  ///
  /// They are found by the reducers that embed them: `ifLet(\.$child, …)` and `forEach(\.path, …)`.
  ///
  /// - Complexity: O(*k*) in the number of children that exist and could present something.
  public func presentations(at moment: Moment<State, Action>) -> [Presentation<Action>] {
    live.engine.dependencies.whileCurrent {
      moment.withState { live.engine.reducer.presentations(in: $0) }
    }
  }
}
