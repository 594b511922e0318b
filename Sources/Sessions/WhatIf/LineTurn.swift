/// The part of a turn that is on a line: all of it, or what happened before the line left it.
struct LineTurn {
  let turn: TurnRecord
  /// The inputs, with clock moves as durations rather than as points in time.
  var inputs: [RepeatedInput] = []
  /// Its moments on the line, by number.
  var moments: ArraySlice<Int> = []
  /// The depths of its moments on the line.
  var depths: Range<Int>
  /// Whether the line left it in the middle, so that it had more inputs.
  var isPart: Bool
}

/// An input to repeat.
struct RepeatedInput {
  let input: Input<ErasedAction>
  /// The duration to advance the clock by, if that is the input.
  let duration: Duration?
  /// The number of moments after which to stop, if it was stopped there.
  let limit: Int?
}

extension Timeline {
  /// The turns of the line, from the start to its tip, including those left out, which made no moments.
  var lineTurns: [LineTurn] {
    var result = lineTurnsWithMoments
    for leftOut in leftOut {
      let depth = moments[leftOut.after].place.depth + 1
      let index = result.firstIndex { !$0.depths.isEmpty && $0.depths.lowerBound >= depth } ?? result.count
      let turn = LineTurn(
        turn: turns[leftOut.turn],
        inputs: leftOut.inputs,
        depths: depth..<depth,
        isPart: leftOut.isPart
      )
      result.insert(turn, at: index)
    }
    return result
  }

  private var lineTurnsWithMoments: [LineTurn] {
    var result: [LineTurn] = []
    let line = lineParts.flatMap(\.self)
    var depth = 1
    while depth < line.count {
      let number = line[depth]
      guard let turn = moments[number].turn else { return result }
      let part = input(of: number)
      var end = depth
      while end < line.count, part.moments.contains(line[end]) { end += 1 }
      if result.last?.turn.number != turn {
        result.append(LineTurn(turn: turns[turn], depths: depth..<depth, isPart: false))
      }
      let isLeftEarly = end - depth < part.moments.count
      var duration: Duration?
      if case .advance(let target) = part.input { duration = target - moments[line[depth - 1]].now }
      let last = result.count - 1
      result[last].inputs.append(
        RepeatedInput(input: part.input, duration: duration, limit: isLeftEarly ? end - depth : part.limit)
      )
      result[last].depths = result[last].depths.lowerBound..<end
      result[last].moments = line[result[last].depths]
      let isLast = line[end - 1] == turns[turn].moments.upperBound - 1
      result[last].isPart = turns[turn].isPart || !isLast
      depth = end
    }
    return result
  }

  /// The turns up to that of a moment, on the line through it.
  func lineTurns(to moment: Int) -> [LineTurn] {
    var other = self
    if !isOnLine(moment) { other.move(to: moment) }
    let depth = moments[moment].place.depth
    return other.lineTurns.filter { $0.depths.lowerBound < depth || $0.depths.contains(depth) }
  }

  /// The original turn, found by following turns that repeat other repetitions.
  func firstOriginal(of turn: Int) -> Int {
    var turn = turn
    while let original = turns[turn].original { turn = original }
    return turn
  }
}
