/// Runs a feature in a test: the test asserts what each action changes and which actions its effects send, and
/// everything it does not assert is reported as an issue.
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
/// The store knows when nothing more can happen without the test, and never waits in that case: a missing action is
/// reported immediately, and the consequences of advancing a clock are complete when `advance` returns. Timeouts
/// matter only for an effect that is busy on another executor.
///
/// A test of a feature that sleeps provides a ``TestClock``, or an ``ImmediateClock`` if it does not depend on *when* things
/// happen.
///
/// The store inherits the dependencies, default values and shared storages of the test: the feature sees what the test
/// sets up before it creates the store. Effects also run while the test awaits anything else.
///
/// Use a store from one task at a time, as a local variable of a test. It works on and off the main actor.
@dynamicMemberLookup
public final class TestStore<State, Action> {
  /// How much the test must assert.
  public var exhaustivity: Exhaustivity = .on

  /// The maximum time that `receive` and `finish` wait for an effect that is busy on another executor.
  public var timeout: Duration = .seconds(1)

  /// Kept for source compatibility: effects always run on the store's own executor.
  public var useMainSerialExecutor = true

  /// The state as asserted so far. Shared values in it are the current ones.
  public internal(set) var state: State

  /// Whether the feature has requested its dismissal with the dependency `dismiss`. Its effects were then cancelled,
  /// and it accepts no more actions.
  public var isDismissed: Bool { runtime.isDismissed }

  let runtime: TestRuntime<State, Action>
  /// The counter of the feature's generator of element ids before the action being asserted.
  var stackElementIDs: StackElementIDCounter?
  let shared: AssertedSharedValues
  let site: SourceSite

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Sets the feature's dependencies.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    var dependencies = DependencyValues.current.withDefaultsOfThisPlace().withStackElementIDs()
    dependencies.set {
      if !$0.isPresented { $0.dismiss = .root }
      prepareDependencies(&$0)
    }
    let shared = AssertedSharedValues()
    dependencies.sharedWorld = SharedWorld(tracker: shared.tracker)
    let (state, reducer) = dependencies.whileCurrent { (initialState(), reducer()) }
    self.state = state
    site = SourceSite(fileID, filePath, line, column)
    shared.accept(shared.tracker.snapshot)
    self.shared = shared
    runtime = TestRuntime(state: state, dependencies: dependencies, shared: shared.tracker, reducer: reducer)
  }

  deinit {
    assertNothingIsLeft(at: site)
    runtime.shutDown()
  }

  /// The feature's dependencies. Changes apply to the actions processed from then on.
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

/// How much a ``TestStore`` requires a test to assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of state, each action that an effect sends, and the end of each effect.
  case on
  /// Only what the test chooses to assert.
  ///
  /// - Parameter showSkippedAssertions: Whether to show what was not asserted: as an expected issue, or, in XCTest on
  ///   Linux, which does not support expected failures, as a note on standard error.
  case off(showSkippedAssertions: Bool)

  /// Only what the test chooses to assert. Everything else passes silently.
  public static let off = Self.off(showSkippedAssertions: false)
}

extension TestStore where Action: BindableAction, Action.State == State {
  /// Bindings for the store's properties, to test what a view is given: `store.bindings.query` is a ``StoreBinding``.
  ///
  /// A binding reads the asserted state. Setting it sends the action that sets the property, and asserts that only
  /// this property changes. If other changes are expected, send the action instead: `await store.send(.set(\.query,
  /// ""))`.
  @MainActor
  public var bindings: StoreBindings<State, Action> {
    StoreBindings(state: { self.state }, send: { change, _ in self.set(change) })
  }

  private func set(_ change: BindingAction<State>) {
    var expected = state
    change(&expected)
    let isChange = !areEqual(expected, state)
    process(.binding(change), expecting: isChange ? { change(&$0) } : nil, at: site)
  }
}
