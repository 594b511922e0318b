/// The record of a session: a tree of moments, and the line through it along which travel moves.
///
/// The tree is stored as branches, each a contiguous sequence of moments. The *line* is the path from the start
/// through the current moment to the tip visited last, stored as pieces of branches. Moving along the line changes
/// one number.
///
/// Invariants (after every change, assertions check them at the current moment and at the end of the line):
/// - the pieces of the line begin at depth 0 and follow one another without a gap; each is in a branch that forks from the
///   end of the piece before;
/// - the current moment is on the line, and a moment's parent is the moment before it;
/// - moments and branches are numbered in the order in which they began.
struct Timeline {
  /// The place of a moment in the tree. Every moment keeps one, so each number takes only four bytes.
  struct Place {
    private let numbers:
      (moment: Int32, parent: Int32, turn: Int32, branch: Int32, depth: Int32, turnCount: Int32)

    init(number: Int, parent: Int?, turn: Int?, branch: Int, depth: Int, turnCount: Int) {
      numbers = (
        Int32(number), Int32(parent ?? -1), Int32(turn ?? -1), Int32(branch), Int32(depth), Int32(turnCount)
      )
    }

    var number: Int { Int(numbers.moment) }
    var parent: Int? { numbers.parent < 0 ? nil : Int(numbers.parent) }
    var turn: Int? { numbers.turn < 0 ? nil : Int(numbers.turn) }
    var branch: Int { Int(numbers.branch) }
    var depth: Int { Int(numbers.depth) }
    /// The number of turns on its line up to and including its own.
    var turnCount: Int { Int(numbers.turnCount) }

    /// The place of the first moment.
    static let start = Place(number: 0, parent: nil, turn: nil, branch: 0, depth: 0, turnCount: 0)
  }

  /// A part of the line: the moments of a branch up to, but not including, a depth.
  struct Piece {
    let branch: Int
    let start: Int
    var end: Int
  }

  /// All moments, by number.
  private(set) var moments: [MomentRecord] = []
  /// All turns, by number.
  private(set) var turns: [TurnRecord] = []
  /// The depth of the current moment, that is, the number of moments before it on the line.
  private(set) var depth = 0 {
    didSet { current = moments[lineNumber(at: depth)] }
  }
  /// The current moment.
  private(set) var current: MomentRecord
  private(set) var branches: [Branch] = []
  private(set) var line: [Piece] = []
  /// The turns left out at the end of the line, until a branch begins there.
  private(set) var leftOutAtTip: [Branch.LeftOut] = []

  init(start: MomentRecord) {
    branches = [Branch(number: 0, parent: nil, fork: nil, moments: [0], start: 0, turnsBefore: 0)]
    line = [Piece(branch: 0, start: 0, end: 1)]
    moments = [start]
    current = start
  }
}

// MARK: - Looking and moving

extension Timeline {
  /// The number of moments on the line.
  var lineCount: Int { line.last.map(\.end) ?? 0 }

  /// The number of the moment at a depth of the line.
  func lineNumber(at depth: Int) -> Int {
    let piece = line[pieceIndex(at: depth)]
    let branch = branches[piece.branch]
    return branch.moments[depth - branch.start]
  }

  /// The numbers of the moments on the line, for each branch that it passes through.
  var lineParts: [ArraySlice<Int>] {
    line.map { piece in
      let branch = branches[piece.branch]
      return branch.moments[piece.start - branch.start..<piece.end - branch.start]
    }
  }

  private func pieceIndex(at depth: Int) -> Int {
    lastIndex(below: line.count) { line[$0].start <= depth }
  }

  /// The depth of the last moment on the line by which at most `count` turns have begun.
  func depth(afterTurns count: Int) -> Int {
    let piece = line[lastIndex(below: line.count) { branches[line[$0].branch].turnsBefore <= count }]
    let branch = branches[piece.branch]
    let next = count - branch.turnsBefore
    guard next < branch.turnStarts.count, branch.turnStarts[next] < piece.end else { return lineCount - 1 }
    return branch.turnStarts[next] - 1
  }

