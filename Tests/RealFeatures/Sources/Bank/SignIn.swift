import ComposableArchitecture

@Reducer
struct SignIn {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    @Presents var secondFactor: SecondFactor.State?
    var customer = ""
    var password = ""
    var isSigningIn = false

    var canSignIn: Bool {
      !customer.isEmpty && !password.isEmpty && !isSigningIn
    }
  }

  enum Action: ViewAction {
    case alert(PresentationAction<Never>)
    case delegate(Delegate)
    case secondFactor(PresentationAction<SecondFactor.Action>)
    case signInResponse(Result<SignInAnswer, any Error>)
    case view(View)

    @CasePathable
    enum Delegate {
      case signedIn(Session)
    }

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case signInButtonTapped
    }
  }

  @Dependency(\.bankClient) var bankClient

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .alert, .delegate:
        return .none

      case .secondFactor(.presented(.delegate(.confirmed(let session)))):
        state.secondFactor = nil
        return .send(.delegate(.signedIn(session)))

      case .secondFactor(.presented(.delegate(.locked))):
        state.secondFactor = nil
        state.password = ""
        state.alert = AlertState { TextState(BankError.locked.localizedDescription) }
        return .none

      case .secondFactor:
        return .none

      case .signInResponse(.success(.codeRequired(let challenge))):
        state.isSigningIn = false
        state.secondFactor = SecondFactor.State(challenge: challenge)
        return .none

      case .signInResponse(.success(.welcome(let session))):
        state.isSigningIn = false
        return .send(.delegate(.signedIn(session)))

      case .signInResponse(.failure(let error)):
        state.isSigningIn = false
        state.alert = AlertState {
          TextState("Sign-in failed")
        } message: {
          TextState(error.localizedDescription)
        }
        return .none

      case .view(.binding):
        return .none

      case .view(.signInButtonTapped):
        guard state.canSignIn else { return .none }
        state.isSigningIn = true
        return .run { [customer = state.customer, password = state.password] send in
          await send(
            .signInResponse(Result { try await bankClient.signIn(customer: customer, password: password) })
          )
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$secondFactor, action: \.secondFactor) {
      SecondFactor()
    }
  }
}
