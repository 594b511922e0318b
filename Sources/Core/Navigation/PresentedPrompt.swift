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
  ///   - dismissal: The action that dismisses the child.
  ///   - embed: Embeds an action of the child in one of the parent.
  init?<ChildAction>(of child: some Any, dismissal: Action, _ embed: (ChildAction) -> Action) {
    let current = CurrentCase(child)
    guard let state = (current?.payload ?? child) as? any PromptState else { return nil }
    self.init(state, in: current?.name, dismissal, embed)
  }

  /// - Parameter name: The case that contains the state. In a `@Reducer` enum, the actions of an alert are in the action
  ///   case with the same name.
  private init?<ChildAction, State: PromptState>(
    _ state: State,
    in name: String?,
    _ dismissal: Action,
    _ embed: (ChildAction) -> Action
  ) {
    let choice = Shape.of(ChildAction.self).choice
    let element = name.flatMap { choice?.named($0) }
    let types = name == nil ? [ChildAction.self] : element?.parameters.map(\.type)
    guard let types, types.count == 1, types[0] == State.Action.self else { return nil }
    self = state.prompt.map { action in
      guard let action else { return dismissal }
      let made = element.flatMap { choice?.make($0, [action]) } ?? action
      return (made as? ChildAction).map(embed) ?? dismissal
    }
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
  if Shape.of(value: state).has(.ephemeral) { return true }
  guard let state = CurrentCase(state)?.payload as? any _EphemeralState else { return false }
  return CurrentCase(of: action).payload.map { isAction($0, of: state) } ?? false
}

extension TypeTrait {
  /// Whether values are alerts or similar.
  static let ephemeral = TypeTrait((any _EphemeralState.Type).self)
}
