import Core
import TodoShellDebugger

extension Drawing {
  /// The maximum number of lanes; only the latest effects are drawn.
  private static let mostLanes = 30
  private static let mostMoments = 2_000
  private static let laneHeight = 22.0
  private static let gutter = 200.0

  /// Effects as lanes over virtual time, or over the moments if no time has passed.
  ///
  /// - Parameters:
  ///   - numbers: The moments to draw, in order.
  /// - Returns: `nil` if no effect was in flight.
  /// - Complexity: O(*n* · *k*) in the numbers of drawn moments and of effects in flight.
  static func lanes(of session: AnySession, along numbers: some BidirectionalCollection<Int>) -> Drawing? {
    let isWhole = numbers.count <= mostMoments
    var table = EffectTable()
    let moments = numbers.suffix(mostMoments).enumerated().map { place, number in
      let moment = session.moments[number]
      // What is in flight at the beginning began there, as far as the drawing shows.
      let before = place == 0 ? session.moments[0] : session.before(moment)
      return ExportedMoment(moment, EffectChanges(from: before, to: moment), in: session, &table)
    }
    let tracks = EffectTrack.tracks(of: table.all, at: moments)
    guard moments.count > 1, !tracks.isEmpty else { return nil }
    let drawn = tracks.suffix(mostLanes)
    let isCut = !isWhole || drawn.count < tracks.count
    let height = 48 + laneHeight * Double(drawn.count) + (isCut ? 18 : 0)
    var drawing = Drawing(
      width: 780,
      height: height,
      title: "\(counted(tracks.count, "effect")) over virtual time"
    )
    let axis = LaneAxis(moments, from: gutter + 8, to: 768)
    drawing.drawAxis(axis, height: height)
    for (lane, track) in drawn.enumerated() { drawing.draw(track, axis, at: 52 + laneHeight * Double(lane)) }
    if isCut {
      drawing.text(
        "the last \(drawn.count) effects of \(counted(moments.count, "moment"))",
        at: (4, height - 6)
      )
    }
    return drawing
  }

  private mutating func drawAxis(_ axis: LaneAxis, height: Double) {
    for (place, label) in axis.ticks {
      let isLast = place > axis.right - 30
      line(from: (place, 16), to: (place, height), .line, width: 0.4)
      text(label, at: (place, 11), .text, isLast ? .end : place < axis.left + 30 ? .start : .middle)
    }
    text("moments", at: (4, 30))
    var last = -Double.infinity
    for moment in axis.moments where axis.x(of: moment.number) - last >= 1 {
      let place = axis.x(of: moment.number)
      circle(at: (place, 26), radius: 2.5, .accent, title: "#\(moment.number) \(moment.summary.event)")
      last = place
    }
  }

  private mutating func draw(_ track: EffectTrack, _ axis: LaneAxis, at y: Double) {
    text(track.name.elided(to: 27), at: (4, y + 4))
    let from = axis.x(of: track.effect.moment)
    let to = max(track.ends.first.map(axis.x(of:)) ?? axis.right, from + 2)
    line(from: (from, y), to: (to, y), .line, width: 2)
    for sleep in track.naps {
      let until = sleep.end.map(axis.x(of:)) ?? axis.x(at: sleep.deadline)
      line(from: (axis.x(of: sleep.start), y), to: (min(until, axis.right), y), .waiting, width: 4)
    }
    line(from: (from, y - 6), to: (from, y + 6), .accent, width: 2)
    for number in track.sends {
      let x = axis.x(of: number)
      shape(
        "M\(Int(x) - 4) \(Int(y) + 4)L\(Int(x)) \(Int(y) - 5)L\(Int(x) + 4) \(Int(y) + 4)Z",
        fill: .added,
        title: "sends #\(number)"
      )
    }
    for number in track.cancellations.map(\.moment) {
      let x = Int(axis.x(of: number))
      shape(
        "M\(x - 4) \(Int(y) - 4)l8 8m0 -8l-8 8",
        stroke: .removed,
        title: "cancelled at #\(number)"
      )
    }
  }
}

/// The axis of lanes: virtual time, or the moments if no time passes.
private struct LaneAxis {
  let moments: [ExportedMoment]
  let left: Double
  let right: Double
  private let start: Duration
  private let end: Duration
  private let places: [Int: Int]
  private var isByTime: Bool { start < end }

  init(_ moments: [ExportedMoment], from left: Double, to right: Double) {
    self.moments = moments
    self.left = left
    self.right = right
    start = moments.first?.time ?? .zero
    end = moments.last?.time ?? .zero
    places = Dictionary(uniqueKeysWithValues: zip(moments.map(\.number), moments.indices))
  }

  /// The place of a moment; that of the first one if it was before.
  func x(of number: Int) -> Double {
    let place = places[number] ?? 0
    return isByTime
      ? x(at: moments[place].time)
      : left + Double(place) / Double(max(moments.count - 1, 1)) * (right - left)
  }

  func x(at time: Duration) -> Double {
    isByTime ? left + min(max((time - start) / (end - start), 0), 1) * (right - left) : right
  }

  /// The places and labels of a few ticks.
  var ticks: [(place: Double, label: String)] {
    guard isByTime else {
      return stride(from: 0, to: moments.count, by: max(1, (moments.count - 1) / 6)).map {
        (x(of: moments[$0].number), "#\(moments[$0].number)")
      }
    }
    let step = Duration.betweenMarks(atLeast: (end - start) / 6)
    var ticks: [(Double, String)] = []
    // Adding steps is exact; a large number of them would not be.
    var time = step * Int((start / step).rounded(.up))
    while time <= end {
      if time >= start { ticks.append((x(at: time), time == .zero ? "0s" : "+\(time.formatted)")) }
      time += step
    }
    return ticks
  }
}
