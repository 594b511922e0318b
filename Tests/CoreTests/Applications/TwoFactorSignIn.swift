import Core
import CoreTestSupport
import Foundation
import Testing

// A sign-in in two steps, in front of a game for two: an application that is itself an enum of features.

private struct SignInResponse: Equatable, Sendable {
  var token: String
  var isTwoFactorRequired = false
}

private enum SignInError: Error, Equatable, LocalizedError {
  case invalidCredentials, invalidCode, expired

  var errorDescription: String? {
    switch self {
    case .invalidCredentials: "Unknown email or password."
    case .invalidCode: "The code is wrong."
    case .expired: "The code has expired."
    }
  }
}

@DependencyClient
private struct SignInClient: Sendable {
  var signIn: @Sendable (_ email: String, _ password: String) async throws -> SignInResponse
  var confirm: @Sendable (_ code: String, _ token: String) async throws -> SignInResponse
}

extension SignInClient: TestDependencyKey {
  static let testValue = SignInClient()
}

extension DependencyValues {
  fileprivate var signInClient: SignInClient {
    get { self[SignInClient.self] }
    set { self[SignInClient.self] = newValue }
  }
}

@Reducer
private struct CodeEntry {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var code = ""
    var isFormValid = false
    var isRequestInFlight = false
    let token: String
  }

  enum Action: Sendable, ViewAction {
    case alert(PresentationAction<Alert>)
    case response(Result<SignInResponse, any Error>)
    case view(View)

    enum Alert: Equatable, Sendable {}

    @CasePathable
    enum View: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case submitButtonTapped
    }
  }

  @Dependency(\.signInClient) var client

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .alert:
        return .none
      case let .response(.failure(error)):
        state.alert = AlertState { TextState(error.localizedDescription) }
        state.isRequestInFlight = false
        return .none
      case .response(.success):
        state.isRequestInFlight = false
        return .none
      case .view(.binding):
        state.isFormValid = state.code.count >= 4
        return .none
      case .view(.submitButtonTapped):
        state.isRequestInFlight = true
        return .run { [code = state.code, token = state.token] send in
          await send(.response(Result { try await client.confirm(code: code, token: token) }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
private struct SignIn {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var codeEntry: CodeEntry.State?
    var email = ""
    var isFormValid = false
    var isRequestInFlight = false
    var password = ""
  }

  enum Action: Sendable, ViewAction {
    case alert(PresentationAction<Alert>)
    case codeEntry(PresentationAction<CodeEntry.Action>)
    case response(Result<SignInResponse, any Error>)
    case view(View)

    enum Alert: Equatable, Sendable {}

    @CasePathable
    enum View: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case signInButtonTapped
    }
  }

  @Dependency(\.signInClient) var client

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .alert, .codeEntry:
        return .none
      case let .response(.success(response)):
        state.isRequestInFlight = false
        if response.isTwoFactorRequired {
          state.codeEntry = CodeEntry.State(token: response.token)
        }
        return .none
      case let .response(.failure(error)):
        state.alert = AlertState { TextState(error.localizedDescription) }
        state.isRequestInFlight = false
        return .none
      case .view(.binding):
        state.isFormValid = !state.email.isEmpty && !state.password.isEmpty
        return .none
      case .view(.signInButtonTapped):
        state.isRequestInFlight = true
        return .run { [email = state.email, password = state.password] send in
          await send(.response(Result { try await client.signIn(email: email, password: password) }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$codeEntry, action: \.codeEntry) {
      CodeEntry()
    }
  }
}

@Reducer
private struct Board {
  @ObservableState
  struct State: Equatable {
    var cells: [Mark?] = Array(repeating: nil, count: 9)
    var next = Mark.x
    let oName: String
    let xName: String

    enum Mark { case x, o }

    var winner: Mark? {
      let lines = [
        [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
      ]
      for mark in [Mark.x, .o] where lines.contains(where: { $0.allSatisfy { cells[$0] == mark } }) {
        return mark
      }
      return nil
    }
  }

  enum Action: Sendable {
    case cellTapped(Int)
    case playAgainButtonTapped
    case quitButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .cellTapped(cell):
        guard state.cells[cell] == nil, state.winner == nil else { return .none }
        state.cells[cell] = state.next
        state.next = state.next == .x ? .o : .x
        return .none
      case .playAgainButtonTapped:
        state = State(oName: state.oName, xName: state.xName)
        return .none
      case .quitButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
private struct NewBoard {
  @ObservableState
  struct State: Equatable {
    @Presents var board: Board.State?
    var oName = ""
    var xName = ""
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case board(PresentationAction<Board.Action>)
    case letsPlayButtonTapped
    case signOutButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .board, .signOutButtonTapped:
        return .none
      case .letsPlayButtonTapped:
        state.board = Board.State(oName: state.oName, xName: state.xName)
        return .none
      }
    }
    .ifLet(\.$board, action: \.board) {
      Board()
    }
  }
}

@Reducer
private enum SignInApp {
  case newBoard(NewBoard)
  case signIn(SignIn)

  static var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .signIn(.codeEntry(.presented(.response(.success)))):
        state = .newBoard(NewBoard.State())
        return .none
      case let .signIn(.response(.success(response))) where !response.isTwoFactorRequired:
        state = .newBoard(NewBoard.State())
        return .none
      case .signIn:
        return .none
      case .newBoard(.signOutButtonTapped):
        state = .signIn(SignIn.State())
        return .none
      case .newBoard:
        return .none
      }
    }
    .ifCaseLet(\.signIn, action: \.signIn) {
      SignIn()
    }
    .ifCaseLet(\.newBoard, action: \.newBoard) {
      NewBoard()
    }
  }
}

extension SignInApp.State: Equatable {}

