/// A question or message that is shown in front of everything until one of its buttons is pressed, as state.
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
/// It is presented with `@Presents` and `ifLet(\.$alert, action: \.alert)`, which takes it away once the action of any
/// button has been handled.
public struct AlertState<Action>: Identifiable {
  /// What tells the alert from others: each that is made has its own, which copies share.
  public let id: PresentationValueID

  /// The buttons from first to last. Where there are none, what shows the alert adds one that dismisses it.
  public var buttons: [ButtonState<Action>]

  /// More than the title says.
  public var message: TextState?

  /// What it is about.
  public var title: TextState

  private init(
    id: PresentationValueID,
    title: TextState,
    buttons: [ButtonState<Action>],
    message: TextState?
  ) {
    self.id = id
    self.title = title
    self.buttons = buttons
    self.message = message
  }

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: What it is about.
  ///   - actions: Its buttons.
  ///   - message: More than the title says.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: PresentationValueID(), title: title(), buttons: actions(), message: message?())
  }

  /// The same alert with other actions.
  ///
  /// - Parameter transform: Makes the action out of a button's, `nil` standing for none.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(
      id: id,
      title: title,
      buttons: buttons.map { $0.map(transform) },
      message: message
    )
  }
}

extension AlertState: _EphemeralState {}

extension AlertState: Equatable where Action: Equatable {
  /// Whether two alerts show and send the same, whatever their ids.
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
