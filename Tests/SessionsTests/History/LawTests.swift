import Foundation
import Testing

@testable import Core
@testable import TestSupport
@testable import TodoShellSessions

/// The law of a session: after any inputs, any travelling and any what-if, it is as a new session that was given only
/// what lies on the path to where it stands.
struct LawTests {
  private static let blocks: UInt64 = 20
  private static let runs = UInt64(rounds(125))

  @Test(arguments: 0..<blocks)
  func travellingAndTryingOutLeaveNoTrace(block: UInt64) throws {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) {
      try checkLaw(seed: seed)
    }
  }

  private func checkLaw(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let session = makeSession(seed: seed)
    var commands: [LawCommand] = []
    for _ in 0..<Int.random(in: 1...16, using: &generator) {
      let command = LawCommand.random(using: &generator)
      commands.append(command)
      try check(command, in: session, seed: seed, using: &generator)
    }
    let history: Comment = "seed \(seed): \(commands.map(String.init(describing:)).joined(separator: "\n"))"
    let fresh = makeSession(seed: seed)
    for turn in LawPath(session, upToCurrent: true, cutting: true).turns { try turn.perform(in: fresh) }
    #expect(Snapshot(session) == Snapshot(fresh), history)
    // What is in flight must not only look the same but go on the same.
    for session in [session, fresh] {
      try session.send(.probe(.effect(.run([.sendUUID, .sendRandom, .sendDate]))))
      try session.run()
    }
    #expect(Snapshot(session) == Snapshot(fresh), history)
    #expect(try session.verify() == nil, history)
  }

  /// Performs a command; one that is refused has done nothing, and one that tries something out has led to where a new
  /// session comes to that is given the changed commands.
  private func check(
    _ command: LawCommand,
    in session: LawSession,
    seed: UInt64,
    using generator: inout SeededGenerator
  ) throws {
    let (before, line, path) = (Snapshot(session), Array(session.line), LawPath(session))
    let count = session.moments.count
    do {
      guard let surviving = try command.perform(in: session, path: path, using: &generator) else { return }
      let fresh = makeSession(seed: seed)
      for turn in surviving.turns { try turn.perform(in: fresh) }
      #expect(Snapshot(session) == Snapshot(fresh), "seed \(seed): \(command)")
      #expect(session.line.currentIndex == session.line.count - 1)
      #expect(Array(session.line) == session.line.indices.map { session.line[$0] })
      let tip = session.moment.number
      try session.jumpBack()
      #expect(Snapshot(session) == before, "seed \(seed): \(command) has touched the original")
      #expect(Array(session.line) == line)
      if Bool.random(using: &generator) { try session.goto(moment: tip) }
    } catch let error as SessionError {
      if case .diverged = error { throw error }
      #expect(Snapshot(session) == before, "seed \(seed): \(command) was refused: \(error)")
      #expect(session.moments.count == count)
      #expect(Array(session.line) == line)
    }
  }

  private func makeSession(seed: UInt64) -> LawSession {
    let session = Session(initialState: LawFeature.State(), seed: seed) { LawFeature() }
    // A record that keeps few states is as one that keeps all.
    if seed % 3 == 0 { session.stateLimit = 1 + Int(seed % 4) }
    return session
  }

  /// What is to be the same, with moments named by their place on the line.
  struct Snapshot: Equatable {
    let state: String
    let now: Duration
    let effects: [String]
    let answers: [String]
    let issues: [SessionIssue]

    init(_ session: LawSession) {
      state = String(customDumping: session.state)
      now = session.now
      let depths = Dictionary(uniqueKeysWithValues: zip(session.line, 0...))
      effects = session.effects.map {
        "\($0.id) of \(depths[$0.moment] ?? -1) \($0.cancelIDs) until \($0.deadline, default: "-")"
      }
      answers = session.moment.answers.map { "\($0.answer), \($0.used)" }
      issues = session.moment.issues
    }
  }
}

/// What was done on a line, as a list that can be changed and done again by a session that knows nothing of the first.
struct LawPath {
  struct Turn {
    let first: Int
    let last: Int
    var inputs: [(input: Input<LawFeature.Action>, duration: Duration?, limit: Int?)] = []

