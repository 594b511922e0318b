import ShellKit

/// Actions as text, for types of every kind.
enum ActionSubject {
  static func check(_ input: [UInt8]) throws(Finding) {
    // A script's lines are valid before any part of them is read as an action.
    guard let text = String(validating: input, as: UTF8.self) else { return }
    try check(Actions.Plain.self, text)
    try check(Actions.Values.self, text)
    try check(Actions.FoundationValues.self, text)
    try check(App.Action.self, text)
    try check(Actions.OtherValues.self, text, readsBack: false)
    try check(Actions.Odd.self, text, readsBack: false)
  }

  /// - Parameter readsBack: Whether all that can be read can be written too.
  private static func check<Action>(
    _ type: Action.Type,
    _ text: String,
    readsBack: Bool = true
  ) throws(Finding) {
    try checkPattern(type, text)
    let action: Action
    do throws(Diagnostic) { action = try ActionSyntax.action(type, parsing: SourceText(text)) } catch {
      return try error.check(in: text)
    }
    let written = ActionSyntax.text(action)
    try requirePlain(written)
    if readsBack { try checkRoundTrip(action, written) }
  }

  private static func checkRoundTrip<Action>(_ action: Action, _ written: String) throws(Finding) {
    let again: Action
    do throws(Diagnostic) { again = try ActionSyntax.action(parsing: SourceText(written)) } catch {
      throw Finding("\(written) cannot be read again: \(error)")
    }
    let rewritten = ActionSyntax.text(again)
    try require(rewritten == written, "\(written) reads back as \(rewritten)")
    // What is no number equals nothing.
    guard !written.contains(".nan") else { return }
    if let isEqual = areEqual(action, again) {
      try require(isEqual, "\(written) reads back as another value")
    }
    try checkPattern(of: action, written)
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool? {
    func open<Value: Equatable>(_ left: Value) -> Bool? { (right as? Value).map { left == $0 } }
    return (left as? any Equatable).flatMap { open($0) }
  }

  private static func checkPattern<Action>(_ type: Action.Type, _ text: String) throws(Finding) {
    do throws(Diagnostic) {
      _ = try ActionPattern<Action>(parsing: SourceText(text))
    } catch {
      try error.check(in: text)
    }
  }

  /// Whatever can be written is a pattern of itself.
  private static func checkPattern<Action>(of action: Action, _ written: String) throws(Finding) {
    do throws(Diagnostic) {
      let pattern = try ActionPattern<Action>(parsing: SourceText(written))
      if pattern.matches(action) { return }
    } catch {
      throw Finding("\(written) is refused as a pattern: \(error)")
    }
    throw Finding("\(written) does not match itself")
  }
}