@MainActor
struct TwoFactorSignInTests {
  @Test func theFirstStepIsEnoughWithoutTwoFactors() async {
    let store = TestStore(initialState: SignInApp.State.signIn(SignIn.State())) {
      SignInApp.body
    } withDependencies: {
      $0.signInClient.signIn = { _, _ in SignInResponse(token: "t") }
    }

    await store.send(\.signIn.view.binding.email, "blob@pointfree.co") {
      $0.modify(\.signIn) { $0.email = "blob@pointfree.co" }
    }
    await store.send(\.signIn.view.binding.password, "secret") {
      $0.modify(\.signIn) {
        $0.password = "secret"
        $0.isFormValid = true
      }
    }
    await store.send(\.signIn.view.signInButtonTapped) {
      $0.modify(\.signIn) { $0.isRequestInFlight = true }
    }
    await store.receive(\.signIn.response.success) {
      $0 = .newBoard(NewBoard.State())
    }
    await store.send(\.newBoard.signOutButtonTapped) {
      $0 = .signIn(SignIn.State())
    }
  }

  @Test func theCodeOfTheSecondStepIsSentWithTheTokenOfTheFirst() async {
    let store = TestStore(initialState: SignInApp.State.signIn(SignIn.State())) {
      SignInApp.body
    } withDependencies: {
      $0.signInClient.signIn = { email, _ in SignInResponse(token: "t-\(email)", isTwoFactorRequired: true) }
      $0.signInClient.confirm = { code, token in
        #expect(code == "1234")
        #expect(token == "t-2fa@example.com")
        return SignInResponse(token: "u")
      }
    }
    store.exhaustivity = .off

    await store.send(\.signIn.view.binding.email, "2fa@example.com")
    await store.send(\.signIn.view.binding.password, "secret")
    await store.send(\.signIn.view.signInButtonTapped)
    await store.receive(\.signIn.response.success) {
      $0.modify(\.signIn) { $0.codeEntry = CodeEntry.State(token: "t-2fa@example.com") }
    }
    await store.send(\.signIn.codeEntry.view.binding.code, "1234") {
      $0.modify(\.signIn) { $0.codeEntry?.isFormValid = true }
    }
    await store.send(\.signIn.codeEntry.view.submitButtonTapped)
    await store.receive(\.signIn.codeEntry.response.success)
    #expect(store.state.is(\.newBoard))
  }

  @Test func aWrongCodeIsAnAlertAndMayBeCorrected() async {
    let store = TestStore(initialState: CodeEntry.State(token: "t")) {
      CodeEntry()
    } withDependencies: {
      $0.signInClient.confirm = { code, _ in
        guard code == "1234" else { throw SignInError.invalidCode }
        return SignInResponse(token: "u")
      }
    }
    await store.send(\.view.binding.code, "4321") {
      $0.code = "4321"
      $0.isFormValid = true
    }
    await store.send(.view(.submitButtonTapped)) { $0.isRequestInFlight = true }
    await store.receive(\.response.failure) {
      $0.alert = AlertState { TextState("The code is wrong.") }
      $0.isRequestInFlight = false
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await store.send(.view(.binding(.set(\.code, "1234")))) { $0.code = "1234" }
    await store.send(\.view.submitButtonTapped) { $0.isRequestInFlight = true }
    await store.receive(\.response.success, SignInResponse(token: "u")) { $0.isRequestInFlight = false }
  }

  @Test func leavingTheSecondStepCancelsItsRequest() async {
    let store = TestStore(
      initialState: SignIn.State(codeEntry: CodeEntry.State(code: "1234", token: "t"))
    ) {
      SignIn()
    } withDependencies: {
      $0.signInClient.confirm = { _, _ in try await Task.never() }
    }
    await store.send(\.codeEntry.view.submitButtonTapped) { $0.codeEntry?.isRequestInFlight = true }
    await store.send(\.codeEntry.dismiss) { $0.codeEntry = nil }
    await store.finish()
  }

  @Test func invalidCredentialsAreExplained() async {
    let store = TestStore(initialState: SignIn.State(email: "b", isFormValid: true, password: "p")) {
      SignIn()
    } withDependencies: {
      $0.signInClient.signIn = { _, _ in throw SignInError.invalidCredentials }
    }
    await store.send(.view(.signInButtonTapped)) { $0.isRequestInFlight = true }
    await store.receive(\.response.failure) {
      $0.alert = AlertState { TextState("Unknown email or password.") }
      $0.isRequestInFlight = false
    }
  }

  @Test func aGameIsPlayedAfterTheSignIn() async {
    let store = TestStore(initialState: SignInApp.State.newBoard(NewBoard.State())) {
      SignInApp.body
    }
    await store.send(\.newBoard.binding.xName, "Blob") {
      $0.modify(\.newBoard) { $0.xName = "Blob" }
    }
    await store.send(\.newBoard.letsPlayButtonTapped) {
      $0.modify(\.newBoard) { $0.board = Board.State(oName: "", xName: "Blob") }
    }
    for (turn, cell) in [0, 3, 1, 4, 2].enumerated() {
      await store.send(\.newBoard.board.cellTapped, cell) {
        $0.modify(\.newBoard) {
          $0.board?.cells[cell] = turn.isMultiple(of: 2) ? .x : .o
          $0.board?.next = turn.isMultiple(of: 2) ? .o : .x
        }
      }
    }
    #expect(store.state.newBoard?.board?.winner == .x)
    await store.send(\.newBoard.board.cellTapped, 8)
    await store.send(\.newBoard.board.quitButtonTapped)
    await store.receive(\.newBoard.board.dismiss) {
      $0.modify(\.newBoard) { $0.board = nil }
    }
  }
}
