/// A button of an alert or a dialog, as state.
///
/// ```swift
/// ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
/// ButtonState(role: .cancel) { TextState("Keep") }
/// ```
///
/// A button without an action dismisses, as any other does once its action has been handled.
public struct ButtonState<Action>: Identifiable {
  /// What tells the button from others: each that is made has its own, which copies share.
  public let id: PresentationValueID

  /// What the button is for; `nil` if that is nothing special.
  public let role: ButtonStateRole?

  /// What it sends.
  public let action: ButtonStateAction<Action>

  /// What it reads.
  public let label: TextState

  private init(id: PresentationValueID, role: Role?, action: ButtonStateAction<Action>, label: TextState) {
    self.id = id
    self.role = role
    self.action = action
    self.label = label
  }

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: What the button is for.
  ///   - action: What it sends, and how the change is animated: `.send(.confirm, animation: .default)`.
  ///   - label: What it reads.
  public init(role: Role? = nil, action: ButtonStateAction<Action>, label: () -> TextState) {
    self.init(id: PresentationValueID(), role: role, action: action, label: label())
  }

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: What the button is for.
  ///   - action: The action that it sends; `nil` if it only dismisses.
  ///   - label: What it reads.
  public init(role: Role? = nil, action: Action? = nil, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// What a button is for.
  public typealias Role = ButtonStateRole

  /// The same button with another action.
  ///
  /// - Parameter transform: Makes the action out of this button's, `nil` standing for none.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(
      id: id,
      role: role,
      action: .send(transform(action.action), animation: action.animation),
      label: label
    )
  }

  /// Calls a function with what the button sends, as pressing it does.
  public func withAction<R>(_ perform: (Action?) throws -> R) rethrows -> R {
    try perform(action.action)
  }
}

/// What a button is for: it decides how it is shown.
public enum ButtonStateRole: Hashable, Sendable {
  /// It leaves everything as it is.
  case cancel
  /// It takes something away.
  case destructive
}

/// What a button sends.
public struct ButtonStateAction<Action> {
  /// The action; `nil` if the button only dismisses.
  public let action: Action?

  /// How the change that it makes is animated.
  public let animation: Animation?

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action; `nil` to only dismiss.
  ///   - animation: How the change that it makes is animated.
  public static func send(_ action: Action?, animation: Animation? = nil) -> Self {
    Self(action: action, animation: animation)
  }
}

/// Builds the buttons of an alert or a dialog; `if`, `switch` and `for` choose among them.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// A button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }

  /// Buttons that were made elsewhere.
  public static func buildExpression(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// Buttons one after the other.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap { $0 }
  }

  /// The buttons of a `for`.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap { $0 }
  }

  /// The buttons of an `if` or of the first cases of a `switch`.
  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// The buttons of an `else` or of the other cases of a `switch`.
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
  /// Whether two buttons show and send the same, whatever their ids.
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
    // Without the optional around it the action is dumped on one line.
    let sent: Any = action ?? (action as Any)
    let payload = animation.map { (sent, animation: $0) } ?? sent
    return Mirror(self, children: ["send": payload], displayStyle: .enum)
  }
}
