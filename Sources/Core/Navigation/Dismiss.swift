extension DependencyValues {
  /// Dismisses the feature that uses it, from whatever presents the feature.
  ///
  /// ```swift
  /// @Dependency(\.dismiss) var dismiss
  ///
  /// case .closeButtonTapped:
  ///   return .run { _ in await dismiss() }
  /// ```
  @DependencyEntry(liveValue: DismissEffect.unavailable)
  public var dismiss: DismissEffect = .unavailable

  /// Whether the feature that uses it can be dismissed: another feature presents it, or it runs alone in a test.
  public var isPresented: Bool { dismiss.canDismiss }

  /// These values for a feature presented in a scope.
  func presented(in scope: ChildIdentity) -> DependencyValues {
    var values = self
    values.dismiss = DismissEffect(.scope(scope))
    return values
  }
}

/// Dismisses the feature that uses it: `await dismiss()`. Call it in an effect.
///
/// A feature that is presented with `ifLet`, or is in a stack with `forEach`, is dismissed by the corresponding
/// action of its parent. At the root of a ``TestStore``, its effects are cancelled, and ``TestStore/isDismissed``
/// becomes `true`. At the root of a ``Store`` or a `Session` it cannot be dismissed: an issue is reported, and its
/// effects continue.
public struct DismissEffect: Sendable {
  private let target: Target

  fileprivate enum Target: Sendable {
    case unavailable
    case scope(ChildIdentity)
    case root
    case custom(@Sendable () async -> Void)
  }

  /// Creates a replacement for dismissal, to test a feature without the one that presents it.
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
  /// - Parameter dismiss: Called when the feature requests its dismissal. Its effects continue.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    target = .custom(dismiss)
  }

  fileprivate init(_ target: Target) {
    self.target = target
  }

  /// Reports that the feature cannot be dismissed.
  static let unavailable = Self(.unavailable)

  /// Dismisses the feature at the root of a test store.
  static let root = Self(.root)

  var canDismiss: Bool {
    if case .unavailable = target { false } else { true }
  }

  /// Dismisses the feature and cancels its effects, including this one.
  ///
  /// If the feature is not presented, an issue is reported.
  ///
  /// - Parameter animation: How to animate the resulting change.
  public func callAsFunction(
    animation: Animation? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    switch (target, RunningEffect.current) {
    case (.custom(let dismiss), _):
      return await dismiss()
    case (.scope(let scope), let effect?):
      if await effect.dismiss(scope, animation: animation) { return }
    case (.root, let effect?):
      return await effect.dismissRoot()
    case (.unavailable, _), (_, nil):
      break
    }
    SourceSite(fileID, filePath, line, column).reportIssue(
      """
      A feature requested its dismissal, but it cannot be dismissed.

      Request it from an effect of a feature that another one presents, with "ifLet" or in a stack with "forEach". To \
      test a feature without its parent, run it in a "TestStore", or set "$0.dismiss = DismissEffect { … }".
      """
    )
  }
}
