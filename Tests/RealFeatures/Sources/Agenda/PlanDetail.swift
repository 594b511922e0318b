import ComposableArchitecture
import Foundation

@Reducer
struct PlanDetail {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(PlanForm)

    @CasePathable
    enum Alert { case delete, startAnyway }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared var plan: Plan

    init(plan: Shared<Plan>) {
      _plan = plan
    }
  }

  enum Action {
    case cancelEditButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case doneButtonTapped
    case editButtonTapped
    case startButtonTapped

    @CasePathable
    enum Delegate {
      case start(Shared<Plan>)
    }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.transcriber.permission) var permission
  @Shared(.plans) var plans

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelEditButtonTapped:
        state.destination = nil
        return .none

      case .delegate:
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.delete)
        return .none

      case .destination(.presented(.alert(.delete))):
        let id = state.plan.id
        $plans.withLock { _ = $0.remove(id: id) }
        return .run { _ in await dismiss() }

      case .destination(.presented(.alert(.startAnyway))):
        return .send(.delegate(.start(state.$plan)))

      case .destination:
        return .none

      case .doneButtonTapped:
        guard let edited = state.destination?.edit?.plan else { return .none }
        state.$plan.withLock { $0 = edited }
        state.destination = nil
        return .none

      case .editButtonTapped:
        state.destination = .edit(PlanForm.State(plan: state.plan))
        return .none

      case .startButtonTapped:
        guard permission() != .denied else {
          state.destination = .alert(.noMicrophone)
          return .none
        }
        return .send(.delegate(.start(state.$plan)))
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension PlanDetail.Destination.State: Equatable {}

extension AlertState where Action == PlanDetail.Destination.Alert {
  static let delete = Self {
    TextState("Delete this plan?")
  } actions: {
    ButtonState(role: .destructive, action: .send(.delete, animation: .default)) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Keep") }
  }

  static let noMicrophone = Self {
    TextState("No microphone")
  } actions: {
    ButtonState(action: .startAnyway) { TextState("Start without a transcript") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  }
}
