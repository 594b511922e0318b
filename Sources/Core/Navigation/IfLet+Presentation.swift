extension Reducer {
  /// Embeds a child feature that is presented while its state is not `nil`.
  ///
  /// The child reduces first, then this reducer. The action `.dismiss`, which an effect of the child sends with the
  /// dependency `dismiss`, sets the state to `nil` after this reducer has run. When the state becomes `nil`, or
  /// becomes that of another child (another `id`, another case), the previous child's effects are cancelled: at once if
  /// this reducer changed it, otherwise when this operator runs next.
  ///
  /// An action for a missing child is reported as an issue, and this reducer still runs.
  ///
  /// - Parameters:
  ///   - toPresentationState: The key path to the child's state: `\.$destination`.
  ///   - toPresentationAction: The case that carries the child's actions.
  ///   - destination: The child's reducers.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let path = AnyCasePath(toPresentationAction)
    return ConditionalReducer(
      operatorName: "ifLet",
      parent: self,
      child: destination(),
      at: toPresentationState,
      access: ChildAccess(
        value: { $0[keyPath: toPresentationState].wrappedValue },
        modify: { state, change in modifyWrapped(&state[keyPath: toPresentationState].wrappedValue, change) },
        clear: { $0[keyPath: toPresentationState].wrappedValue = nil },
        known: ({ $0[keyPath: toPresentationState].known }, { $0[keyPath: toPresentationState].known = $1 })
      ),
      actions: ChildActions(
        extract: path.extract,
        embed: { [embed = path.embed] in embed(.presented($0)) },
        step: path.step,
        dismissal: path.embed(.dismiss)
      ),
      site: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Embeds the feature of a `@Reducer` enum that is presented while its state is not `nil`.
  ///
  /// - Parameters:
  ///   - toPresentationState: The key path to the child's state: `\.$destination`.
  ///   - toPresentationAction: The case that carries the child's actions.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toPresentationState,
      action: toPresentationAction,
      destination: { ChildState.StateReducer.body },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Dismisses an alert or dialog once one of its actions has been handled.
  ///
  /// - Parameters:
  ///   - toPresentationState: The key path to its state: `\.$alert`.
  ///   - toPresentationAction: The case that carries its actions.
  public func ifLet<ChildAction, ChildState: _EphemeralState<ChildAction>>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      toPresentationState,
      action: toPresentationAction,
      destination: { EmptyReducer<ChildState, ChildAction>() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
