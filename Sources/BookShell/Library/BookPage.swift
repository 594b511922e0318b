import Core

/// The page of a book, which can be borrowed for two weeks and has a note.
@Reducer
struct BookPage {
  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Destination {
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)
    case note(NoteForm)

    @CasePathable
    enum Alert: Equatable, Sendable { case renew, giveBack }
    @CasePathable
    enum Dialog: Equatable, Sendable { case giveBack }
  }

  @ObservableState
  struct State: Equatable, Sendable {
    let book: Book
    var note = ""
    @Presents var destination: Destination.State?
    /// The books borrowed from any page.
    @Shared(.borrowed) var borrowed
    /// The card of stamps, which all pages share.
    @Shared(.stamps) var stamps
  }

  enum Action: Equatable, Sendable {
    case authorTapped
    case borrowButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case loanEnded
    case noteButtonTapped
    case returnButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case loan }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .authorTapped:
        return .none

      case .borrowButtonTapped:
        guard state.borrowed.count < 2 else {
          state.destination = .alert(.cardIsFull)
          return .none
        }
        return lend(&state)

      case .destination(.presented(.alert(.renew))):
        return lend(&state)

      case .destination(.presented(.alert(.giveBack))),
        .destination(.presented(.dialog(.giveBack))):
        return giveBack(&state)

      case .destination(.presented(.note(.saveButtonTapped))):
        state.note = state.destination?.note?.text ?? ""
        return .none

      case .destination:
        return .none

      case .loanEnded:
        state.destination = .alert(.loanEnded(state.book))
        return .none

      case .noteButtonTapped:
        state.destination = .note(NoteForm.State(text: state.note))
        return .none

      case .returnButtonTapped:
        guard !state.note.isEmpty else { return giveBack(&state) }
        state.destination = .dialog(.losesNote)
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func lend(_ state: inout State) -> Effect<Action> {
    state.$borrowed.withLock { [id = state.book.id] in _ = $0.insert(id) }
    state.$stamps.withLock { $0 += 1 }
    return .run { send in
      try await clock.sleep(for: .seconds(14 * 24 * 60 * 60))
      await send(.loanEnded)
    }
    .cancellable(id: CancelID.loan, cancelInFlight: true)
  }

  private func giveBack(_ state: inout State) -> Effect<Action> {
    state.$borrowed.withLock { [id = state.book.id] in _ = $0.remove(id) }
    state.note = ""
    return .cancel(id: CancelID.loan)
  }
}

extension AlertState<BookPage.Destination.Alert> {
  fileprivate static let cardIsFull = AlertState {
    TextState("Your card is full")
  } message: {
    TextState("Return one of your two books first.")
  }

  fileprivate static func loanEnded(_ book: Book) -> Self {
    AlertState {
      TextState("Two weeks are over")
    } actions: {
      ButtonState(action: .renew) { TextState("Renew") }
      ButtonState(role: .destructive, action: .giveBack) { TextState("Return it") }
      ButtonState(role: .cancel) { TextState("Later") }
    } message: {
      TextState("“\(book.title)” is due.")
    }
  }
}

extension ConfirmationDialogState<BookPage.Destination.Dialog> {
  fileprivate static let losesNote = ConfirmationDialogState {
    TextState("Return the book?")
  } actions: {
    ButtonState(role: .destructive, action: .giveBack) { TextState("Return it") }
  } message: {
    TextState("Your note goes with it.")
  }
}
