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

  /// Whether the feature that uses it was presented by another, so that it can be dismissed.
  public var isPresented: Bool { dismiss.scope != nil }

  /// These values for a feature that is presented in a scope.
  func presented(in scope: ScopeID) -> DependencyValues {
    var values = self
    values.dismiss = DismissEffect(scope: scope)
    return values
  }

  private enum DismissKey: DependencyKey {
    static let liveValue = DismissEffect(scope: nil)
    static let testValue = DismissEffect(scope: nil)
  }
}

/// Takes the feature that uses it away: `await dismiss()`. To be called in an effect.
public struct DismissEffect: Sendable {
  let scope: ScopeID?

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
    if let scope, let context = EffectContext.current, await context.dismiss(scope, animation: animation) {
      return
    }
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column).reportIssue(
      """
      A feature asked to be dismissed, but cannot be.

      That needs an effect of a feature that another presents, with "ifLet" or in a stack with "forEach".
      """
    )
  }
}
