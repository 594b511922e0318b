import Core

/// One todo of a list.
@Reducer
struct Todo {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    let id: UUID
    var description = ""
    var isComplete = false
  }

  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
  }
}
