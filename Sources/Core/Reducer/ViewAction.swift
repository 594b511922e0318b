/// An action with a case for what a view sends, apart from what effects and other features send.
///
/// ```swift
/// enum Action: ViewAction {
///   case response(Data)
///   case view(View)
///
///   enum View { case refreshButtonTapped }
/// }
/// ```
///
/// Mark a type that holds a store of such a feature with ``ViewAction(for:)``: it then sends only these actions.
public protocol ViewAction<ViewAction> {
  /// What a view sends.
  associatedtype ViewAction

  /// The action that carries a view action.
  static func view(_ action: ViewAction) -> Self
}

/// What ``ViewAction(for:)`` makes of a type: it holds a store and sends view actions to it.
@MainActor
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the feature.
  associatedtype StoreState

  /// The action of the feature.
  associatedtype StoreAction: ViewAction

  /// The store of the feature.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends a view action to the store.
  ///
  /// - Parameters:
  ///   - action: The view action.
  ///   - animation: How the change it makes is to be animated.
  /// - Returns: A handle of the effects that the action set off.
  @discardableResult
  public func send(
    _ action: StoreAction.ViewAction,
    animation: Animation? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    store.send(
      .view(action),
      animation: animation,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// Gives a type that holds a store of a feature a method `send`, which takes the feature's view actions.
///
/// ```swift
/// @ViewAction(for: Feed.self)
/// struct FeedScreen {
///   let store: StoreOf<Feed>
///
///   func refresh() { send(.refreshButtonTapped) }
/// }
/// ```
///
/// - Parameter feature: The feature, whose action is a ``ViewAction``.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for feature: R.Type) =
  #externalMacro(module: "CoreMacros", type: "ViewActionMacro") where R.Action: ViewAction