    func perform(in session: LawSession) throws {
      for (input, duration, limit) in inputs {
        session.momentLimit = limit ?? 100_000
        defer { session.momentLimit = 100_000 }
        switch input {
        case .send(let action): try session.send(action)
        case .replay(let action, let drawn, let isOfEffect):
          try session.replay(action, drawing: drawn, isOfEffect: isOfEffect)
        case .advance: try session.advance(by: duration ?? .zero)
        case .run:
          if let duration { try session.advance(by: duration) } else { try session.run() }
        case .step: try session.step()
        case .resume(let position): try session.resume(effectAt: position)
        case .answer(let answer): try session.turn { $0.answer(answer) }
        }
      }
    }
  }

  var turns: [Turn] = []

  /// - Parameters:
  ///   - session: A session.
  ///   - upToCurrent: Whether to leave out what comes after the current moment.
  ///   - cutting: Whether each input is to make as many moments as it made, and no more.
  init(_ session: LawSession, upToCurrent: Bool = false, cutting: Bool = false) {
    var rest = session.line.prefix(upToCurrent ? session.line.currentIndex + 1 : .max).dropFirst()
    var lastTurn: Int?
    while let first = rest.first, let number = session.moments[first].turn,
      let part = session.turns[number].inputs.first(where: { $0.moments.contains(first) })
    {
      let moments = rest.prefix { part.moments.contains($0) }
      if lastTurn != number { turns.append(Turn(first: first, last: first)) }
      lastTurn = number
      let start = session.moments[session.moments[first].parent ?? 0].now
      let last = moments.last ?? first
      var duration: Duration?
      if case .advance(let target) = part.input { duration = target - start }
      var isCut = cutting
      if moments.count < part.moments.count {
        // Time goes as far as on the line, however many moments that takes now.
        let isWithinInstant = session.moments[last + 1].now == session.moments[last].now
        switch part.input {
        case .advance, .run:
          duration = session.moments[last].now - start
          isCut = isCut || isWithinInstant
        default: isCut = true
        }
      }
      var inputs = turns[turns.count - 1].inputs
      inputs.append((part.input, duration, isCut ? moments.count : part.limit))
      let turn = turns[turns.count - 1]
      turns[turns.count - 1] = Turn(first: turn.first, last: moments.last ?? first, inputs: inputs)
      rest = rest.dropFirst(moments.count)
    }
    if !cutting { insertSilentTurns(of: session) }
  }

  /// What came to nothing when it was done again is still something that was done.
  private mutating func insertSilentTurns(of session: LawSession) {
    let line = Array(session.line)
    for silent in session.core.timeline.leftOut {
      let depth = line.firstIndex(of: silent.after) ?? 0
      let index = turns.firstIndex { turn in turn.first >= 0 && (line.firstIndex(of: turn.first) ?? 0) > depth
      }
      let turn = Turn(
        first: -1,
        last: -1,
        inputs: silent.inputs.map { (Input($0.input), $0.limit.time ?? $0.duration, $0.limit.moments) }
      )
      turns.insert(turn, at: index ?? turns.count)
    }
  }
}

enum LawCommand {
  case send(LawFeature.Action), turn([LawFeature.Action]), advance(Int), run, step, stopped(Int)
  case undo(Int), redo(Int), back(Int), forward(Int), goto(Double), earlier(Int), later(Int),
    jumpBack
  case mark(Double), gotoMark, verify
  case skip(Double), skipAndUnskip(Double), amend(Double, LawFeature.Action), move(Double, Double)
  case answer(String, [DependencyAnswer.Outcome])

