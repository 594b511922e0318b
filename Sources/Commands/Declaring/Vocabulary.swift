import Core

/// The commands that a feature adds to the shell, written as a list:
///
/// ```swift
/// extension Vocabulary<Counter.State, Counter.Action> {
///   static var counter: Self {
///     Vocabulary("Counter") {
///       Command("up", Argument.count("N"), summary: "Count up") { turn, count in
///         for _ in 0..<count { turn.send(.incrementButtonTapped) }
///       }
///     }
///   }
/// }
/// ```
public struct Vocabulary<State, Action> {
  /// The heading of the commands in `help`.
  public let title: String
  /// The commands, in the order in which `help` lists them.
  public internal(set) var commands: [Command<State, Action>]
  /// Whether it belongs to the shell rather than to the feature.
  var isBuiltIn = false

  /// - Parameters:
  ///   - title: The heading of the commands in `help`.
  ///   - fileID: The location of the declaration, for the issues reported if a command or a parameter is unreachable.
  ///   - filePath: The path of that file.
  ///   - line: The line in it.
  ///   - column: The column in it.
  ///   - commands: The commands, in the order in which `help` lists them.
  public init(
    _ title: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @Builder commands: () -> [Command<State, Action>]
  ) {
    self.title = title
    self.commands = commands()
    for mistake in mistakes {
      reportIssue(mistake, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Collects the commands of a vocabulary.
  @resultBuilder
  public enum Builder {
    /// A command.
    public static func buildExpression(_ command: Command<State, Action>) -> [Command<State, Action>] {
      [command]
    }

    /// Commands one after the other.
    public static func buildBlock(_ commands: [Command<State, Action>]...) -> [Command<State, Action>] {
      commands.flatMap { $0 }
    }

    /// The commands of an `if`, or none.
    public static func buildOptional(_ commands: [Command<State, Action>]?) -> [Command<State, Action>] {
      commands ?? []
    }

    /// The commands of an `if` or of the first cases of a `switch`.
    public static func buildEither(first: [Command<State, Action>]) -> [Command<State, Action>] { first }

    /// The commands of an `else` or of the other cases of a `switch`.
    public static func buildEither(second: [Command<State, Action>]) -> [Command<State, Action>] { second }

    /// The commands of a `for`.
    public static func buildArray(_ commands: [[Command<State, Action>]]) -> [Command<State, Action>] {
      commands.flatMap { $0 }
    }
  }
}