  /// The depth of the last moment on the line that satisfies a monotonic condition: it holds for the start, and once
  /// it fails, it fails for all later moments.
  func lastDepth(where isBefore: (MomentRecord) -> Bool) -> Int {
    lastIndex(below: lineCount) { isBefore(moments[lineNumber(at: $0)]) }
  }

  private func lastIndex(below count: Int, where isBefore: (Int) -> Bool) -> Int {
    max(0, (0..<count).partitioningIndex { !isBefore($0) } - 1)
  }

  /// Whether the turn at a depth continues on the line after that depth.
  func isWithinTurn(_ depth: Int) -> Bool {
    guard depth > 0, depth + 1 < lineCount else { return false }
    return moments[lineNumber(at: depth + 1)].place.turnCount
      == moments[lineNumber(at: depth)].place.turnCount
  }

  /// Moves along the line.
  mutating func move(toDepth depth: Int) {
    precondition((0..<lineCount).contains(depth))
    self.depth = depth
    assertInvariants(brokenInvariant)
  }

  /// Moves to any moment. If the moment is not on the line, the line becomes the path through it to the end of its
  /// branch.
  mutating func move(to moment: Int) {
    let place = moments[moment].place
    if !isOnLine(moment) {
      line = pieces(through: place.branch)
      leftOutAtTip = []
    }
    depth = place.depth
    assertInvariants(brokenInvariant)
  }

  /// The current moment's position, including its line.
  struct Position {
    fileprivate let depth: Int
    fileprivate let line: [Piece]
    fileprivate let leftOutAtTip: [Branch.LeftOut]
  }

  var position: Position { Position(depth: depth, line: line, leftOutAtTip: leftOutAtTip) }

  /// Returns to a position.
  mutating func move(to position: Position) {
    (line, leftOutAtTip) = (position.line, position.leftOutAtTip)
    depth = position.depth
    assertInvariants(brokenInvariant)
  }

  /// Ends the line at the current moment, so that later moments are on branches outside of the line.
  mutating func endLine() {
    let last = pieceIndex(at: depth)
    line.removeSubrange((last + 1)...)
    line[last].end = depth + 1
    leftOutAtTip = []
    assertInvariants(brokenInvariant)
  }

  /// Records that a turn, replayed at the current moment at the end of the line, made no moments.
  mutating func noteLeftOut(_ turn: LineTurn, because failure: (any Error)?) {
    let leftOut = Branch.LeftOut(
      turn: turn.turn.number,
      after: current.number,
      failure: failure,
      inputs: turn.inputs,
      isPart: turn.isPart
    )
    let branch = line[line.count - 1].branch
    if branches[branch].end == depth + 1 {
      branches[branch].leftOut.append(leftOut)
    } else {
      leftOutAtTip.append(leftOut)
    }
  }

  /// The turns left out of the line.
  var leftOut: [Branch.LeftOut] {
    line.flatMap { piece in
      branches[piece.branch].leftOut.filter { moments[$0.after].place.depth < piece.end }
    } + leftOutAtTip
  }

  /// Whether a moment is on the line.
  func isOnLine(_ moment: Int) -> Bool {
    let place = moments[moment].place
    return place.depth < lineCount && lineNumber(at: place.depth) == moment
  }

  /// The moment before a turn.
  func moment(beforeTurn turn: Int) -> MomentRecord? {
    guard turns.indices.contains(turn) else { return nil }
    let first = turns[turn].moments.lowerBound
    return moments.indices.contains(first) ? moments[first].parent.map { moments[$0] } : nil
  }

  /// The input that caused a moment, with all the moments that it caused.
  ///
  /// - Precondition: The moment is not the start.
  func input(of moment: Int) -> TurnRecord.Part {
    guard let turn = moments[moment].turn, let part = Self.part(of: moment, in: turns[turn].inputs) else {
      preconditionFailure("Moment \(moment) has no input.")
    }
    return part
  }

  /// The input that caused a moment, among the inputs of its turn.
  static func part(
    of moment: Int,
    in inputs: some RandomAccessCollection<TurnRecord.Part>
  ) -> TurnRecord.Part? {
    var rest = inputs[...]
    while rest.count > 1 {
      let middle = rest.index(rest.startIndex, offsetBy: rest.count / 2)
      rest = inputs[middle].moments.lowerBound <= moment ? rest[middle...] : rest[..<middle]
    }
    return rest.first.flatMap { $0.moments.contains(moment) ? $0 : nil }
  }

