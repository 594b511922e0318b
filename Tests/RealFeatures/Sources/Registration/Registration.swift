import CasePaths
import ComposableArchitecture
import Foundation
import IssueReporting

struct Profile: Equatable, Sendable {
  var birthday = Date(timeIntervalSince1970: 631_152_000)
  var email = ""
  var name = ""
  var newsletter = Newsletter.weekly
  var password = ""

  enum Newsletter: String, CaseIterable, Sendable { case never, weekly, daily }
}

@DependencyClient
struct AccountClient: Sendable {
  var isFree: @Sendable (_ email: String) async throws -> Bool
  var register: @Sendable (_ profile: Profile) async throws -> Int
}

extension AccountClient: TestDependencyKey {
  static let testValue = Self()
  static let previewValue = Self(isFree: { $0 != "ada@example.com" }, register: { _ in 42 })
}

extension DependencyValues {
  var accountClient: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}

@Reducer
struct Registration {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var emailStatus = EmailStatus.unknown
    var isSending = false
    var profile = Profile()
    var step = Step.identity

    enum EmailStatus { case unknown, checking, free, taken }
    enum Step: Int, CaseIterable { case identity, password, preferences }

    var errors: [String] {
      var errors: [String] = []
      switch step {
      case .identity:
        if profile.name.isEmpty { errors.append("Enter your name") }
        if !profile.email.contains("@") { errors.append("Enter an email address") }
        if emailStatus == .taken { errors.append("This address has an account") }
      case .password:
        if profile.password.count < 8 { errors.append("At least eight characters") }
        if !profile.password.contains(where: \.isNumber) { errors.append("At least one digit") }
      case .preferences:
        break
      }
      return errors
    }
  }

  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case terms(Terms)

    @CasePathable
    enum Alert: Equatable { case discard }
  }

  enum Action: BindableAction {
    case backButtonTapped
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case emailChecked(Result<Bool, any Error>)
    case nextButtonTapped
    case registered(Result<Int, any Error>)
  }

  private enum CancelID { case email }

  @Dependency(\.accountClient) var accountClient
  @Dependency(\.continuousClock) var clock
  @Dependency(\.isPresented) var isPresented
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .backButtonTapped:
        guard let step = State.Step(rawValue: state.step.rawValue - 1) else { return .none }
        state.step = step
        return .none

      case .binding(\.profile.email):
        guard state.profile.email.contains("@") else {
          state.emailStatus = .unknown
          return .cancel(id: CancelID.email)
        }
        state.emailStatus = .checking
        return .run { [email = state.profile.email] send in
          try await clock.sleep(for: .milliseconds(500))
          await send(.emailChecked(Result { try await accountClient.isFree(email: email) }))
        }
        .cancellable(id: CancelID.email, cancelInFlight: true)

      case .binding:
        return .none

      case .cancelButtonTapped:
        guard state.profile != Profile() else { return discard(&state) }
        state.destination = .alert(
          AlertState {
            TextState("Discard what you have entered?")
          } actions: {
            ButtonState(role: .destructive, action: .discard) { TextState("Discard") }
            ButtonState(role: .cancel) { TextState("Keep") }
          }
        )
        return .none

      case .destination(.presented(.alert(.discard))):
        return discard(&state)

      case .destination(.presented(.terms(.delegate(.accepted)))):
        state.destination = nil
        state.isSending = true
        return .run { [profile = state.profile] send in
          await send(.registered(Result { try await accountClient.register(profile: profile) }))
        }

      case .destination:
        return .none

      case .emailChecked(.success(let isFree)):
        state.emailStatus = isFree ? .free : .taken
        return .none

      case .emailChecked(.failure(let error)):
        state.emailStatus = .unknown
        withErrorReporting { throw error }
        return .none

      case .nextButtonTapped:
        guard state.errors.isEmpty, state.emailStatus != .checking else { return .none }
        if let step = State.Step(rawValue: state.step.rawValue + 1) {
          state.step = step
        } else {
          state.destination = .terms(Terms.State())
        }
        return .none

      case .registered(.success):
        state.isSending = false
        return discard(&state)

      case .registered(.failure(let error)):
        state.isSending = false
        state.destination = .alert(AlertState { TextState(error.localizedDescription) })
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func discard(_ state: inout State) -> Effect<Action> {
    state = State()
    return isPresented ? .run { _ in await dismiss() } : .none
  }
}

extension Registration.Destination.State: Equatable {}

@Reducer
struct Terms {
  @ObservableState
  struct State: Equatable {
    var hasScrolledToEnd = false
    var isAccepted = false
  }

  enum Action: BindableAction {
    case acceptButtonTapped
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case endAppeared

    @CasePathable
    enum Delegate { case accepted }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .acceptButtonTapped:
        return state.isAccepted && state.hasScrolledToEnd ? .send(.delegate(.accepted)) : .none
      case .binding, .delegate:
        return .none
      case .endAppeared:
        state.hasScrolledToEnd = true
        return .none
      }
    }
  }
}
