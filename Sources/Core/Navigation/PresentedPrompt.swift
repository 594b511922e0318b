/// The contents of an alert or dialog, with the actions of its buttons.
public struct PresentedPrompt<Action> {
  /// The identity of the alert or dialog.
  public let id: PresentationValueID

  /// Whether it is an alert or a dialog.
  public let style: PresentationStyle

  /// The title; `nil` if it is hidden.
  public let title: TextState?

  /// The message, in addition to the title.
  public let message: TextState?

  /// The buttons in order, at least one.
  public let buttons: [Button]

  /// A button of a ``PresentedPrompt``.
  public struct Button {
    /// The label.
    public let label: TextState

    /// The purpose; `nil` if it has no special one.
    public let role: ButtonStateRole?

    /// The action to send: the button's own, or the one that dismisses.
    public let action: Action
  }

  func map<ParentAction>(_ embed: (Action) -> ParentAction) -> PresentedPrompt<ParentAction> {
    PresentedPrompt<ParentAction>(
      id: id,
      style: style,
      title: title,
      message: message,
      buttons: buttons.map { .init(label: $0.label, role: $0.role, action: embed($0.action)) }
    )
  }
}

extension PresentedPrompt {
  /// The prompt of a presented child, if it is an alert or dialog, or an enum whose current case contains one.
  ///
  /// - Parameters:
  ///   - child: The child's state.
  ///   - embed: Embeds an action of the child in one of the parent.
  init?<ChildAction>(of child: some Any, _ embed: (PresentationAction<ChildAction>) -> Action) {
    if let state = child as? any PromptState<ChildAction> {
      self.init(state, dismissal: embed(.dismiss)) { embed(.presented($0)) }
    } else if let current = CurrentCase(child), let state = current.payload as? any PromptState {
      self.init(state, in: current.name, embed)
    } else {
      return nil
    }
  }

  /// In a `@Reducer` enum, the actions of an alert are in the action case with the same name.
  private init?<ChildAction, State: PromptState>(
    _ state: State,
    in name: String,
    _ embed: (PresentationAction<ChildAction>) -> Action
  ) {
    let path = AnyCasePath<ChildAction, State.Action>(toCaseNamed: name)
    guard let path else { return nil }
    self.init(state, dismissal: embed(.dismiss)) { embed(.presented(path.embed($0))) }
  }

  private init<State: PromptState>(
    _ state: State,
    dismissal: Action,
    _ embed: (State.Action) -> Action
  ) {
    self.init(
      id: state.id,
      style: State.style,
      title: state.shownTitle,
      message: state.message,
      buttons: state.shownButtons.map {
        Button(label: $0.label, role: $0.role, action: $0.action.action.map(embed) ?? dismissal)
      }
    )
  }
}

/// State that shows a prompt with buttons.
protocol PromptState<Action>: _EphemeralState {
  static var style: PresentationStyle { get }
  var id: PresentationValueID { get }
  var shownTitle: TextState? { get }
  var message: TextState? { get }
  /// The buttons, including default ones.
  var shownButtons: [ButtonState<Action>] { get }
}

extension AlertState: PromptState {
  static var style: PresentationStyle { .alert }

  var shownTitle: TextState? { title }

  /// Without any button, an alert could not be dismissed.
  var shownButtons: [ButtonState<Action>] {
    buttons.isEmpty ? [ButtonState { TextState("OK") }] : buttons
  }
}

extension ConfirmationDialogState: PromptState {
  static var style: PresentationStyle { .dialog }

  var shownTitle: TextState? { titleVisibility == .hidden ? nil : title }

  /// A dialog always has a way to cancel.
  var shownButtons: [ButtonState<Action>] {
    buttons.contains { $0.role == .cancel }
      ? buttons : buttons + [ButtonState(role: .cancel) { TextState("Cancel") }]
  }
}

/// State such as an alert, shown until one of its actions is sent. No reducer runs on it, and it becomes `nil` once
/// the parent has handled the action.
public protocol _EphemeralState<Action> {
  /// The actions that dismiss it.
  associatedtype Action
}

/// Whether a state, or the payload of its current case, is ephemeral, and an action is one of those that dismiss it.
///
/// An action of another child of the same parent does not dismiss it: a sheet's timer may fire while an alert is shown.
func isEphemeral(_ state: some Any, dismissedBy action: some Any) -> Bool {
  func isAction<State: _EphemeralState>(_ action: Any, of _: State) -> Bool { action is State.Action }
  // All actions are those of the alert, also wrapped in `PresentationAction`.
  if state is any _EphemeralState { return true }
  guard let state = CurrentCase(state)?.payload as? any _EphemeralState else { return false }
  let payload = CurrentCase(action).map(\.payload) ?? Mirror(reflecting: action).children.first?.value
  return payload.map { isAction($0, of: state) } ?? false
}
