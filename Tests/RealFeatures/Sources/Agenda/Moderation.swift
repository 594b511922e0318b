import ComposableArchitecture
import Foundation

/// Runs a meeting: a countdown for each topic, with a bell, and a transcript.
@Reducer
struct Moderation {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared var plan: Plan
    var elapsed = 0
    var index = 0
    var isPaused = false
    var transcript = ""

    init(plan: Shared<Plan>) {
      _plan = plan
    }

    var topic: Topic? {
      plan.topics.indices.contains(index) ? plan.topics[index] : nil
    }

    var remaining: Duration {
      .seconds((topic?.minutes ?? 0) * 60 - elapsed)
    }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case endButtonTapped
    case listening(Result<String, any Error>)
    case nextButtonTapped
    case pauseButtonTapped
    case task
    case tick

    @CasePathable
    enum Alert { case discard, save }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.ringBell) var ringBell
  @Dependency(\.transcriber) var transcriber

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.save)):
        return finish(&state)

      case .alert:
        return .none

      case .endButtonTapped:
        state.alert = .end
        return .none

      case .listening(.success(let words)):
        state.transcript = words
        return .none

      case .listening(.failure):
        state.alert = AlertState {
          TextState("The transcript ended")
        } actions: {
          ButtonState(role: .cancel) { TextState("Go on without") }
          ButtonState(role: .destructive, action: .discard) { TextState("Discard the meeting") }
        }
        return .none

      case .nextButtonTapped:
        return next(&state)

      case .pauseButtonTapped:
        state.isPaused.toggle()
        return .none

      case .task:
        return .run { send in
          var permission = transcriber.permission()
          if permission == .unknown {
            permission = await transcriber.ask()
          }
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) {
                await send(.tick)
              }
            }
            if permission == .allowed {
              group.addTask { await listen(send) }
            }
          }
        }

      case .tick:
        guard !state.isPaused, state.alert == nil else { return .none }
        state.elapsed += 1
        return state.remaining <= .zero ? next(&state) : .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func next(_ state: inout State) -> Effect<Action> {
    guard state.index < state.plan.topics.count - 1 else { return finish(&state) }
    state.index += 1
    state.elapsed = 0
    return .run { _ in await ringBell() }
  }

  private func finish(_ state: inout State) -> Effect<Action> {
    state.$plan.withLock {
      $0.held.insert(now, at: 0)
      $0.topics[$0.topics.startIndex].notes = state.transcript
    }
    return .run { _ in await dismiss() }
  }

  private func listen(_ send: Send<Action>) async {
    do {
      for try await words in transcriber.listen() {
        await send(.listening(.success(words)))
      }
    } catch {
      await send(.listening(.failure(error)))
    }
  }
}

extension AlertState where Action == Moderation.Action.Alert {
  static let end = Self {
    TextState("End the meeting?")
  } actions: {
    ButtonState(action: .save) { TextState("Save") }
    ButtonState(role: .destructive, action: .discard) { TextState("Discard") }
    ButtonState(role: .cancel) { TextState("Continue") }
  } message: {
    TextState("There are topics left.")
  }
}
