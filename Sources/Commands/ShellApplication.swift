import Core

/// A program that is a shell for one feature: its name, its vocabulary, and how its sessions start.
///
/// ```swift
/// let application = ShellApplication(name: "counter", vocabulary: .counter) { seed, epoch in
///   Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
/// }
/// ```
///
/// The shell also works without a vocabulary: a line that starts with `.` is an action in Swift syntax.
public struct ShellApplication<State, Action> {
  /// The name of the program, which also names its directories.
  public let name: String
  /// The program's version; empty if it has none.
  public let version: String
  /// The greeting of the interactive shell, one line.
  public let greeting: String
  /// The chapters of the guided tour, in order.
  public let tour: [TourChapter]
  package let table: CommandTable<State, Action>
  let makeSession: (UInt64, Date) -> Session<State, Action>

  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The program's version.
  ///   - greeting: The greeting of the interactive shell, one line.
  ///   - tour: The chapters of the guided tour, in order.
  ///   - vocabulary: The feature's own commands. A command with the name of a built-in one hides it, which is reported
  ///     as an issue. Without any, the feature is driven by its actions in Swift syntax.
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
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    makeSession: @escaping (_ seed: UInt64, _ epoch: Date) -> Session<State, Action>
  ) {
    self.name = name
    self.version = version
    self.greeting = greeting
    self.tour = tour
    let builtIn = Vocabulary<State, Action>.builtIn
    for mistake in vocabulary?.mistakes(hiding: builtIn) ?? [] {
      reportIssue(mistake, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    table = CommandTable([vocabulary].compactMap(\.self) + builtIn)
    self.makeSession = makeSession
  }

  private init(_ other: Self, table: CommandTable<State, Action>) {
    name = other.name
    version = other.version
    greeting = other.greeting
    tour = other.tour
    makeSession = other.makeSession
    self.table = table
  }

  /// The same program with more built-in commands.
  package func adding(_ vocabulary: Vocabulary<State, Action>) -> Self {
    Self(self, table: CommandTable(table.all + [vocabulary.builtIn]))
  }
}
