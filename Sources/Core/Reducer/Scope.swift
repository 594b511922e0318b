/// Embeds a child feature in a parent: the child reduces its part of the parent's state for its own actions.
///
/// ```swift
/// var body: some Reducer<State, Action> {
///   Scope(state: \.profile, action: \.profile) { Profile() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// The part is a property of the parent's state or, if that is an enum, one of its cases. An action for the child
/// while the state is another case is reported as an issue, and the child does not run.
///
/// List children before the parent's own logic, so that a child handles its action before the parent can remove the
/// child's state.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private enum Place {
    case property(Lens<ParentState, Child.State>)
    case enumCase(AnyCasePath<ParentState, Child.State>, SourceSite)
  }

  private let place: Place
  private let toChildAction: AnyCasePath<ParentAction, Child.Action>
  private let child: BuiltReducer<Child.State, Child.Action>
  private let part: HashedKeyPath

  private init(
    _ place: Place,
    _ part: AnyKeyPath,
    _ toChildAction: CaseKeyPath<ParentAction, Child.Action>,
    _ child: Child
  ) {
    self.place = place
    self.part = HashedKeyPath(part)
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = BuiltReducer(feature: child, in: ParentAction.self)
  }

  /// Creates a reducer that runs a child on a property of the parent's state.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the child's state.
  ///   - toChildAction: The parent action's case that carries the child's actions.
  ///   - child: The child's reducers.
  // Disfavored, because a case of an enum with dynamic members also reads as an optional property.
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.property(Lens(toChildState)), toChildState, toChildAction, child())
  }

  /// Creates a reducer that runs a child while the parent's state is one case of an enum.
  ///
  /// - Parameters:
  ///   - toChildState: The parent state's case that holds the child's state.
  ///   - toChildAction: The parent action's case that carries the child's actions.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ParentState: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      .enumCase(AnyCasePath(toChildState), SourceSite(fileID, filePath, line, column)),
      toChildState,
      toChildAction,
      child()
    )
  }

  /// Runs the child if the action is for it.
  ///
  /// - Complexity: That of the child.
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    let effect: Effect<Child.Action>
    switch place {
    case .property(let lens):
      effect = lens.reduce(&state) { child.reduce(into: &$0, action: childAction) }
    case .enumCase(let path, let site):
      guard let caseEffect = path.modify(&state, { child.reduce(into: &$0, action: childAction) }) else {
        site.reportOtherCase(of: state, action: action)
        return .none
      }
      effect = caseEffect
    }
    return effect.mapped(in: part, toChildAction.embed)
  }

  /// Finds what the child presents.
  public var presentationFinder: PresentationFinder<ParentState, ParentAction>? {
    switch place {
    case .property(let lens):
      guard let finder = child.presentationFinder else { return nil }
      return PresentationFinder { state in
        finder.find(lens.read(state)).map { $0.embedded(at: toChildAction.step, toChildAction.embed) }
      }
    case .enumCase(let path, _):
      // Features can be recursive, so this descends only where there is a state.
      return PresentationFinder { state in
        guard let childState = path.extract(from: state) else { return [] }
        return child.presentations(in: childState, at: toChildAction.step, toChildAction.embed)
      }
    }
  }
}

extension Scope {
  /// Rejects an optional state, which requires ``Reducer/ifLet(_:action:then:fileID:filePath:line:column:)``.
  @available(*, deprecated, message: "'Scope' requires a non-optional state; use 'ifLet' for an optional")
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState?>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState?, ChildAction> child: () -> Child
  ) where ChildState? == Child.State, ChildAction == Child.Action {
    self.init(.property(Lens(toChildState)), toChildState, toChildAction, child())
  }
}

extension SourceSite {
  /// Reports an action for the child while the state was another case.
  fileprivate func reportOtherCase(of state: some Any, action: some Any) {
    reportIssue(
      """
      A "Scope" at "\(fileID):\(line)" received a child action while the state was another case.

        Action:
      \(indentedDump(of: action))

        State: \(CurrentCase(state).map { ".\($0.name)" } ?? "\(state)")

      This can happen when:

      • A parent reducer changed the case before the "Scope" ran. Put the "Scope" before the parent's own logic, so \
      that the child runs first.

      • An effect in flight sent the action after the case changed. Cancel the child's effects when the case changes, \
      or embed the child with "ifCaseLet", which does so.

      • The action was sent while the state was another case. Check the case before sending.
      """
    )
  }
}
