/// A child that a feature presents to the user: a screen on a stack, a sheet, an alert.
///
/// It is found through `ifLet(\.$child, …)` and `forEach(\.path, …)`, without further work in the feature. See
/// `Session.presentations(at:)`.
public struct Presentation<Action> {
  /// How the child is presented.
  public let style: PresentationStyle

  /// The cases and ids that lead to it from the root feature: `.path[id: 1].detail.destination.alert`.
  public let path: String

  /// The child's state.
  public let state: Any

  /// The prompt to show, if the child is an alert or dialog.
  public let prompt: PresentedPrompt<Action>?

  /// The action that dismisses the child.
  public let dismissal: Action

  /// For this child and each of its ancestors, its level within its parent, for sorting back to front.
  fileprivate let levels: [Int]
}

extension Presentation {
  /// Creates the presentation of a child.
  ///
  /// - Parameters:
  ///   - style: How the child is presented, unless it is a prompt.
  ///   - step: The path component that leads to the child from its parent.
  ///   - state: The child's state.
  ///   - prompt: The child's prompt.
  ///   - dismissal: The action that dismisses the child.
  init(
    _ style: PresentationStyle,
    at step: String,
    of state: some Any,
    prompt: PresentedPrompt<Action>? = nil,
    dismissal: Action
  ) {
    self.init(
      style: prompt?.style ?? style,
      path: step + (CurrentCase(state).map { ".\($0.name)" } ?? ""),
      state: state,
      prompt: prompt,
      dismissal: dismissal,
      levels: [style.level]
    )
  }

  /// The same presentation, as part of an enclosing feature.
  ///
  /// - Parameters:
  ///   - step: The path component that leads to the feature from its parent.
  ///   - style: How the parent presents the feature, if it does.
  ///   - embed: Embeds an action of the feature in one of the parent.
  package func embedded<ParentAction>(
    at step: String,
    in style: PresentationStyle? = nil,
    _ embed: (Action) -> ParentAction
  ) -> Presentation<ParentAction> {
    Presentation<ParentAction>(
      style: self.style,
      path: step + path,
      state: state,
      prompt: prompt?.map(embed),
      dismissal: embed(dismissal),
      levels: (style.map { [$0.level] } ?? []) + levels
    )
  }
}

/// The ways to present a child.
public enum PresentationStyle: Sendable {
  /// On top of a navigation stack.
  case screen
  /// In front of the feature, until it is dismissed.
  case sheet
  /// As a question or message in front of everything.
  case alert
  /// As a choice in front of everything.
  case dialog

  /// Anything presented in front of a feature hides the feature's stack.
  fileprivate var level: Int { self == .screen ? 0 : 1 }
}

extension Array {
  /// The presentations from back to front.
  ///
  /// Sheets are in front of the screens of the same feature, the contents of a sheet are in front of the sheet, and
  /// alerts and dialogs are in front of everything.
  func sortedBackToFront<Action>() -> [Presentation<Action>] where Element == Presentation<Action> {
    if count < 2 { return self }
    return enumerated()
      .sorted { left, right in
        let (one, other) = (left.element, right.element)
        guard (one.prompt == nil) == (other.prompt == nil) else { return one.prompt == nil }
        guard one.levels == other.levels else { return one.levels.lexicographicallyPrecedes(other.levels) }
        return left.offset < right.offset
      }
      .map { $0.element }
  }
}
