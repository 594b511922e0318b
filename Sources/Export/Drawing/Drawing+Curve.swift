import Debugger

extension Drawing {
  /// How the number of states grew while an exploration tried sequences. A curve that is flat at its end says that more
  /// sequences would find little.
  static func curve(_ points: [ExplorationAnswer.Point]) -> Drawing? {
    guard let last = points.last, last.sequences > 1, last.states > 1 else { return nil }
    var drawing = Drawing(
      width: 480,
      height: 150,
      title: "\(last.states) states after \(counted(last.sequences, "sequence"))"
    )
    let (left, right, top, bottom) = (56.0, 460.0, 14.0, 120.0)
    func x(_ sequences: Int) -> Double { left + Double(sequences) / Double(last.sequences) * (right - left) }
    func y(_ states: Int) -> Double { bottom - Double(states) / Double(last.states) * (bottom - top) }
    drawing.line(from: (left, bottom), to: (right, bottom), .line)
    drawing.line(from: (left, top), to: (left, bottom), .line)
    drawing.line(from: (left, top), to: (right, top), .line, isDashed: true)
    drawing.text("\(last.states)", at: (left - 6, top + 4), .text, .end)
    drawing.text("0", at: (left - 6, bottom + 4), .text, .end)
    drawing.text("states", at: (left + 6, top + 14))
    drawing.text("\(last.sequences) sequences", at: (right, bottom + 18), .text, .end)
    drawing.polyline(
      ([(0, 0)] + points.map { ($0.sequences, $0.states) }).map { (x($0.0), y($0.1)) },
      .accent
    )
    return drawing
  }
}
