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
  /// The commands without the feature's types.
  let erased: AnyVocabulary

  /// The heading of the commands in `help`.
  public var title: String { erased.title }
  /// The commands, in the order in which `help` lists them.
  public let commands: [Command<State, Action>]

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
    self.commands = commands()
    erased = AnyVocabulary(title, self.commands.map(\.erased))
    for mistake in erased.mistakes {
      reportIssue(mistake, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Collects the commands of a vocabulary.
  public typealias Builder = VocabularyBuilder<Command<State, Action>>
}

/// Collects the commands of a vocabulary.
@resultBuilder
public enum VocabularyBuilder<Element> {
  /// A command.
  public static func buildExpression(_ command: Element) -> [Element] {
    [command]
  }

  /// Commands one after the other.
  public static func buildBlock(_ commands: [Element]...) -> [Element] {
    commands.flatMap { $0 }
  }

  /// The commands of an `if`, or none.
  public static func buildOptional(_ commands: [Element]?) -> [Element] {
    commands ?? []
  }

  /// The commands of an `if` or of the first cases of a `switch`.
  public static func buildEither(first: [Element]) -> [Element] { first }

  /// The commands of an `else` or of the other cases of a `switch`.
  public static func buildEither(second: [Element]) -> [Element] { second }

  /// The commands of a `for`.
  public static func buildArray(_ commands: [[Element]]) -> [Element] {
    commands.flatMap { $0 }
  }
}
