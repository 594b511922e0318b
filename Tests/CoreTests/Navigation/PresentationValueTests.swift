import TodoShellSessions
import Core
import Testing

@testable import TestSupport

struct PresentationValueTests {
  enum Action: Hashable, Sendable { case archive, delete }

  private func makeAlert(isArchivable: Bool = true) -> AlertState<Action> {
    AlertState {
      TextState("Delete \"Milk\"?")
    } actions: {
      if isArchivable {
        ButtonState(action: .send(.archive, animation: .default)) { TextState("Archive") }
      }
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("This cannot be undone.")
    }
  }

  @Test func alertsAreEqualByWhatTheyShowAndSend() {
    #expect(makeAlert() == makeAlert())
    #expect(makeAlert().hashValue == makeAlert().hashValue)
    #expect(makeAlert() != makeAlert(isArchivable: false))
    #expect(makeAlert().id != makeAlert().id)
  }

  @Test func buttonsSayWhatTheySend() {
    let buttons = makeAlert().buttons
    #expect(buttons.map(\.action.action) == [.archive, .delete, nil])
    #expect(buttons.map(\.action.animation) == [.default, nil, nil])
    #expect(buttons.map(\.role) == [nil, .destructive, .cancel])
    #expect(buttons[1].withAction { $0 } == .delete)
  }

  @Test func actionsAreMapped() {
    let alert = makeAlert().map { $0.map { "\($0)" } }
    #expect(alert.buttons.map(\.action.action) == ["archive", "delete", nil])
    #expect(alert.title == "Delete \"Milk\"?")
    #expect(alert.id == alert.map { $0?.count }.id)
    let dialog = ConfirmationDialogState<Action> {
      "Which?"
    } actions: {
      for action in [Action.archive, .delete] { ButtonState(action: action) { TextState("\(action)") } }
    }
    #expect(dialog.map { $0 == .delete }.buttons.map(\.action.action) == [false, true])
  }

  @Test func textsAreConcatenatedAndInterpolated() {
    let name = TextState(verbatim: "Milk")
    #expect(TextState("Buy ") + name == TextState("Buy \(name)"))
    #expect(String(state: "Buy \(name)") == "Buy Milk")
  }

  @Test func dumpsShowWhatIsShown() {
    #expect(
      String(customDumping: makeAlert()) == """
        AlertState(
          title: #"Delete "Milk"?"#,
          actions: [
            [0]: ButtonState(
              action: .send(
                .archive,
                animation: Animation.default
              ),
              label: "Archive"
            ),
            [1]: ButtonState(
              role: .destructive,
              action: .send(.delete),
              label: "Delete"
            ),
            [2]: ButtonState(
              role: .cancel,
              action: .send(nil),
              label: "Keep"
            )
          ],
          message: "This cannot be undone."
        )
        """
    )
    #expect(
      String(customDumping: ConfirmationDialogState<Action>(titleVisibility: .hidden) { "Which?" }) == """
        ConfirmationDialogState(
          titleVisibility: .hidden,
          title: "Which?"
        )
        """
    )
  }

  @Test func anyAnswerTakesAnAlertAwayUnlessItAsksAgain() throws {
    let session = Session(initialState: StackScreen.State()) { StackScreen() }
    try session.send(.ask)
    let alert = try #require(session.state.alert)
    try session.send(.alert(.presented(.again)))
    #expect(session.state.alert == alert)
    #expect(session.state.alert?.id != alert.id)
    try session.send(.alert(.presented(.run)))
    #expect(session.state.alert == nil)
    #expect(session.effects.count == 1)
    try session.undo()
    #expect(session.state.alert == alert)
    try session.send(.alert(.dismiss))
    #expect(session.state.alert == nil)
    #expect(session.effects.isEmpty)
  }

  @Test func aPresentedStateIsNotComparedWithItself() {
    let presented = PresentationState(wrappedValue: Slow())
    var other = presented
    #expect(presented == other)
    #expect(Slow.comparisons.value == 0)
    other.wrappedValue?.value = 1
    #expect(presented != other)
    #expect(Slow.comparisons.value == 1)
    #expect(presented.wrappedValue?.value == 0, "A copy is a value of its own")
    other.wrappedValue = nil
    #expect(presented != other)
  }

  @Test func aPresentedStateIsChangedInPlace() {
    var presented = PresentationState(wrappedValue: Slow())
    presented.wrappedValue?.items.reserveCapacity(1_000)
    let before = presented.wrappedValue?.items.withUnsafeBufferPointer { $0.baseAddress }
    for number in 0..<100 { presented.wrappedValue?.items.append(number) }
    #expect(presented.wrappedValue?.items.withUnsafeBufferPointer { $0.baseAddress } == before)
  }
}

private struct Slow: Equatable, Sendable {
  static let comparisons = CallCount()
  var value = 0
  var items: [Int] = []

  static func == (left: Slow, right: Slow) -> Bool {
    comparisons.increment()
    return left.value == right.value
  }
}
