import Core

/// A command of a shell: its name, its arguments, its help, and what it does.
///
/// A command does one of two things. One that drives the feature *sends*: its actions make up one turn, which `undo`
/// takes back as a whole. One that answers a question *performs*: it looks at the shell and prints.
///
/// ```swift
/// Command("clear", summary: "Remove the completed todos") { turn in
///   turn.send(.clearCompletedButtonTapped)
/// }
/// ```
public struct Command<State, Action> {
  /// The word that it is called by. Any unambiguous start of it works too.
  public let name: String
  /// Other words that it is called by.
  public let aliases: [String]
  /// Name and arguments: `move SET DEST`.
  public let usage: String
  /// One line that says what it does, without a full stop.
  public let summary: String
  /// Everything else that is worth knowing, in paragraphs.
  public let discussion: String
  /// Command lines that work, each with what it does.
  public let examples: [(line: String, explanation: String)]

  let parse:
    (inout ArgumentReader, ScriptParser<State, Action>) throws(Diagnostic) -> Operation<State, Action>
  /// One for each parameter: what may stand there.
  let completions: [(CompletionRequest) -> [Completion]]
  /// For the parameters in order, whether each may be several words.
  var severalWords: [Bool] = []
  /// What is wrong with how its parameters are declared.
  private(set) var mistake: String?
  /// Whether an open bracket in its arguments makes a typed line go on.
  package var spansBrackets = false
  /// Whether it shows something of any length, which a person may want to page through.
  var isPaged = false
  /// What may stand between its name and its arguments.
  package var options: [CommandOption] = []
  /// After how many words another command follows, if one does.
  package var wordsBeforeCommand: Int?
  /// Whether it is something that happens in a session, so that another command can be done again in its place. All
  /// others look at the session, or set up the shell.
  var isPartOfLine = true
  /// What it is to the script around it, if it is more than something to do.
  var role: CommandRole?
  /// Whether nothing but its line decides what it does: neither other commands nor variables.
  private(set) var dependsOnLineAlone = false
  /// Whether its argument is the name of a command.
  var completesCommands = false
  /// For each parameter, what `explore` puts there.
  var candidates: [CandidateWords.Source] = []
  /// Whether `explore` tries it: it sends actions, and does nothing else.
  var isExplored = false

  /// A command that reads its line by itself, as those must that look at other commands.
  init(
    _ name: String,
    aliases: [String] = [],
    usage arguments: String,
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    completions: [(CompletionRequest) -> [Completion]] = [],
    parse:
      @escaping (
        inout ArgumentReader, ScriptParser<State, Action>
      ) throws(Diagnostic) -> Operation<State, Action>
  ) {
    self.name = name
    self.aliases = aliases
    self.usage = arguments.isEmpty ? name : "\(name) \(arguments)"
    self.summary = summary
    self.discussion = discussion
    self.examples = examples.map { ($0.key, $0.value) }
    self.completions = completions
    self.parse = parse
  }

  /// A command that works on the shell itself, as one does that prints.
  ///
  /// - Parameters:
  ///   - name: The word that it is called by.
  ///   - parameters: Its arguments, in order.
  ///   - aliases: Other words that it is called by.
  ///   - summary: One line that says what it does, without a full stop.
  ///   - discussion: Everything else that is worth knowing.
  ///   - examples: Command lines that work, each with what it does.
  ///   - perform: Does it. What it throws becomes an error with the place of the command: a `Diagnostic` as it is,
  ///     anything else as its description.
  public init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    perform: @escaping (Interpreter<State, Action>, repeat each Value) throws -> Void
  ) {
    self.init(
      name,
      repeat each parameters,
      aliases: aliases,
      summary: summary,
      discussion: discussion,
      examples: examples,
      operation: { (values: repeat each Value) in
        Operation { shell in try perform(shell, repeat each values) }
      }
    )
  }

  private init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    aliases: [String],
    summary: String,
    discussion: String,
    examples: KeyValuePairs<String, String>,
    operation: @escaping (repeat each Value) -> Operation<State, Action>
  ) {
    var arguments: [String] = []
    var completions: [(CompletionRequest) -> [Completion]] = []
    var severalWords: [Bool] = []
    var wordsLeft: [Int?] = []
    var options: [CommandOption] = []
    var spansBrackets = false
    var candidates: [CandidateWords.Source] = []
    for parameter in repeat each parameters {
      spansBrackets = spansBrackets || parameter.spansBrackets
      if let option = parameter.option {
        options.append(option)
        continue
      }
      arguments.append(parameter.usage)
      severalWords.append(parameter.takesSeveralWords)
      wordsLeft.append(parameter.wordsLeft)
      completions.append(parameter.completions)
      candidates.append(CandidateWords.Source(parameter.candidates, completions: parameter.completions))
    }
    self.init(
      name,
      aliases: aliases,
      usage: (Self.usage(of: options) + arguments).joined(separator: " "),
      summary: summary,
      discussion: discussion,
      examples: examples,
      completions: completions
    ) { [options] (reader, _) throws(Diagnostic) in
      try reader.readOptions(options)
      return operation(repeat try (each parameters).read(&reader))
    }
    self.severalWords = severalWords
    mistake = Self.mistake(in: Array(zip(arguments, wordsLeft)))
    dependsOnLineAlone = true
    self.options = options
    self.spansBrackets = spansBrackets
    self.candidates = candidates
  }

  /// A parameter for which no word can be left, whatever is typed.
  private static func mistake(in parameters: [(usage: String, wordsLeft: Int?)]) -> String? {
    for (place, parameter) in parameters.enumerated() {
      let rest = parameters[(place + 1)...]
      guard let kept = parameter.wordsLeft, let unreachable = rest.dropFirst(kept).first else { continue }
      return
        "\(unreachable.usage) is unreachable: \(parameter.usage) before it takes all remaining words"
        + (kept == 0 ? "" : " but \(kept)")
    }
    return nil
  }

  /// Few options are named; many would hide what else there is.
  private static func usage(of options: [CommandOption]) -> [String] {
    options.count > 2 ? ["[OPTION…]"] : options.map(\.usage)
  }

  /// The same command, as one that prints what may be longer than the screen: a person pages through it.
  public func paged() -> Self {
    var command = self
    command.isPaged = true
    return command
  }

  /// A command that sends actions: one turn, however many they are.
  ///
  /// - Parameters:
  ///   - name: The word that it is called by.
  ///   - parameters: Its arguments, in order.
  ///   - aliases: Other words that it is called by.
  ///   - summary: One line that says what it does, without a full stop.
  ///   - discussion: Everything else that is worth knowing.
  ///   - examples: Command lines that work, each with what it does.
  ///   - send: Sends the actions through the scope, which also shows the state. A command that may fail checks first
  ///     and sends then, so that an error leaves everything as it was.
  public init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    send: @escaping (Session<State, Action>.TurnScope, repeat each Value) throws -> Void
  ) {
    self.init(
      name,
      repeat each parameters,
      aliases: aliases,
      summary: summary,
      discussion: discussion,
      examples: examples,
      operation: { (values: repeat each Value) in
        Operation { shell in try shell.turn { turn in try send(turn, repeat each values) } }
      }
    )
    isExplored = true
  }
}
