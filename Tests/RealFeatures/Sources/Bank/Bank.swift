import ComposableArchitecture
import Foundation

struct Transaction: Equatable, Identifiable, Sendable {
  let id: UUID
  /// In cents.
  var amount: Int
  var text: String
}

@Reducer
struct Account {
  @ObservableState
  struct State: Equatable {
    @Presents var confirmation: ConfirmationDialogState<Action.Confirmation>?
    let session: Session
    var isLoading = false
    var transactions: IdentifiedArrayOf<Transaction> = []

    var balance: Int {
      transactions.reduce(0) { $0 + $1.amount }
    }
  }

  enum Action {
    case confirmation(PresentationAction<Confirmation>)
    case delegate(Delegate)
    case refresh
    case signOutButtonTapped
    case transactionsResponse(Result<[Transaction], any Error>)

    enum Confirmation: Equatable { case signOut }
    enum Delegate: Equatable { case signedOut }
  }

  @Dependency(\.bankClient) var bankClient

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .confirmation(.presented(.signOut)):
        return .send(.delegate(.signedOut))
      case .confirmation, .delegate:
        return .none
      case .refresh:
        state.isLoading = true
        return .run { [token = state.session.token] send in
          await send(.transactionsResponse(Result { try await bankClient.transactions(token: token) }))
        }
      case .signOutButtonTapped:
        state.confirmation = ConfirmationDialogState {
          TextState("Sign out?")
        } actions: {
          ButtonState(role: .destructive, action: .signOut) { TextState("Sign out") }
          ButtonState(role: .cancel) { TextState("Stay") }
        }
        return .none
      case .transactionsResponse(let result):
        state.isLoading = false
        if case .success(let transactions) = result {
          state.transactions = IdentifiedArray(uniqueElements: transactions)
        }
        return .none
      }
    }
    .ifLet(\.$confirmation, action: \.confirmation)
  }
}

/// The application: signed out, or in the account.
@Reducer
enum Bank {
  case account(Account)
  case signIn(SignIn)

  static var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .account(.delegate(.signedOut)):
        state = .signIn(SignIn.State())
        return .none

      case .signIn(.delegate(.signedIn(let session))):
        state = .account(Account.State(session: session))
        return .send(.account(.refresh))

      case .account, .signIn:
        return .none
      }
    }
    .ifCaseLet(\.account, action: \.account) { Account() }
    .ifCaseLet(\.signIn, action: \.signIn) { SignIn() }
  }
}

extension Bank.State: Equatable {}
