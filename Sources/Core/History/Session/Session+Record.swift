extension Session {
  /// All moments that were ever recorded, by number.
  public var moments: Moments { Moments(records: timeline.moments) }

  /// All turns that were ever recorded, by number.
  public var turns: Turns { Turns(records: timeline.turns) }

  /// The path from the start through the current moment to the tip, as numbers of moments.
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
    /// - Complexity: O(log *b*) in the number of branches that the line goes through.
    public subscript(position: Int) -> Int { timeline.lineNumber(at: position) }
  }
}