  private func pieces(through branch: Int) -> [Piece] {
    var pieces: [Piece] = []
    var next: Int? = branch
    var end = branches[branch].end
    while let index = next {
      pieces.append(Piece(branch: index, start: branches[index].start, end: end))
      end = branches[index].start
      next = branches[index].parent
    }
    return pieces.reversed()
  }
}

// MARK: - Recording

extension Timeline {
  /// Starts again at a moment and reuses the memory: an exploration does this for each step.
  mutating func restart(at start: MomentRecord) {
    guard branches.count == 1 else { return self = Timeline(start: start) }
    moments.removeAll(keepingCapacity: true)
    moments.append(start)
    turns.removeAll(keepingCapacity: true)
    branches[0].restart()
    line[0].end = 1
    (depth, leftOutAtTip) = (0, [])
  }

  /// Adds a moment after the current one and moves to it. If the line already continues there, a branch begins.
  ///
  /// - Parameter make: Makes the record for the moment's place.
  mutating func append(_ make: (Place) -> MomentRecord) -> MomentRecord {
    let before = current
    let turn = turns.count - 1
    let branch = branchForNext(after: depth)
    let isTurnBegun = before.turn == turn
    let place = Place(
      number: moments.count,
      parent: before.number,
      turn: turn,
      branch: branch,
      depth: depth + 1,
      turnCount: before.place.turnCount + (isTurnBegun ? 0 : 1)
    )
    branches[branch].moments.append(place.number)
    if !isTurnBegun { branches[branch].turnStarts.append(place.depth) }
    line[line.count - 1].end = depth + 2
    let record = make(place)
    moments.append(record)
    depth += 1
    assertInvariants(brokenInvariant)
    return record
  }

  private mutating func branchForNext(after depth: Int) -> Int {
    let index = pieceIndex(at: depth)
    let branch = line[index].branch
    if index == line.count - 1, branches[branch].end == depth + 1 { return branch }
    branches.append(
      Branch(
        number: branches.count,
        parent: branch,
        fork: current.number,
        moments: [],
        leftOut: depth + 1 == lineCount ? leftOutAtTip : [],
        start: depth + 1,
        turnsBefore: current.place.turnCount
      )
    )
    leftOutAtTip = []
    line.removeSubrange((index + 1)...)
    line[index].end = depth + 1
    line.append(Piece(branch: branches.count - 1, start: depth + 1, end: depth + 1))
    return branches.count - 1
  }

  /// Begins a turn, to which all moments appended from now on belong.
  mutating func beginTurn(label: String?, original: Int?, isPart: Bool) {
    turns.append(
      TurnRecord(
        number: turns.count,
        label: label,
        original: original,
        isPart: isPart,
        moments: moments.count..<moments.count
      )
    )
  }

  /// Records an input of the latest turn, which caused the moments from `first` on.
  mutating func endInput(_ input: Input<ErasedAction>, first: Int, isCutShort: Bool, limit: Int?) {
    guard first < moments.count, let turn = turns.indices.last else { return }
    let part = TurnRecord.Part(
      input: input,
      moments: first..<moments.count,
      isCutShort: isCutShort,
      limit: limit ?? (isCutShort ? moments.count - first : nil)
    )
    // Nearly every turn has a single input, and an array literal allocates no extra capacity.
    if turns[turn].inputs.isEmpty { turns[turn].inputs = [part] } else { turns[turn].inputs.append(part) }
    turns[turn].moments = turns[turn].moments.lowerBound..<moments.count
  }

  /// Changes the label of the turns from a number on that have a label.
  mutating func relabel(_ old: String?, as label: String?, fromTurn first: Int) {
    for turn in first..<max(first, turns.count) where turns[turn].label == old { turns[turn].label = label }
  }

  /// Ends the latest turn. A turn without moments is discarded.
  ///
  /// - Returns: The turn, unless it was discarded.
  mutating func endTurn() -> TurnRecord? {
    guard let turn = turns.last, !turn.moments.isEmpty else {
      turns.removeLast()
      return nil
    }
    return turn
  }
}
