import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// The law of a session, where children come and go, are asked and answered, and write to what they share.
struct NavigationLawTests {
  typealias AppSession = Session<LawApp.State, LawApp.Action>

  private func makeSession() -> AppSession { Session(initialState: LawApp.State()) { LawApp() } }

  private static let blocks: UInt64 = 20
  private static let runs = UInt64(rounds(25))

  @Test(arguments: 0..<blocks)
  func travellingLeavesNoTrace(block: UInt64) throws {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) { try checkLaw(seed: seed) }
  }

  private func checkLaw(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let session = makeSession()
    var commands: [Command] = []
    for _ in 0..<Int.random(in: 5...30, using: &generator) {
      let command = Command.random(in: session, using: &generator)
      commands.append(command)
      try command.perform(in: session)
    }
    let fresh = makeSession()
    try session.replayPath(in: fresh)
    let list = commands.map(String.init(describing:)).joined(separator: "\n")
    #expect(difference(session, fresh) == nil, "seed \(seed): \(list)")
    // What is in flight must not only look the same but go on the same.
    for session in [session, fresh] {
      try session.send(.append)
      try session.advance(by: .milliseconds(50))
    }
    #expect(difference(session, fresh) == nil, "seed \(seed), afterwards: \(list)")
  }

  private func difference(_ session: AppSession, _ fresh: AppSession) -> String? {
    diff(transcript(session), transcript(fresh))
  }

  /// All that can be seen of the moments up to the current one, those named by their places on the line.
  private func transcript(_ session: AppSession) -> [String] {
    let depths = Dictionary(uniqueKeysWithValues: zip(session.line, 0...))
    return session.line.prefix(session.line.currentIndex + 1).map { number in
      let moment = session.moments[number]
      let effects = moment.effects.map {
        "\($0.id) of \(depths[$0.moment] ?? -1) \($0.cancelIDs) until \($0.deadline, default: "-")"
      }
      let state = moment.withState { String(customDumping: $0) }
      let presented = session.presentations(at: moment).map { "\($0.style) \($0.path)" }
      return "\(moment.now) \(state) \(effects) \(presented) \(moment.issues.map(\.message))"
    } + [String(customDumping: session.state)]
  }

  @Test func noCommandReportsAnIssue() throws {
    for seed in 1000..<1040 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let session = makeSession()
      for _ in 0..<30 { try Command.random(in: session, using: &generator).perform(in: session) }
      #expect(session.moments.flatMap(\.issues).map(\.message) == [], "seed \(seed)")
    }
  }

  enum Command {
    case send(LawApp.Action), advance(Int), step
    case undo(Int), redo(Int), back(Int), forward(Int), goto(Int)

    /// A command that makes sense where the session stands.
    static func random(in session: AppSession, using generator: inout SeededGenerator) -> Command {
      let small = Int.random(in: 1...3, using: &generator)
      switch Int.random(in: 0..<24, using: &generator) {
      case 0..<11: return .send(randomAction(in: session, using: &generator))
      case 11..<14: return .advance(Int.random(in: 0...25, using: &generator))
      case 14: return .step
      case 15..<18: return .undo(small)
      case 18..<20: return .redo(small)
      case 20: return .back(small)
      case 21: return .forward(small)
      default: return .goto(Int.random(in: 0..<session.moments.count, using: &generator))
      }
    }

    /// An action that is for someone: the whole, a child that is there, or what it presents.
    private static func randomAction(
      in session: AppSession,
      using generator: inout SeededGenerator
    ) -> LawApp.Action {
      let presentations = session.presentations(at: session.moment)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<2:
        let push = StackActionOf<LawApp.Path>.push(id: session.state.path.nextID, state: .plain(.init()))
        return [.append, .present, .swap, .path(push), .clear].randomElement(using: &generator) ?? .append
      case 2: return presentations.randomElement(using: &generator)?.dismissal ?? .append
      case 3..<5:
        let buttons = presentations.flatMap { $0.prompt?.buttons ?? [] }
        return buttons.randomElement(using: &generator)?.action ?? .present
      default: return screenAction(in: session.state, using: &generator)
      }
    }

    private static func screenAction(
      in state: LawApp.State,
      using generator: inout SeededGenerator
    ) -> LawApp.Action {
      let plain: [LawScreen.Action] = [
        .askWithAlert, .askWithDialog, .close, .show, .tap, .tapLater, .tick, .tick,
      ]
      let leaf: [LawLeaf.Action] = [.close, .observe, .observe, .tapLater]
      func action(of screen: LawScreen.State) -> LawScreen.Action {
        guard screen.destination?.is(\.leaf) == true, Bool.random(using: &generator) else {
          return plain.randomElement(using: &generator) ?? .tap
        }
        return .destination(.presented(.leaf(leaf.randomElement(using: &generator) ?? .close)))
      }
      let place = Int.random(in: 0...state.path.count, using: &generator)
      guard place < state.path.count else {
        return state.sheet.map { .sheet(.presented(action(of: $0))) } ?? .present
      }
      switch state.path[place] {
      case .plain:
        let action = [LeafScreen.Action.start, .closeButtonTapped].randomElement(using: &generator) ?? .start
        return .path(.element(id: state.path.ids[place], action: .plain(action)))
      case .list(let screen):
        return .path(.element(id: state.path.ids[place], action: .list(action(of: screen))))
      case .detail(let screen):
        return .path(.element(id: state.path.ids[place], action: .detail(action(of: screen))))
      }
    }

    func perform(in session: AppSession) throws {
      do {
        switch self {
        case .send(let action): try session.send(action)
        case .advance(let milliseconds): try session.advance(by: .milliseconds(milliseconds))
        case .step: try session.step()
        case .undo(let count): try session.undo(count)
        case .redo(let count): try session.redo(count)
        case .back(let count): try session.go(by: -count)
        case .forward(let count): try session.go(by: count)
        case .goto(let moment): try session.goto(moment: moment)
        }
      } catch SessionError.cannotUndo, SessionError.cannotRedo, SessionError.noMoment {
        // Travelling too far is refused: then nothing is to have happened.
      }
    }
  }
}
