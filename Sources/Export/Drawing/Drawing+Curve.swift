import TodoShellCommands
import TodoShellDebugger

extension Drawing {
  /// The curve of an answer, if it has one.
  static func curve(_ answer: (any Answer)?) -> Drawing? {
    switch answer {
    case let exploration as ExplorationAnswer: curve(exploration.curve)
    case let likelihood as LikelihoodAnswer: curve(likelihood)
    default: nil
    }
  }

  /// How the number of states grew while an exploration tried sequences. A curve that is flat at its end says that more
  /// sequences would find little.
  private static func curve(_ points: [ExplorationAnswer.Point]) -> Drawing? {
    guard let last = points.last, last.sequences > 1, last.states > 1 else { return nil }
    return curve(
      [(0, 0)] + points.map { (Double($0.sequences), Double($0.states)) },
      title: "\(last.states) states after \(counted(last.sequences, "sequence"))",
      top: "\(last.states)",
      what: "states",
      end: "\(last.sequences) sequences"
    )
  }

  /// How likely the violation was after each command of a branch.
  private static func curve(_ answer: LikelihoodAnswer) -> Drawing? {
    guard answer.stages.count > 1, let end = answer.stages.last else { return nil }
    return curve(
      answer.stages.enumerated().map { (Double($0), Double($1.violating) / Double(answer.sequences)) },
      title: "the likelihood of the violation after each command",
      top: "100%",
      what: "likelihood",
      end: "#\(end.moment.number)"
    )
  }

  /// A curve whose last point is at the right, and its highest at the top.
  private static func curve(
    _ points: [(x: Double, y: Double)],
    title: String,
    top highest: String,
    what: String,
    end: String
  ) -> Drawing {
    var drawing = Drawing(width: 480, height: 150, title: title)
    let left = 56.0
    let right = 460.0
    let top = 14.0
    let bottom = 120.0
    let width = points.map(\.x).max() ?? 1
    let height = points.map(\.y).max() ?? 1
    drawing.line(from: (left, bottom), to: (right, bottom), .line)
    drawing.line(from: (left, top), to: (left, bottom), .line)
    drawing.line(from: (left, top), to: (right, top), .line, isDashed: true)
    drawing.text(highest, at: (left - 6, top + 4), .text, .end)
    drawing.text("0", at: (left - 6, bottom + 4), .text, .end)
    drawing.text(what, at: (left + 6, top + 14))
    drawing.text(end, at: (right, bottom + 18), .text, .end)
    drawing.polyline(
      points.map { (left + $0.x / width * (right - left), bottom - $0.y / height * (bottom - top)) },
      .accent
    )
    return drawing
  }
}
