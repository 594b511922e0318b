import Core

extension AlertState: SwiftSourceConvertible {
  func source(by writer: ValueText) -> String? {
    writer.prompt("AlertState", title: title, buttons: buttons, message: message)
  }
}

extension ConfirmationDialogState: SwiftSourceConvertible {
  func source(by writer: ValueText) -> String? {
    let visibility = titleVisibility == .automatic ? "" : "(titleVisibility: .\(titleVisibility))"
    return writer.prompt(
      "ConfirmationDialogState\(visibility)",
      title: title,
      buttons: buttons,
      message: message
    )
  }
}

extension ButtonState: SwiftSourceConvertible {
  func source(by writer: ValueText) -> String? {
    guard let action = action.source(by: writer), let label = writer.text(label) else { return nil }
    let arguments = (role.map { ["role: .\($0)"] } ?? []) + (action.isEmpty ? [] : ["action: \(action)"])
    return "ButtonState\(arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))") { \(label) }"
  }
}

extension ButtonStateAction: SwiftSourceConvertible {
  /// - Returns: An empty text if there is neither an action nor an animation.
  func source(by writer: ValueText) -> String? {
    guard action != nil || animation != nil else { return "" }
    guard let text = writer.text(action) else { return nil }
    return animation.map { ".send(\(text), animation: .\($0))" } ?? text
  }
}

extension ValueText {
  /// An alert or a dialog, with its builders.
  fileprivate func prompt<Action>(
    _ name: String,
    title: TextState,
    buttons: [ButtonState<Action>],
    message: TextState?
  ) -> String? {
    guard let title = text(title), let actions = texts(buttons) else { return nil }
    var source = "\(name) { \(title) }"
    if !actions.isEmpty { source += " actions: { \(actions.joined(separator: "; ")) }" }
    if let message = message.flatMap({ text($0) }) { source += " message: { \(message) }" }
    return source
  }
}
