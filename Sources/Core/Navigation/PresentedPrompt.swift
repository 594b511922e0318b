/// What an alert or a dialog shows, and what its buttons send to the feature that it is part of.
public struct PresentedPrompt<Action> {
  /// What tells the alert or dialog from others.
  public let id: PresentationValueID

  /// Whether it is an alert or a dialog.
  public let style: PresentationStyle

  /// What it is about; `nil` if that is not to be shown.
  public let title: TextState?

  /// More than the title says.
  public let message: TextState?

  /// The buttons from first to last, at least one.
  public let buttons: [Button]

  /// A button of a ``PresentedPrompt``.
  public struct Button {
    /// What it reads.
    public let label: TextState

    /// What it is for; `nil` if that is nothing special.
    public let role: ButtonStateRole?

    /// What it sends: its own action, or the one that dismisses.
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
  /// What a presented child asks, if it is an alert or a dialog, or an enum whose current case has one.
  ///
  /// - Parameters:
  ///   - child: The child's state.
  ///   - embed: Makes an action of the parent.
  init?<ChildAction>(of child: some Any, _ embed: (PresentationAction<ChildAction>) -> Action) {
    if let state = child as? any PromptState<ChildAction> {
      self.init(state, dismissal: embed(.dismiss)) { embed(.presented($0)) }
    } else if let current = CurrentCase(child), let state = current.payload as? any PromptState {
      self.init(state, in: current.name, embed)
    } else {
      return nil
    }
  }

  /// A case of a `@Reducer` enum that has an alert has the alert's actions in the case of the same name.
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

/// State that asks something and has buttons for the answer.
protocol PromptState<Action>: _EphemeralState {
  static var style: PresentationStyle { get }
  var id: PresentationValueID { get }
  var shownTitle: TextState? { get }
  var message: TextState? { get }
  /// The buttons, with those that are always there.
  var shownButtons: [ButtonState<Action>] { get }
}

extension AlertState: PromptState {
  static var style: PresentationStyle { .alert }

  var shownTitle: TextState? { title }

  /// Without a button of its own an alert could not be dismissed.
  var shownButtons: [ButtonState<Action>] {
    buttons.isEmpty ? [ButtonState { TextState("OK") }] : buttons
  }
}

extension ConfirmationDialogState: PromptState {
  static var style: PresentationStyle { .dialog }

  var shownTitle: TextState? { titleVisibility == .hidden ? nil : title }

  /// A dialog can always be left.
  var shownButtons: [ButtonState<Action>] {
    buttons.contains { $0.role == .cancel }
      ? buttons : buttons + [ButtonState(role: .cancel) { TextState("Cancel") }]
  }
}
