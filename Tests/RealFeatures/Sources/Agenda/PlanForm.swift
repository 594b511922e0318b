import ComposableArchitecture
import Foundation

@Reducer
struct PlanForm {
  @ObservableState
  struct State: Equatable {
    var focus: Field? = .title
    var plan: Plan

    enum Field: Hashable {
      case title
      case topic(Topic.ID)
    }

    var isValid: Bool {
      !plan.title.isEmpty && plan.topics.contains { !$0.title.isEmpty }
    }
  }

  enum Action: BindableAction {
    case addTopicButtonTapped
    case binding(BindingAction<State>)
    case deleteTopics(IndexSet)
    case moveTopics(IndexSet, Int)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addTopicButtonTapped:
        let topic = Topic(id: uuid())
        state.plan.topics.append(topic)
        state.focus = .topic(topic.id)
        return .none

      case .binding:
        return .none

      case .deleteTopics(let offsets):
        state.plan.topics.remove(atOffsets: offsets)
        state.focus = state.plan.topics.last.map { .topic($0.id) } ?? .title
        return .none

      case .moveTopics(let source, let destination):
        state.plan.topics.move(fromOffsets: source, toOffset: destination)
        return .none
      }
    }
  }
}
