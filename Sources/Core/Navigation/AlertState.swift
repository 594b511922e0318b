/// An alert as state: a question or message in front of everything until one of its buttons is pressed.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Delete this item?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep") }
/// } message: {
///   TextState("This cannot be undone.")
/// }
/// ```
///
/// Present it with `@Presents` and `ifLet(\.$alert, action: \.alert)`, which dismisses it once any button's action
/// has been handled.
public struct AlertState<Action>: Identifiable {
  /// The alert's identity: each new alert has its own, shared by copies.
  public let id: PresentationValueID

  /// The buttons in order. If there are none, a button that dismisses the alert is added for display.
  public var buttons: [ButtonState<Action>]

  /// The message, in addition to the title.
  public var message: TextState?

  /// The title.
  public var title: TextState
}

extension AlertState {
  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - actions: The buttons.
  ///   - message: The message, in addition to the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: PresentationValueID(), buttons: actions(), message: message?(), title: title())
  }

  /// Returns this alert with transformed actions.
  ///
  /// - Parameter transform: Transforms a button's action; `nil` means no action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(
      id: id,
      buttons: buttons.map { $0.map(transform) },
      message: message,
      title: title
    )
  }
}

extension AlertState: Sendable where Action: Sendable {}