  static func random(using generator: inout some RandomNumberGenerator) -> LawCommand {
    let small = Int.random(in: 1...3, using: &generator)
    let time = Int.random(in: 0...40, using: &generator)
    let place = Double.random(in: 0..<1, using: &generator)
    let outcomes: [DependencyAnswer.Outcome] = [.value(UUID(Int(time))), .value(UUID(0)), .original]
    switch Int.random(in: 0..<35, using: &generator) {
    case 0..<8: return .send(.random(using: &generator))
    case 8: return .turn((0..<3).map { _ in .random(using: &generator) })
    case 9..<12: return .advance(time)
    case 12: return .run
    case 13: return .step
    case 14: return .stopped(small)
    case 15..<17: return .undo(small)
    case 17: return .redo(small)
    case 18: return .back(small)
    case 19: return .forward(small)
    case 20: return .goto(place)
    case 21: return .earlier(time)
    case 22: return .later(time)
    case 23: return .jumpBack
    case 24: return .mark(place)
    case 25: return .gotoMark
    case 26: return .verify
    case 27, 28: return .skip(place)
    case 29: return .skipAndUnskip(place)
    case 30: return .amend(place, .random(using: &generator))
    case 31: return .answer("uuid", Array(outcomes.prefix(small)))
    case 32: return .answer("uuid", [.original])
    case 33: return .answer("date.now", [.value(Date(timeIntervalSinceReferenceDate: place))])
    default: return .move(place, Double.random(in: 0..<1, using: &generator))
    }
  }

  /// - Returns: For what tries something out, what a new session is to be given to come to the same end.
  func perform(
    in session: LawSession,
    path: LawPath,
    using generator: inout SeededGenerator
  ) throws -> LawPath? {
    switch self {
    case .send(let action): try session.send(action)
    case .turn(let actions): try session.turn { turn in actions.forEach(turn.send) }
    case .advance(let milliseconds): try session.advance(by: .milliseconds(milliseconds))
    case .run: try session.run()
    case .step: try session.step()
    case .stopped(let count):
      let last = session.moments.count + count
      session.policy.shouldStop = { $0.number >= last }
      defer { session.policy.shouldStop = { _ in false } }
      try session.advance(by: .milliseconds(50))
    case .undo(let count): try session.undo(count)
    case .redo(let count): try session.redo(count)
    case .back(let count): try session.go(by: -count)
    case .forward(let count): try session.go(by: count)
    case .goto(let place): try session.goto(moment: Int(Double(session.moments.count) * place))
    case .earlier(let milliseconds): try session.go(by: .milliseconds(-milliseconds))
    case .later(let milliseconds): try session.go(by: .milliseconds(milliseconds))
    case .jumpBack: try session.jumpBack()
    case .mark(let place): try session.mark("m", at: Int(Double(session.moments.count) * place))
    case .gotoMark: try session.goto(moment: try session.moment(marked: "m"))
    case .verify: #expect(try session.verify() == nil)
    case .answer(let path, let outcomes):
      let function = try #require(session.endpoints.first { $0.path == path })
      try session.turn { $0.answer(DependencyAnswer(of: function, outcomes, text: "\(outcomes)")) }
    default: return try tryOut(in: session, path: path)
    }
    return nil
  }

  private func tryOut(in session: LawSession, path: LawPath) throws -> LawPath? {
    var path = path
    func index(_ place: Double) -> Int { Int(Double(path.turns.count) * place) }
    guard !path.turns.isEmpty else { return nil }
    switch self {
    case .skip(let place):
      let turn = path.turns.remove(at: index(place))
      try session.skip(turnOf: turn.last)
    case .skipAndUnskip(let place):
      let turn = path.turns[index(place)]
      // Of a turn that the line left in its middle, all comes back.
      let whole = session.moments[turn.first].turn.map { session.turns[$0].moments }
      guard whole?.last == turn.last else { return nil }
      try session.skip(turnOf: turn.first)
      try session.unskip(turnOf: turn.last)
      // Only one movement is taken back by the test.
      let tip = session.moment.number
      try session.jumpBack()
      try session.jumpBack()
      try session.goto(moment: tip)
    case .amend(let place, let action):
      let index = index(place)
      let turn = path.turns[index]
      try session.amend(turnOf: turn.first) { try session.send(action) }
      path.turns[index] = LawPath.Turn(first: 0, last: 0, inputs: [(.send(action), nil, nil)])
    case .move(let source, let destination):
      let (source, destination) = (index(source), index(destination))
      try session.move(turnOf: path.turns[source].first, before: path.turns[destination].last)
      let turn = path.turns.remove(at: source)
      path.turns.insert(turn, at: source < destination ? destination - 1 : destination)
    default: break
    }
    return path
  }
}
