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
  /// Where to stop, if it was stopped or left there.
  let limit: InputLimit
}

/// How much of an input is repeated.
struct InputLimit {
  /// The number of moments after which to stop; `nil` for no limit.
  var moments: Int?
  /// The time after which to stop, which a move of the clock does not exceed.
  var time: Duration?
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
      let start = moments[line[depth - 1]].now
      var duration: Duration?
      if case .advance(let target) = part.input { duration = target - start }
      var limit = InputLimit(moments: part.limit)
      if end - depth < part.moments.count {
        if part.input.isMove { limit.time = moments[line[end - 1]].now - start }
        // Within an instant, only the number of moments says where the line left it.
        let isWithinInstant = moments[line[end - 1] + 1].now == moments[line[end - 1]].now
        limit.moments = limit.time == nil || isWithinInstant ? end - depth : nil
      } else if turns[turn].isPart {
        limit.time = duration
      }
      let last = result.count - 1
      result[last].inputs.append(RepeatedInput(input: part.input, duration: duration, limit: limit))
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

extension Input {
  /// Whether it lets time pass up to a point, or until nothing is due.
  fileprivate var isMove: Bool {
    switch self {
    case .advance, .run: true
    case .send, .replay, .answer, .step, .resume: false
    }
  }
}
