import Core

/// A command of a shell: its name, parameters, help and action.
///
/// There are two kinds of commands. A command that drives the feature *sends* actions, which make up one turn that
/// `undo` reverts as a whole. A command that answers a query *performs* a closure, which reads the shell and prints.
///
/// ```swift
/// Command("clear", summary: "Remove the completed todos") { turn in
///   turn.send(.clearCompletedButtonTapped)
/// }
/// ```
public struct Command<State, Action> {
  /// The command without the feature's types.
  let erased: AnyCommand

  private init(_ erased: AnyCommand) { self.erased = erased }

  /// The name of the command, which can be abbreviated to an unambiguous prefix.
  public var name: String { erased.name }
  /// Other names of the command.
  public var aliases: [String] { erased.aliases }
  /// Name and arguments: `move SET DEST`.
  public var usage: String { erased.usage }
  /// A summary in one line, without a full stop.
  public var summary: String { erased.summary }
  /// The rest of the help, in paragraphs.
  public var discussion: String { erased.discussion }
  /// Examples of command lines, each with an explanation.
  public var examples: [(line: String, explanation: String)] { erased.examples.map { ($0, $1) } }

  /// Creates a command that works on the shell itself, such as one that prints.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - parameters: Its parameters, in order.
  ///   - aliases: Other names of the command.
  ///   - summary: A summary in one line, without a full stop.
  ///   - discussion: The rest of the help.
  ///   - examples: Examples of command lines, each with an explanation.
  ///   - perform: The action of the command. A thrown `Diagnostic` is reported as it is, any other error by its
  ///     description at the place of the command.
  @_disfavoredOverload
  public init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    perform: @escaping (Interpreter<State, Action>, repeat each Value) throws -> Void
  ) {
    erased = AnyCommand(
      repeat each parameters,
      help: "",
      perform: { (shell: AnyInterpreter, values: repeat each Value) in
        try perform(shell.typed(), repeat each values)
      }
    )
    .named([name] + aliases).drivingSession().explained(
      by: .parts(summary: summary, discussion: discussion, examples: examples)
    )
  }

  /// Creates a command that sends actions, all in one turn.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - parameters: Its parameters, in order.
  ///   - aliases: Other names of the command.
  ///   - summary: A summary in one line, without a full stop.
  ///   - discussion: The rest of the help.
  ///   - examples: Examples of command lines, each with an explanation.
  ///   - send: Sends the actions through the scope, which also provides the state. A command that can fail should check
  ///     first and then send, so that an error changes nothing.
  public init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    send: @escaping (Session<State, Action>.TurnScope, repeat each Value) throws -> Void
  ) {
    erased = AnyCommand(
      repeat each parameters,
      help: "",
      perform: { (shell: AnyInterpreter, values: repeat each Value) in
        try shell.turn { turn in try send(Session<State, Action>.TurnScope(turn), repeat each values) }
      }
    )
    .named([name] + aliases).drivingSession().explored().explained(
      by: .parts(summary: summary, discussion: discussion, examples: examples)
    )
  }

  /// The same command with its output paged if it does not fit on the screen.
  public func paged() -> Self { Self(erased.paged()) }

  /// Marks the command as the one that shows the state as a whole, such as a list or a board. A notebook shows, after each
  /// cell, what the command prints without arguments.
  public func overview() -> Self { Self(erased.overview()) }

  /// The same command, with or without `explore` trying it. It tries those that send actions, unless told otherwise.
  public func explored(_ isExplored: Bool = true) -> Self { Self(erased.explored(isExplored)) }
}
