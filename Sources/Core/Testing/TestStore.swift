/// Runs a feature in a test: the test says what each action changes and what its effects send back, and hears of
/// everything that it did not say.
///
/// ```swift
/// let store = TestStore(initialState: Todos.State()) {
///   Todos()
/// } withDependencies: {
///   $0.uuid = .incrementing
/// }
///
/// await store.send(.addTodoButtonTapped) {
///   $0.todos = [Todo.State(id: UUID(0))]
/// }
/// ```
///
/// The store knows when nothing more can happen without the test's doing, so it waits for nothing then: an action that
/// does not come is reported at once, and a clock that is advanced has had its effect when `advance` returns. Time-outs
/// matter only for an effect that is busy elsewhere, on another executor.
///
/// A test that depends on *when* things happen gives the feature a ``TestClock``. If it sets no clock, the feature is
/// given one of the store's own, whose time passes only while the test waits in `receive` or `finish`: from one sleeper
/// to the next, and no further than the time-out. An effect that still sleeps when the test ends is reported as ever.
///
/// To be used by one task at a time, as a local of a test is. It may be used on the main actor or off it.
@dynamicMemberLookup
public final class TestStore<State, Action> {
  /// How much of what happens is to be asserted.
  public var exhaustivity: Exhaustivity = .on

  /// How long ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)`` and
  /// ``finish(timeout:fileID:filePath:line:column:)`` wait at most for an effect that is busy on another executor.
  public var timeout: Duration = .seconds(1)

  /// Kept for source compatibility: effects always run on the store's own executor.
  public var useMainSerialExecutor = true

  /// The state, with all that was asserted so far. What it shares is what it is now, as it is for all who share it.
  public internal(set) var state: State

  /// Whether the feature has asked to be dismissed, with the dependency `dismiss`. Its effects were cancelled then, and
  /// it takes no more actions.
  public var isDismissed: Bool { runtime.isDismissed }

  let runtime: TestRuntime<State, Action>
  /// Where the feature's generator of element ids stood before the action that is being asserted.
  var stackElementIDs: StackElementIDCounter?
  let shared: AssertedSharedValues
  let site: SourceSite

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state that the test begins with.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Sets the dependencies that the feature may use.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    var dependencies = DependencyValues.current.withFreshDefaults().withStackElementIDs()
    dependencies.set {
      if !$0.isPresented { $0.dismiss = .root }
      prepareDependencies(&$0)
    }
    let shared = AssertedSharedValues()
    dependencies.sharedWorld = SharedWorld(tracker: shared.tracker)
    let (state, reducer) = dependencies.whileCurrent { (initialState(), reducer()) }
    self.state = state
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    shared.accept(shared.tracker.snapshot)
    self.shared = shared
    runtime = TestRuntime(state: state, dependencies: dependencies, shared: shared.tracker, reducer: reducer)
  }

  deinit {
    assertNothingIsLeft(at: site)
    runtime.shutDown()
  }

  /// The dependencies that the feature is given. Changing them affects the actions that are processed from here on.
  ///
  /// ```swift
  /// store.dependencies.apiClient.fetchUser = { _ in .mock }
  /// ```
  public var dependencies: DependencyValues {
    get { runtime.dependencies }
    _modify {
      var values = runtime.dependencies.whileSet(true)
      defer { runtime.dependencies = values.whileSet(false) }
      yield &values
    }
  }

  /// Reads a property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }
}

/// A test store for a feature: `TestStoreOf<Todos>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>
