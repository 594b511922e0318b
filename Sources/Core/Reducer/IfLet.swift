extension Reducer {
  /// Embeds a child feature that runs while its state is not `nil`.
  ///
  /// The child reduces first, then this reducer. When the child's state becomes `nil` meanwhile, or becomes that of
  /// another child (its `id` changes, if it is `Identifiable`), the previous child's effects are cancelled. If a reducer
  /// outside of this operator removes the child, they continue.
  ///
  /// An alert or dialog is set to `nil` once this reducer has handled one of its actions, unless the reducer has
  /// presented another.
  ///
  /// An action for a missing child is reported as an issue, and this reducer still runs.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the child's state.
  ///   - toChildAction: The case that carries the child's actions.
  ///   - child: The child's reducers.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let childState = Lens(toChildState)
    return ConditionalReducer(
      operatorName: "ifLet",
      parent: self,
      child: child(),
      at: toChildState,
      access: ChildAccess(
        value: childState.read,
        modify: { state, change in childState.reduce(&state) { modifyWrapped(&$0, change) } },
        clear: { state in childState.modify(&state) { $0 = nil } }
      ),
      actions: ChildActions(AnyCasePath(toChildAction)),
      site: SourceSite(fileID, filePath, line, column)
    )
  }
}

extension Reducer {
  /// Dismisses an alert or dialog once one of its actions has been handled.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to its state: `\.alert`.
  ///   - toChildAction: The case that carries its actions.
  public func ifLet<ChildAction, ChildState: _EphemeralState>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      toChildState,
      action: toChildAction,
      then: { EmptyReducer<ChildState, ChildAction>() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension Reducer where State: CasePathable {
  /// Embeds a child feature that runs while the state is of one case of an enum.
  ///
  /// The child reduces first, then this reducer. When the state leaves the case meanwhile, the child's effects are
  /// cancelled.
  ///
  /// An action for a missing child is reported as an issue, and this reducer still runs.
  ///
  /// - Parameters:
  ///   - toCaseState: The state's case that holds the child's state.
  ///   - toCaseAction: The case that carries the child's actions.
  ///   - child: The child's reducers.
  public func ifCaseLet<CaseState, CaseAction, Child: Reducer<CaseState, CaseAction>>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let path = AnyCasePath(toCaseState)
    return ConditionalReducer(
      operatorName: "ifCaseLet",
      parent: self,
      child: child(),
      at: toCaseState,
      access: ChildAccess(
        value: { state in path.extract(from: state) },
        modify: { state, change in
          guard var caseState = path.extract(from: state) else { return .none }
          defer { state = path.embed(caseState) }
          return change(&caseState)
        }
      ),
      actions: ChildActions(AnyCasePath(toCaseAction)),
      site: SourceSite(fileID, filePath, line, column)
    )
  }
}
