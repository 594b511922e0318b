import Core
import TestSupport
import Testing

/// The law of a session: after any inputs and any travelling, it is as a new session that was given only what lies on
/// the path to where it stands.
struct LawTests {
  @Test(arguments: 0..<40)
  func travellingLeavesNoTrace(block: UInt64) throws {
    for seed in (block * 100)..<(block * 100 + 100) {
      try checkLaw(seed: seed)
    }
  }

  private func checkLaw(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let session = makeSession(seed: seed)
    var commands: [Command] = []
    for _ in 0..<Int.random(in: 1...14, using: &generator) {
      let command = Command.random(using: &generator)
      commands.append(command)
      try command.perform(in: session)
    }
    let fresh = makeSession(seed: seed)
    try session.replayPath(in: fresh)
    #expect(
      Snapshot(session) == Snapshot(fresh),
      "seed \(seed): \(commands.map(String.init(describing:)).joined(separator: "\n"))"
    )
    // What is in flight must not only look the same but go on the same.
    try session.send(.effect(.run([.sendUUID, .sendRandom, .sendDate])))
    try session.run()
    try fresh.send(.effect(.run([.sendUUID, .sendRandom, .sendDate])))
    try fresh.run()
    #expect(
      Snapshot(session) == Snapshot(fresh),
      "seed \(seed), afterwards: \(commands.map(String.init(describing:)).joined(separator: "\n"))"
    )
  }

  enum Command {
    case send(Probe.Action), turn([Probe.Action]), advance(Int), run, step
    case undo(Int), redo(Int), back(Int), forward(Int), goto(Double)

    static func random(using generator: inout some RandomNumberGenerator) -> Command {
      let small = Int.random(in: 1...3, using: &generator)
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<6: return .send(.effect(.random(depth: 3, using: &generator)))
      case 6: return .turn([.note("a"), .effect(.random(depth: 2, using: &generator)), .note("b")])
      case 7..<10: return .advance(Int.random(in: 0...40, using: &generator))
      case 10: return .run
      case 11..<13: return .step
      case 13..<15: return .undo(small)
      case 15..<17: return .redo(small)
      case 17: return .back(small)
      case 18: return .forward(small)
      default: return .goto(Double.random(in: 0..<1, using: &generator))
      }
    }

    func perform(in session: ProbeSession) throws {
      do {
        switch self {
        case .send(let action): try session.send(action)
        case .turn(let actions): try session.turn { turn in actions.forEach(turn.send) }
        case .advance(let milliseconds): try session.advance(by: .milliseconds(milliseconds))
        case .run: try session.run()
        case .step: try session.step()
        case .undo(let count): try session.undo(count)
        case .redo(let count): try session.redo(count)
        case .back(let count): try session.back(count)
        case .forward(let count): try session.forward(count)
        case .goto(let place): try session.goto(moment: Int(Double(session.moments.count) * place))
        }
      } catch SessionError.cannotUndo, SessionError.cannotRedo, SessionError.cannotGoBack,
        SessionError.cannotGoForward
      {
        // Travelling too far is refused: then nothing is to have happened.
      }
    }
  }

  /// What is to be the same, with moments named by their place on the line.
  struct Snapshot: Equatable {
    let state: Probe.State
    let now: Duration
    let effects: [String]
    let issues: [SessionIssue]

    init(_ session: ProbeSession) {
      state = session.state
      now = session.now
      let depths = Dictionary(uniqueKeysWithValues: zip(session.line, 0...))
      effects = session.effects.map {
        "\($0.id) of \(depths[$0.moment] ?? -1) \($0.cancelIDs) until \($0.deadline, default: "-")"
      }
      issues = session.moment.issues
    }
  }
}
