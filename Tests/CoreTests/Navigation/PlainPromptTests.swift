import Core
import Testing

/// Alerts and dialogs in plain optionals, without `@Presents`.
struct PlainPromptTests {
  @Reducer
  fileprivate struct Feature {
    @ObservableState
    struct State: Equatable {
      var alert: AlertState<Answer>?
      var dialog: ConfirmationDialogState<Answer>?
      var answers: [Answer] = []
    }

    enum Answer: Equatable, Sendable { case yes, again }

    @CasePathable
    enum Action: Equatable, Sendable {
      case alert(Answer)
      case dialog(Answer)
      case ask
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask:
          state.alert = AlertState { TextState("Sure?") }
          state.dialog = ConfirmationDialogState { TextState("Sure?") }
        case .alert(let answer):
          #expect(state.alert != nil)
          state.answers.append(answer)
          if answer == .again { state.alert = AlertState { TextState("Really?") } }
        case .dialog(let answer):
          state.answers.append(answer)
        }
        return .none
      }
      .ifLet(\.alert, action: \.alert) { EmptyReducer() }
      .ifLet(\.dialog, action: \.dialog) { EmptyReducer() }
    }
  }

  @Test func anAnswerClearsThem() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.ask) {
      $0.alert = AlertState { TextState("Sure?") }
      $0.dialog = ConfirmationDialogState { TextState("Sure?") }
    }
    await store.send(.alert(.yes)) {
      $0.alert = nil
      $0.answers = [.yes]
    }
    await store.send(.dialog(.yes)) {
      $0.dialog = nil
      $0.answers = [.yes, .yes]
    }
  }

  @Test func aNewQuestionInPlaceOfTheAnsweredOneStays() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    store.exhaustivity = .off
    await store.send(.ask)
    await store.send(.alert(.again)) { $0.alert = AlertState { TextState("Really?") } }
  }
}
