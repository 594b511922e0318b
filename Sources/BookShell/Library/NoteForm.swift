import Core

/// A sheet for writing a note.
@Reducer
struct NoteForm {
  @ObservableState
  struct State: Equatable, Sendable {
    var text = ""
  }

  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case saveButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { _, action in
      switch action {
      case .binding: .none
      case .saveButtonTapped: .run { _ in await dismiss() }
      }
    }
  }
}
