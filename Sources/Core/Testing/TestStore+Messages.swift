extension TestStore {
  func list(_ actions: [Action]) -> String {
    actions.enumerated()
      .map { "  \($0.offset + 1): \(String(customDumping: $0.element).replacing("\n", with: "\n     "))" }
      .joined(separator: "\n")
  }

  func label(of action: Action) -> String { String(customDumping: action) }

  /// Effects, one per line, each with its source location and the action that started it.
  func list(_ effects: [EffectRecord]) -> String {
    effects.map { effect in
      let name = effect.name.map { " \"\($0)\"" } ?? ""
      let site = effect.site.map { " created at \($0)" } ?? ""
      let ids = effect.cancelIDs.map(String.init(describing:)).joined(separator: ", ")
      let action = effect.origin.action?.unboxed(as: Action.self)
      let origin = action.map { ", started by \(oneLine($0))" } ?? ""
      return "  • effect\(name)\(site)\(origin)\(ids.isEmpty ? "" : ", cancelled by \(ids)")"
    }
    .joined(separator: "\n")
  }

  private func oneLine(_ action: Action) -> String {
    let text = label(of: action).split(whereSeparator: \.isNewline).map {
      $0.drop(while: \.isWhitespace)
    }
    .joined(separator: " ")
    return text.count > 80 ? "\(text.prefix(79))…" : text
  }

  /// Why an action may not have been received, and what to do.
  var noteOnMissingAction: String {
    if isDismissed { return "The feature was dismissed, and its effects were cancelled." }
    let effects = runtime.inFlight
    guard !effects.isEmpty else { return "No effect is in flight. Check that an earlier action returns one." }
    return """
      \(counted(effects.count, "effect")) could still send it:

      \(list(effects))

      Advance the clock that it sleeps on, or, if it is busy elsewhere, pass a longer timeout.
      """
  }
}
