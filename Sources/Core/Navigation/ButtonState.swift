/// A button of an alert or dialog, as state.
///
/// ```swift
/// ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
/// ButtonState(role: .cancel) { TextState("Keep") }
/// ```
///
/// Every button dismisses the alert once its action, if any, has been handled.
public struct ButtonState<Action>: Identifiable {
  /// The button's identity: each new button has its own, shared by copies.
  public let id: PresentationValueID

  /// The button's purpose; `nil` if it has no special one.
  public let role: ButtonStateRole?

  /// The action to send.
  public let action: ButtonStateAction<Action>

  /// The label.
  public let label: TextState
}

extension ButtonState {
  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The button's purpose.
  ///   - action: The action to send, and the animation of the change: `.send(.confirm, animation: .default)`.
  ///   - label: The label.
  public init(role: Role? = nil, action: ButtonStateAction<Action>, label: () -> TextState) {
    self.init(id: PresentationValueID(), role: role, action: action, label: label())
  }

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The button's purpose.
  ///   - action: The action to send; `nil` to only dismiss.
  ///   - label: The label.
  public init(role: Role? = nil, action: Action? = nil, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// The purpose of a button.
  public typealias Role = ButtonStateRole

  /// Returns this button with a transformed action.
  ///
  /// - Parameter transform: Transforms this button's action; `nil` means no action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(
      id: id,
      role: role,
      action: .send(transform(action.action), animation: action.animation),
      label: label
    )
  }

  /// Calls a function with the button's action, as pressing the button does.
  public func withAction<R>(_ perform: (Action?) throws -> R) rethrows -> R {
    try perform(action.action)
  }

  /// Calls an asynchronous function with the button's action, as pressing the button does.
  public nonisolated(nonsending) func withAction<R>(
    _ perform: nonisolated(nonsending) (Action?) async throws -> R
  ) async rethrows -> R {
    try await perform(action.action)
  }
}

/// The purpose of a button, which determines its appearance.
public enum ButtonStateRole: Hashable, Sendable {
  /// The button cancels the operation.
  case cancel
  /// The button deletes something.
  case destructive
}

/// The action that a button sends.
public struct ButtonStateAction<Action> {
  /// The action; `nil` if the button only dismisses.
  public let action: Action?

  /// The animation of the resulting change.
  public let animation: Animation?

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action; `nil` to only dismiss.
  ///   - animation: The animation of the resulting change.
  public static func send(_ action: Action?, animation: Animation? = nil) -> Self {
    Self(action: action, animation: animation)
  }
}

/// Builds the buttons of an alert or dialog, including with `if`, `switch` and `for`.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// A button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }

  /// Existing buttons.
  public static func buildExpression(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// Buttons in order.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap { $0 }
  }

  /// The buttons of a `for` loop.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap { $0 }
  }

  /// The buttons of an `if`, or of the first cases of a `switch`.
  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// The buttons of an `else`, or of the other cases of a `switch`.
  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// The buttons of an `if`, or none.
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    buttons ?? []
  }

  /// The buttons of an `if #available`.
  public static func buildLimitedAvailability(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }
}

extension ButtonState: Equatable where Action: Equatable {
  /// Whether two buttons show and send the same, regardless of their ids.
  public static func == (left: Self, right: Self) -> Bool {
    left.role == right.role && left.action == right.action && left.label == right.label
  }
}

extension ButtonState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(role)
    hasher.combine(action)
    hasher.combine(label)
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}
extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    children += [("action", action), ("label", label)]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension ButtonStateAction: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    // Unwrapped, so that the action is dumped on one line.
    let sent: Any = action ?? (action as Any)
    let payload = animation.map { (sent, animation: $0) } ?? sent
    return Mirror(self, children: ["send": payload], displayStyle: .enum)
  }
}
