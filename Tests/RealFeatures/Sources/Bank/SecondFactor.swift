import ComposableArchitecture

@Reducer
struct SecondFactor {
  @ObservableState
  struct State: Equatable {
    let challenge: String
    var code = ""
    var error: BankError?
    var isConfirming = false
    var secondsUntilNextCode = 30

    var canConfirm: Bool { code.count == 6 && !isConfirming }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case confirmButtonTapped
    case confirmResponse(Result<Session, BankError>)
    case delegate(Delegate)
    case sendAgainButtonTapped
    case task
    case tick

    @CasePathable
    enum Delegate {
      case confirmed(Session)
      case locked
    }
  }

  enum CancelID { case countdown }

  @Dependency(\.bankClient) var bankClient
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.code):
        state.code = String(state.code.filter(\.isNumber).prefix(6))
        state.error = nil
        return .none

      case .binding, .delegate:
        return .none

      case .confirmButtonTapped:
        guard state.canConfirm else { return .none }
        state.isConfirming = true
        return .run { [code = state.code, challenge = state.challenge] send in
          do {
            let session = try await bankClient.confirm(code: code, challenge: challenge)
            await send(.confirmResponse(.success(session)))
          } catch let error as BankError {
            await send(.confirmResponse(.failure(error)))
          }
        }

      case .confirmResponse(.success(let session)):
        state.isConfirming = false
        return .send(.delegate(.confirmed(session)))

      case .confirmResponse(.failure(.locked)):
        return .send(.delegate(.locked))

      case .confirmResponse(.failure(let error)):
        state.isConfirming = false
        state.code = ""
        state.error = error
        return .none

      case .sendAgainButtonTapped:
        guard state.secondsUntilNextCode == 0 else { return .none }
        state.secondsUntilNextCode = 30
        return .merge(
          .run { [challenge = state.challenge] _ in try await bankClient.sendCodeAgain(challenge: challenge)
          },
          countdown
        )

      case .task:
        return countdown

      case .tick:
        state.secondsUntilNextCode -= 1
        return state.secondsUntilNextCode == 0 ? .cancel(id: CancelID.countdown) : .none
      }
    }
  }

  private var countdown: EffectOf<Self> {
    .run { send in
      for await _ in clock.timer(interval: .seconds(1)) {
        await send(.tick)
      }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}
