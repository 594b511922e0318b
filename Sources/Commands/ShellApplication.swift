import Core

/// A program that is a shell for one feature: its name, its vocabulary, and how its sessions start.
///
/// ```swift
/// let application = ShellApplication(name: "counter", initialState: Counter.State()) { Counter() }
/// ```
///
/// The shell also works without a vocabulary: a line that starts with `.` is an action in Swift syntax.
public struct ShellApplication<State, Action> {
  /// The application without the feature's types.
  package let erased: AnyApplication

  /// The name of the program, which also names its directories.
  public var name: String { erased.name }
  /// The program's version; empty if it has none.
  public var version: String { erased.version }
  /// The greeting of the interactive shell, one line.
  public var greeting: String { erased.greeting }
  /// The chapters of the guided tour, in order.
  public var tour: [TourChapter] { erased.tour }

  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The program's version.
  ///   - greeting: The greeting of the interactive shell, one line.
  ///   - tour: The chapters of the guided tour, in order.
  ///   - vocabulary: The feature's own commands. A command with the name of a built-in one hides it, which is reported
  ///     as an issue. Without any, the feature is driven by its actions in Swift syntax.
  ///   - user: Whether an action is one that a user can send; `explore` tries no others. By default, the names and types
  ///   of actions decide: `delegate`, `…Response` and `Result` are not the user's.
  ///   - fileID: The location of the call, for that issue.
  ///   - filePath: The path of that file.
  ///   - line: The line in it.
  ///   - column: The column in it.
  ///   - makeSession: Makes a session from a seed and the date at its start. Each script gets its own session.
  public init(
    name: String,
    version: String = "",
    greeting: String = "",
    tour: [TourChapter] = [],
    vocabulary: Vocabulary<State, Action>? = nil,
    user: ((Action) -> Bool)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    makeSession: @escaping (_ seed: UInt64, _ epoch: Date) -> Session<State, Action>
  ) {
    let types = FeatureTypes(
      state: State.self,
      action: Action.self,
      isUserAction: user.map { user in { ($0 as? Action).map(user) ?? false } }
    ) {
      makeSession(0, Date(timeIntervalSinceReferenceDate: 0)).endpoints
    }
    let builtIn = AnyVocabulary.builtIn(types)
    for mistake in vocabulary?.erased.mistakes(hiding: builtIn) ?? [] {
      reportIssue(mistake, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    erased = AnyApplication(
      name: name,
      version: version,
      greeting: greeting,
      tour: tour,
      table: CommandTable([vocabulary?.erased].compactMap(\.self) + builtIn, of: types),
      makeSession: { AnySession(makeSession($0, $1)) },
      makeInterpreter: {
        Interpreter<State, Action>(application: $0, origin: $1, console: $2, settings: $3, script: $4)
      }
    )
  }

  /// Creates an application whose sessions begin with a state.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - initialState: The state at the start of each session, made with the session's dependencies.
  ///   - version: The program's version.
  ///   - greeting: The greeting of the interactive shell, one line.
  ///   - tour: The chapters of the guided tour, in order.
  ///   - vocabulary: The feature's own commands.
  ///   - user: Whether an action is one that a user can send; by default, its name and type decide.
  ///   - fileID: The location of the call, for issues.
  ///   - filePath: The path of that file.
  ///   - line: The line in it.
  ///   - column: The column in it.
  ///   - reducer: The feature.
  public init<R: Reducer>(
    name: String,
    initialState: @autoclosure @escaping () -> R.State,
    version: String = "",
    greeting: String = "",
    tour: [TourChapter] = [],
    vocabulary: Vocabulary<State, Action>? = nil,
    user: ((Action) -> Bool)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @ReducerBuilder<R.State, R.Action> reducer: @escaping () -> R
  ) where State == R.State, Action == R.Action {
    self.init(
      name: name,
      version: version,
      greeting: greeting,
      tour: tour,
      vocabulary: vocabulary,
      user: user,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    ) { seed, epoch in
      Session(initialState: initialState(), seed: seed, epoch: epoch, reducer: reducer)
    }
  }
}
