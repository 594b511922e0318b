import TodoShellSessions
import Core
import Testing

@testable import TestSupport

/// The animation that an effect asks for travels with its actions.
struct AnimationTests {
  static let cases: [(TestEffect, [Animation?])] = [
    (.send("a"), [nil]),
    (.animated(.send("a"), .default), [.default]),
    (.animated(.run([.send("a"), .send("b")]), .spring), [.spring, .spring]),
    (
      .animated(.merge([.send("a"), .concatenate([.send("b"), .run([.send("c")])])]), .linear),
      [.linear, .linear, .linear]
    ),
    (.animated(.animated(.send("a"), .spring), .easeIn(duration: 2)), [.easeIn(duration: 2)]),
    (.animated(.animated(.send("a"), .spring), nil), [nil]),
    (.merge([.animated(.send("a"), .smooth), .send("b")]), [.smooth, nil]),
    (.animated(.cancellable(.run([.send("a")]), id: "x"), .bouncy), [.bouncy]),
  ]

  @Test(arguments: cases)
  func anEffectsActionsAreAnimated(_ effect: TestEffect, _ animations: [Animation?]) throws {
    let session = makeSession()
    let turn = try #require(try session.send(.effect(effect)))
    #expect(Self.animations(of: turn, in: session) == animations)
  }

  @Test func anActionSentWithAnAnimationOverridesNothingElse() throws {
    let session = Session(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        guard action == 1 else { return .none }
        return .run { send in
          await send(2, animation: .snappy)
          await send(3)
        }
      }
    }
    let turn = try #require(try session.send(1))
    #expect(Self.animations(of: turn, in: session) == [.snappy, nil])
  }

  @Test(arguments: [
    (Animation.default, "default"), (.easeInOut(duration: 0.5), "easeInOut(duration: 0.5)"),
  ])
  func anAnimationPrintsAsItIsWritten(_ animation: Animation, _ text: String) {
    #expect(animation.description == text)
    #expect(String(customDumping: animation) == "Animation.\(text)")
  }

  /// The animations of the actions that effects sent.
  private static func animations<State, Action>(
    of turn: Turn<Action>,
    in session: Session<State, Action>
  ) -> [Animation?] {
    session.moments[turn.moments].compactMap { moment -> Animation?? in
      guard case .action(_, let animation, .effect) = moment.cause else { return nil }
      return .some(animation)
    }
  }
}
