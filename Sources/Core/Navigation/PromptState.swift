/// State that shows a prompt with buttons.
protocol PromptState<Action>: _EphemeralState {
  var id: PresentationValueID { get }
  var title: TextState { get }
  var titleVisibility: ConfirmationDialogStateTitleVisibility { get }
  var message: TextState? { get }
  var buttons: [ButtonState<Action>] { get }

  /// The prompt; a button without an action only dismisses it.
  var prompt: PresentedPrompt<Action?> { get }
}

extension AlertState: _EphemeralState, PromptState, CustomDumpReflectable {
  var titleVisibility: ConfirmationDialogStateTitleVisibility { .automatic }

  var prompt: PresentedPrompt<Action?> {
    // Without any button, an alert could not be dismissed.
    prompt(.alert, adding: buttons.isEmpty ? [ButtonState { TextState("OK") }] : [])
  }
}

extension ConfirmationDialogState: _EphemeralState, PromptState, CustomDumpReflectable {
  var prompt: PresentedPrompt<Action?> {
    // A dialog always has a way to cancel.
    let isComplete = buttons.contains { $0.role == .cancel }
    return prompt(.dialog, adding: isComplete ? [] : [ButtonState(role: .cancel) { TextState("Cancel") }])
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}

extension PromptState {
  fileprivate func prompt(
    _ style: PresentationStyle,
    adding more: [ButtonState<Action>]
  ) -> PresentedPrompt<Action?> {
    PresentedPrompt(
      id: id,
      style: style,
      title: titleVisibility == .hidden ? nil : title,
      message: message,
      buttons: (buttons + more).map { .init(label: $0.label, role: $0.role, action: $0.action.action) }
    )
  }

  /// Whether two prompts show and send the same, regardless of their ids.
  public static func == (left: Self, right: Self) -> Bool where Action: Equatable {
    left.title == right.title && left.titleVisibility == right.titleVisibility
      && left.message == right.message && left.buttons == right.buttons
  }

  public func hash(into hasher: inout Hasher) where Action: Hashable {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }

  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
