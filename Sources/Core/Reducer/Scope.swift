/// Embeds a child feature in a parent: the child reduces its part of the parent's state on its own actions.
///
/// ```swift
/// var body: some Reducer<State, Action> {
///   Scope(state: \.profile, action: \.profile) { Profile() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// The part is a property of the parent's state or, if that is an enum, one of its cases. An action for the child while
/// the state is another case is reported as an issue, and the child does not run.
///
/// List children before the parent's own logic, so that a child has handled its action before the parent can take
/// the child's state away.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private enum Place {
    case property(Lens<ParentState, Child.State>)
    case enumCase(AnyCasePath<ParentState, Child.State>, SourceSite)
  }

  private let place: Place
  private let toChildAction: AnyCasePath<ParentAction, Child.Action>
  private let child: BuiltReducer<Child>

  private init(_ place: Place, _ toChildAction: CaseKeyPath<ParentAction, Child.Action>, _ child: Child) {
    self.place = place
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = BuiltReducer(feature: child, in: ParentAction.self)
  }

  /// Creates a reducer that runs a child on a property of the parent's state.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state is in the parent's.
  ///   - toChildAction: The case of the parent's action that carries the child's actions.
  ///   - child: The child's reducers.
  // Disfavored, as a case of an enum with dynamic members can be read as an optional property, too.
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.property(Lens(toChildState)), toChildAction, child())
  }

  /// Creates a reducer that runs a child on a property of the parent's state.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state is in the parent's.
  ///   - toChildAction: The case of the parent's action that carries the child's actions.
  ///   - child: The child's reducers.
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.property(Lens(toChildState)), toChildAction, child())
  }

  /// Creates a reducer that runs a child while the parent's state is one case of an enum.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that carries the child's.
  ///   - toChildAction: The case of the parent's action that carries the child's actions.
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
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(.enumCase(AnyCasePath(toChildState), site), toChildAction, child())
  }

  /// Creates a reducer that runs a child while the parent's state is one case of an enum.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that carries the child's.
  ///   - toChildAction: The case of the parent's action that carries the child's actions.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    _ toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ParentState: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(.enumCase(AnyCasePath(toChildState), site), toChildAction, child())
  }

  /// Runs the child on its part, if the action is for it.
  ///
  /// - Complexity: That of the child.
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    switch place {
    case .property(let lens):
      return lens.reduce(&state) { child.reduce(into: &$0, action: childAction) }.map(toChildAction.embed)
    case .enumCase(let path, let site):
      guard let effect = path.modify(&state, { child.reduce(into: &$0, action: childAction) }) else {
        site.reportOtherCase(of: state, action: action)
        return .none
      }
      return effect.map(toChildAction.embed)
    }
  }

  /// What the child presents.
  public var presentationFinder: PresentationFinder<ParentState, ParentAction>? {
    switch place {
    case .property(let lens):
      guard let finder = child.presentationFinder else { return nil }
      return PresentationFinder { state in
        finder.find(lens.read(state)).map { $0.embedded(at: toChildAction.step, toChildAction.embed) }
      }
    case .enumCase(let path, _):
      // Features may contain each other, so this looks only where there is a state.
      return PresentationFinder { state in
        guard let childState = path.extract(from: state) else { return [] }
        return child.presentations(in: childState, at: toChildAction.step, toChildAction.embed)
      }
    }
  }
}

extension Scope {
  /// Rejects an optional: its child runs under ``Reducer/ifLet(_:action:then:fileID:filePath:line:column:)``.
  @available(*, deprecated, message: "The state of a 'Scope' is always there: use 'ifLet' for an optional")
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState?>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState?, ChildAction> child: () -> Child
  ) where ChildState? == Child.State, ChildAction == Child.Action {
    self.init(.property(Lens(toChildState)), toChildAction, child())
  }

  /// Rejects an optional: its child runs under ``Reducer/ifLet(_:action:then:fileID:filePath:line:column:)``.
  @available(*, deprecated, message: "The state of a 'Scope' is always there: use 'ifLet' for an optional")
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState?>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState?, ChildAction> child: () -> Child
  ) where ChildState? == Child.State, ChildAction == Child.Action {
    self.init(.property(Lens(toChildState)), toChildAction, child())
  }
}

extension SourceSite {
  /// Reports that an action came for a child while the state was another case.
  fileprivate func reportOtherCase(of state: some Any, action: some Any) {
    var dump = ""
    customDump(action, to: &dump, indent: 4)
    reportIssue(
      """
      A "Scope" at "\(fileID):\(line)" received a child action while the state was another case.

        Action:
      \(dump)

        State: \(CurrentCase(state).map { ".\($0.name)" } ?? "\(state)")

      This can happen when:

      • A parent reducer changed the case before the "Scope" ran. Put the "Scope" before the parent's own logic, so \
      that the child runs first.

      • An effect in flight sent the action after the case changed. Cancel the child's effects when the case changes, \
      or embed the child with "ifCaseLet", which does.

      • The action was sent while the state was another case. Check the case before sending.
      """
    )
  }
}
