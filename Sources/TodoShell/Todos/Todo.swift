import Core
import Foundation

/// One todo of a list.
struct Todo: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: UUID
    var description = ""
    var isComplete = false
  }

  enum Action: BindableAction, CasePathable, Equatable, Sendable {
    case binding(BindingAction<State>)

    struct AllCasePaths: BindingCasePaths {
      var binding: AnyCasePath<Action, BindingAction<State>> {
        AnyCasePath(
          embed: { .binding($0) },
          extract: { if case .binding(let binding) = $0 { binding } else { nil } }
        )
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
  }
}
