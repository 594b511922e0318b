extension DependencyValues {
  /// Takes the feature that uses it away, whoever presents it.
  ///
  /// ```swift
  /// @Dependency(\.dismiss) var dismiss
  ///
  /// case .closeButtonTapped:
  ///   return .run { _ in await dismiss() }
  /// ```
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature that uses it can be dismissed: another presents it, or it is tested alone.
  public var isPresented: Bool { dismiss.canDismiss }

  /// These values for a feature that is presented in a scope.
  func presented(in scope: ChildIdentity) -> DependencyValues {
    var values = self
    values.dismiss = DismissEffect(of: scope)
    return values
  }

  private enum DismissKey: DependencyKey {
    static let liveValue = DismissEffect.unavailable
    static let testValue = DismissEffect.unavailable
  }
}

/// Takes the feature that uses it away: `await dismiss()`. To be called in an effect.
///
/// A feature that is presented with `ifLet`, or is in a stack with `forEach`, is taken away by the parent's action for
/// that. The feature at the root of a ``TestStore`` is dismissed by itself: its effects are cancelled, and
/// ``TestStore/isDismissed`` is `true`. At the root of a ``Store`` or a ``Session`` there is nothing to take the feature
/// away from: an issue is reported, and its effects continue.
public struct DismissEffect: Sendable {
  private let target: Target

  private enum Target: Sendable {
    case unavailable
    case scope(ChildIdentity)
    case root
    case custom(@Sendable () async -> Void)
  }

  /// Creates a closure that is called instead of a dismissal, to test a feature without the one that presents it.
  ///
  /// ```swift
  /// let isDismissed = LockIsolated(false)
  /// let store = TestStore(initialState: Child.State()) {
  ///   Child()
  /// } withDependencies: {
  ///   $0.dismiss = DismissEffect { isDismissed.setValue(true) }
  /// }
  /// ```
  ///
  /// - Parameter dismiss: Called when the feature asks to be dismissed. Its effects continue.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    target = .custom(dismiss)
  }

  private init(_ target: Target) {
    self.target = target
  }

  /// Dismisses the feature of a scope.
  init(of scope: ChildIdentity) {
    self.init(.scope(scope))
  }

  /// Reports that the feature cannot be dismissed.
  static let unavailable = Self(.unavailable)

  /// Dismisses the feature at the root of a test store.
  static let root = Self(.root)

  var canDismiss: Bool {
    if case .unavailable = target { false } else { true }
  }

  /// Takes the feature away. Its effects, this one included, are cancelled.
  ///
  /// Where the feature was not presented, an issue is reported.
  ///
  /// - Parameter animation: How the change is to be animated.
  public func callAsFunction(
    animation: Animation? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    switch (target, EffectContext.current) {
    case (.custom(let dismiss), _):
      return await dismiss()
    case (.scope(let scope), let context?):
      if await context.dismiss(scope, animation: animation) { return }
    case (.root, let context?):
      return await context.dismissRoot()
    case (.unavailable, _), (_, nil):
      break
    }
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column).reportIssue(
      """
      A feature asked to be dismissed, but cannot be.

      That needs an effect of a feature that another presents, with "ifLet" or in a stack with "forEach". To test a \
      feature without the one that presents it, run it in a "TestStore", or set "$0.dismiss = DismissEffect { … }".
      """
    )
  }
}
