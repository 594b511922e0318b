import Core
import TodoShellCommands

/// A feature that asks: at once, after a while, and again.
@Reducer
struct Asker {
  @CasePathable
  enum Answer: Equatable, Sendable { case again, yes }

  @ObservableState
  struct State: Equatable, Sendable {
    var answers = 0
    @Presents var alert: AlertState<Answer>?
  }

  enum Action: Equatable, Sendable {
    case alert(PresentationAction<Answer>)
    case ask, askLater
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask, .alert(.presented(.again)):
        state.alert = .deletion
        return .none
      case .askLater:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.ask)
        }
      case .alert(.presented(.yes)):
        state.answers += 1
        return .none
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState<Asker.Answer> {
  /// An alert of its own each time, so that one can follow another that reads the same.
  static var deletion: Self {
    AlertState {
      TextState("Delete it?")
    } actions: {
      ButtonState(role: .destructive, action: .yes) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
      ButtonState(action: .again) { TextState("Not sure") }
    } message: {
      TextState("This cannot be undone.")
    }
  }
}

extension Vocabulary<Asker.State, Asker.Action> {
  static var asker: Self {
    Vocabulary("Asker") {
      Command("ask", summary: "Ask") { turn in turn.send(.ask) }
      Command("soon", summary: "Ask in a second") { turn in turn.send(.askLater) }
    }
  }
}
