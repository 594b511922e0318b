import Core
import Testing

// A login in two steps, with an enum for where one is, an enum reducer for the screens, and dismissal.

@DependencyClient
struct AuthenticationClient: Sendable {
  var login: @Sendable (_ email: String, _ password: String) async throws -> Bool
  var confirm: @Sendable (_ code: String) async throws -> Void
}

extension AuthenticationClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var authentication: AuthenticationClient {
    get { self[AuthenticationClient.self] }
    set { self[AuthenticationClient.self] = newValue }
  }
}

enum AuthenticationError: Error, Equatable { case wrongPassword, wrongCode }

@Reducer
struct TwoFactor {
  @ObservableState
  struct State: Equatable {
    var code = ""
    var error: AuthenticationError?
    var isFormValid: Bool { code.count == 4 }
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case delegate(Delegate)
    case failed(AuthenticationError)
    case submitButtonTapped

    @CasePathable
    enum Delegate: Equatable, Sendable { case didConfirm }
  }

  @Dependency(\.authentication) var authentication
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.code):
        state.error = nil
        return .none
      case .binding, .delegate:
        return .none
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }
      case .failed(let error):
        state.error = error
        return .none
      case .submitButtonTapped:
        return .run { [code = state.code] send in
          try await authentication.confirm(code)
          await send(.delegate(.didConfirm))
        } catch: { error, send in
          await send(.failed(error as? AuthenticationError ?? .wrongCode))
        }
      }
    }
  }
}

@Reducer
struct LoginForm {
  @ObservableState
  struct State: Equatable {
    var email = ""
    var password = ""
    var isLoading = false
    var isFormValid = false
    @Presents var twoFactor: TwoFactor.State?
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case loginButtonTapped
    case loginResponse(Result<Bool, any Error>)
    case twoFactor(PresentationAction<TwoFactor.Action>)
    case delegate(Delegate)

    @CasePathable
    enum Delegate: Equatable, Sendable { case didLogin }
  }

  @Dependency(\.authentication) var authentication

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.password) { _, password in
        Reduce { state, _ in
          state.isFormValid = state.email.contains("@") && password.count > 3
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .loginButtonTapped:
        state.isLoading = true
        return .run { [email = state.email, password = state.password] send in
          await send(
            .loginResponse(Result { try await authentication.login(email: email, password: password) })
          )
        }
      case .loginResponse(.success(let needsCode)):
        state.isLoading = false
        guard needsCode else { return .send(.delegate(.didLogin)) }
        state.twoFactor = TwoFactor.State()
        return .none
      case .loginResponse(.failure):
        state.isLoading = false
        return .none
      case .twoFactor(.presented(.delegate(.didConfirm))):
        state.twoFactor = nil
        return .send(.delegate(.didLogin))
      case .twoFactor:
        return .none
      }
    }
    .ifLet(\.$twoFactor, action: \.twoFactor) { TwoFactor() }
  }
}

@Reducer
struct Welcome {
  @ObservableState
  struct State: Equatable { var name: String }
  enum Action: Sendable { case logoutButtonTapped }
}

@Reducer
struct Entrance {
  @Reducer
  enum Screen {
    case login(LoginForm)
    case welcome(Welcome)
  }

  @ObservableState
  struct State: Equatable {
    var screen = Screen.State.login(LoginForm.State())
  }

  enum Action: Sendable { case screen(Screen.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.screen, action: \.screen) { Screen.body }
    Reduce { state, action in
      switch action {
      case .screen(.login(.delegate(.didLogin))):
        state.screen = .welcome(Welcome.State(name: state.screen.login?.email ?? ""))
        return .none
      case .screen(.welcome(.logoutButtonTapped)):
        state.screen = .login(LoginForm.State())
        return .none
      case .screen:
        return .none
      }
    }
  }
}

extension Entrance.Screen.State: Equatable {}
extension Entrance.Screen.Action: Sendable {}

@MainActor
struct LoginTests {
  private func makeStore(needsCode: Bool) -> TestStoreOf<Entrance> {
    TestStore(initialState: Entrance.State()) {
      Entrance()
    } withDependencies: {
      $0.authentication.login = { _, password in
        guard password == "secret" else { throw AuthenticationError.wrongPassword }
        return needsCode
      }
      $0.authentication.confirm = { guard $0 == "1234" else { throw AuthenticationError.wrongCode } }
    }
  }

  @Test func loginWithACode() async {
    let store = makeStore(needsCode: true)
    await store.send(\.screen.login.binding.email, "blob@example.com") {
      $0.screen.modify(\.login) { $0.email = "blob@example.com" }
    }
    await store.send(\.screen.login.binding.password, "secret") {
      $0.screen.modify(\.login) {
        $0.password = "secret"
        $0.isFormValid = true
      }
    }
    await store.send(\.screen.login.loginButtonTapped) { $0.screen.modify(\.login) { $0.isLoading = true } }
    await store.receive(\.screen.login.loginResponse.success, true) {
      $0.screen.modify(\.login) {
        $0.isLoading = false
        $0.twoFactor = TwoFactor.State()
      }
    }
    await store.send(\.screen.login.twoFactor.submitButtonTapped)
    await store.receive(\.screen.login.twoFactor.failed, .wrongCode) {
      $0.screen.modify(\.login) { $0.twoFactor?.error = .wrongCode }
    }
    await store.send(\.screen.login.twoFactor.binding.code, "1234") {
      $0.screen.modify(\.login) {
        $0.twoFactor?.code = "1234"
        $0.twoFactor?.error = nil
      }
    }
    #expect(store.screen.login?.twoFactor?.isFormValid == true)
    await store.send(\.screen.login.twoFactor.submitButtonTapped)
    await store.receive(\.screen.login.twoFactor.delegate.didConfirm) {
      $0.screen.modify(\.login) { $0.twoFactor = nil }
    }
    await store.receive(\.screen.login.delegate.didLogin) {
      $0.screen = .welcome(Welcome.State(name: "blob@example.com"))
    }
    await store.send(\.screen.welcome.logoutButtonTapped) { $0.screen = .login(LoginForm.State()) }
  }

  @Test func theCodeIsCancelled() async {
    let store = makeStore(needsCode: true)
    store.exhaustivity = .off
    await store.send(\.screen.login.binding.password, "secret")
    await store.send(\.screen.login.loginButtonTapped)
    await store.receive(\.screen.login.loginResponse.success)
    await store.send(\.screen.login.twoFactor.cancelButtonTapped)
    await store.receive(\.screen.login.twoFactor.dismiss) {
      $0.screen.modify(\.login) { $0.twoFactor = nil }
    }
  }

  @Test func aWrongPassword() async {
    let store = makeStore(needsCode: false)
    await store.send(\.screen.login.loginButtonTapped) { $0.screen.modify(\.login) { $0.isLoading = true } }
    await store.receive(\.screen.login.loginResponse.failure) {
      $0.screen.modify(\.login) { $0.isLoading = false }
    }
  }

  @Test func theStoreOfAScreen() {
    let store = Store(initialState: Entrance.State()) { Entrance() }
    switch store.scope(state: \.screen, action: \.screen).case {
    case .login(let login):
      login.email = "blob@example.com"
      #expect(store.screen.login?.email == "blob@example.com")
    case .welcome: Issue.record("One begins with the login.")
    }
  }
}
