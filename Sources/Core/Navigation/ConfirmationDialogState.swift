/// A choice that is offered until one of its buttons is pressed, as state.
///
/// ```swift
/// state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
///   TextState("What now?")
/// } actions: {
///   ButtonState(action: .archive) { TextState("Archive") }
///   ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
/// }
/// ```
///
/// It is presented as an ``AlertState`` is.
public struct ConfirmationDialogState<Action>: Identifiable {
  /// What tells the dialog from others: each that is made has its own, which copies share.
  public let id: PresentationValueID

  /// The buttons from first to last. Where there are none, what shows the dialog adds one that dismisses it.
  public var buttons: [ButtonState<Action>]

  /// More than the title says.
  public var message: TextState?

  /// What it is about.
  public var title: TextState

  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  private init(
    id: PresentationValueID,
    titleVisibility: ConfirmationDialogStateTitleVisibility,
    title: TextState,
    buttons: [ButtonState<Action>],
    message: TextState?
  ) {
    self.id = id
    self.titleVisibility = titleVisibility
    self.title = title
    self.buttons = buttons
    self.message = message
  }

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: What it is about.
  ///   - actions: Its buttons.
  ///   - message: More than the title says.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      id: PresentationValueID(),
      titleVisibility: titleVisibility,
      title: title(),
      buttons: actions(),
      message: message?()
    )
  }

  /// The same dialog with other actions.
  ///
  /// - Parameter transform: Makes the action out of a button's, `nil` standing for none.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      id: id,
      titleVisibility: titleVisibility,
      title: title,
      buttons: buttons.map { $0.map(transform) },
      message: message
    )
  }
}

/// Whether the title of a dialog is shown.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// As what shows it thinks best.
  case automatic
  /// It is not shown.
  case hidden
  /// It is shown.
  case visible
}

extension ConfirmationDialogState: _EphemeralState {}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Whether two dialogs show and send the same, whatever their ids.
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.titleVisibility == right.titleVisibility
      && left.message == right.message && left.buttons == right.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
