import TodoShellSessions
import Core
import Testing

extension Session {
  /// Gives a new session what lies on the path to this one's current moment, and nothing else.
  func replayPath(in fresh: Session) throws {
    var rest = line.prefix(line.currentIndex + 1).dropFirst()
    while let first = rest.first {
      let turn = turns[try #require(moments[first].turn)]
      let part = try #require(turn.inputs.first { $0.moments.contains(first) })
      let count = rest.prefix { part.moments.contains($0) }.count
      fresh.momentLimit = count
      switch part.input {
      case .send(let action): try fresh.send(action)
      case .replay(let action, let drawn, let isOfEffect):
        try fresh.replay(action, drawing: drawn, isOfEffect: isOfEffect)
      case .advance(let time): try fresh.advance(by: time - fresh.now)
      case .run: try fresh.run()
      case .step: try fresh.step()
      case .resume(let position): try fresh.resume(effectAt: position)
      case .answer(let answer): try fresh.turn { $0.answer(answer) }
      }
      rest = rest.dropFirst(count)
    }
    fresh.momentLimit = 100_000
  }
}
