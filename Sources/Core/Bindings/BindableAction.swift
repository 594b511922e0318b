/// An action with a case for changes to the state's properties; see ``BindingReducer``.
public protocol BindableAction<State> {
  /// The state with the bound properties.
  associatedtype State

  /// The action that carries a change.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The change that this action carries, if any.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The change that this action carries, found by reflection, for an enum without case paths.
  ///
  /// - Complexity: O(1), but some hundred times as slow as a case path: mark the action `@CasePathable` to avoid it.
  public var binding: BindingAction<State>? {
    let current = CurrentCase(of: self)
    return current.name == "binding" ? current.payload as? BindingAction<State> : nil
  }
}

extension BindableAction where Self: CasePathable, AllCasePaths: BindingCasePaths<Self> {
  /// The change that this action carries in its case `binding`.
  public var binding: BindingAction<State>? { Self.allCasePaths.binding.extract(from: self) }
}

/// The case paths of an action with a case `binding`.
public protocol BindingCasePaths<Root> {
  /// The action.
  associatedtype Root: BindableAction
  /// The path to the case `binding`.
  var binding: AnyCasePath<Root, BindingAction<Root.State>> { get }
}

extension BindableAction {
  /// An action that sets a property: short for `.binding(.set(\.property, value))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    .binding(.set(keyPath, value, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// An action that toggles a property: short for `.binding(.toggle(\.property))`.
  public static func binding(
    _ keyPath: any WritableKeyPath<State, Bool> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    .binding(.toggle(keyPath, fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
