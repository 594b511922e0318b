/// An action with a case for what a view sends, separate from what effects and other features send.
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
/// Apply ``ViewAction(for:)`` to a type that holds a store of such a feature: it then sends only these actions.
public protocol ViewAction<ViewAction> {
  /// The actions that a view sends.
  associatedtype ViewAction

  /// The action that carries a view action.
  static func view(_ action: ViewAction) -> Self
}

/// A type that sends view actions to its store; the ``ViewAction(for:)`` macro adds the conformance.
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
  ///   - animation: How to animate the resulting change.
  /// - Returns: A handle for the effects that the action started.
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

/// Adds a `send` method, which takes the feature's view actions, to a type that holds a store.
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
  #externalMacro(module: "TodoShellMacrosPlugin", type: "ViewActionMacro") where R.Action: ViewAction
