/// A child that a feature presents to whoever uses it: a screen on a stack, a sheet, an alert.
///
/// It is told from what `ifLet(\.$child, …)` and `forEach(\.path, …)` embed, so a feature need not do anything for it.
/// See ``Session/presentations(at:)``.
public struct Presentation<Action> {
  /// How the child is presented.
  public let style: PresentationStyle

  /// Where it is: the cases and ids that lead to it from the whole feature, as `.path[#1].detail.destination.alert`.
  public let path: String

  /// The child's state.
  public let state: Any

  /// What the child asks, if it is an alert or a dialog.
  public let prompt: PresentedPrompt<Action>?

  /// The action that takes the child away.
  public let dismissal: Action

  /// For this child and each that it is in, whether it is in front of the others there.
  fileprivate let levels: [Int]

  /// Creates what presents a child.
  ///
  /// - Parameters:
  ///   - style: How the child is presented, unless it asks something.
  ///   - step: What leads to the child from its parent.
  ///   - state: The child's state.
  ///   - prompt: What the child asks.
  ///   - dismissal: The action that takes the child away.
  init(
    _ style: PresentationStyle,
    at step: String,
    of state: some Any,
    prompt: PresentedPrompt<Action>? = nil,
    dismissal: Action
  ) {
    self.style = prompt?.style ?? style
    path = step + (CurrentCase(state).map { ".\($0.name)" } ?? "")
    self.state = state
    self.prompt = prompt
    self.dismissal = dismissal
    levels = [style.level]
  }

  private init(
    _ inner: Presentation<some Any>,
    path: String,
    prompt: PresentedPrompt<Action>?,
    dismissal: Action,
    levels: [Int]
  ) {
    style = inner.style
    state = inner.state
    self.path = path
    self.prompt = prompt
    self.dismissal = dismissal
    self.levels = levels
  }

  /// The same child as a parent of its feature sees it.
  ///
  /// - Parameters:
  ///   - step: What leads to the feature from the parent.
  ///   - style: How the parent presents the feature, if it does.
  ///   - embed: Makes an action of the parent out of one of the feature.
  func embedded<ParentAction>(
    at step: String,
    in style: PresentationStyle? = nil,
    _ embed: (Action) -> ParentAction
  ) -> Presentation<ParentAction> {
    Presentation<ParentAction>(
      self,
      path: step + path,
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

  /// What is presented in front of a feature hides the feature's stack.
  fileprivate var level: Int { self == .screen ? 0 : 1 }
}

extension Array {
  /// The presentations from the one behind all others to the one in front of them.
  ///
  /// Sheets are in front of the screens of the same feature, whatever is in a sheet is in front of it, and alerts and
  /// dialogs are in front of everything.
  func sortedBackToFront<Action>() -> [Presentation<Action>] where Element == Presentation<Action> {
    enumerated()
      .sorted { left, right in
        let (one, other) = (left.element, right.element)
        guard (one.prompt == nil) == (other.prompt == nil) else { return one.prompt == nil }
        guard one.levels == other.levels else { return one.levels.lexicographicallyPrecedes(other.levels) }
        return left.offset < right.offset
      }
      .map(\.element)
  }
}
