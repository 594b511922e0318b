import Core

/// What a ``Command`` is, for any feature.
package struct AnyCommand {
  /// The name of the command, which can be abbreviated to an unambiguous prefix.
  package let name: String
  /// Other names of the command.
  package let aliases: [String]
  /// Name and arguments: `move SET DEST`.
  package let usage: String
  /// A summary in one line, without a full stop.
  package let summary: String
  /// The rest of the help, in paragraphs.
  package let discussion: String
  /// Examples of command lines, each with an explanation.
  package let examples: [(line: String, explanation: String)]

  let parse: (inout ArgumentReader, ScriptParser) throws(Diagnostic) -> Operation
  /// The completions of each parameter.
  let completions: [(CompletionRequest) -> [Completion]]
  /// Whether each parameter can take several words.
  var severalWords: [Bool] = []
  /// A description of an error in the declaration of its parameters.
  private(set) var mistake: String?
  /// Whether an open bracket in its arguments continues a typed line.
  package var spansBrackets = false
  /// Whether its output can be long and should be paged.
  var isPaged = false
  /// Which words after its arguments redirect its output.
  var redirectionMarks = RedirectionMarks.none
  /// The options between its name and its arguments.
  package var options: [CommandOption] = []
  /// The number of words before a nested command, if it takes one.
  package var wordsBeforeCommand: Int?
  /// Whether it drives the session, so that what-if commands can replay or replace it. All others only query the
  /// session or set up the shell.
  var isPartOfLine = true
  /// Its role in the structure of a script, if it has one.
  var role: CommandRole?
  /// Whether its effect depends only on its line, not on other commands or variables.
  private(set) var dependsOnLineAlone = false
  /// Words with a meaning of their own among its arguments, which are highlighted.
  var keywords: Set<String> = []
  /// Whether its argument is the name of a command.
  var completesCommands = false
  /// Which of its words name commands, macros and aliases, besides those of a nested command.
  var names = NamingWords.none
  /// The arguments that `explore` tries for each parameter.
  var candidates: [CandidateWords.Source] = []
  /// Whether `explore` tries it: it only sends actions.
  var isExplored = false

  /// Creates a command that parses its own line, as commands that contain other commands do.
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
        inout ArgumentReader, ScriptParser
      ) throws(Diagnostic) -> Operation
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

  /// Creates a command that works on the shell itself, such as one that prints.
  package init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    perform: @escaping (AnyInterpreter, repeat each Value) throws -> Void
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
    operation: @escaping (repeat each Value) -> Operation
  ) {
    var arguments: [String] = []
    var completions: [(CompletionRequest) -> [Completion]] = []
    var severalWords: [Bool] = []
    var wordsLeft: [Int?] = []
    var options: [CommandOption] = []
    var spansBrackets = false
    var redirectionMarks = RedirectionMarks.all
    var keywords: Set<String> = []
    var candidates: [CandidateWords.Source] = []
    for parameter in repeat each parameters {
      spansBrackets = spansBrackets || parameter.spansBrackets
      if let option = parameter.option {
        options.append(option)
        continue
      }
      redirectionMarks = min(redirectionMarks, parameter.redirectionMarks)
      keywords.formUnion(parameter.keywords)
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
    ) { [options, takesText = redirectionMarks != .all, severalWords] (reader, _) throws(Diagnostic) in
      let takesWords = !severalWords.contains(true)
      try reader.readOptions(options, beforeText: takesText, beforeWords: takesWords)
      return operation(repeat try (each parameters).read(&reader))
    }
    self.severalWords = severalWords
    mistake = Self.mistake(in: Array(zip(arguments, wordsLeft)))
    dependsOnLineAlone = true
    self.options = options
    self.spansBrackets = spansBrackets
    self.redirectionMarks = redirectionMarks
    self.keywords = keywords
    self.candidates = candidates
  }

  /// Describes a parameter for which no word can ever be left.
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

  /// Few options are listed in the usage; many are abbreviated to `[OPTION…]`.
  private static func usage(of options: [CommandOption]) -> [String] {
    options.count > 2 ? ["[OPTION…]"] : options.map(\.usage)
  }

  /// The same command with its output paged if it does not fit on the screen.
  package func paged() -> Self {
    var command = self
    command.isPaged = true
    return command
  }

  /// The same command, with some words naming other commands.
  func naming(_ names: NamingWords) -> Self {
    var command = self
    command.names = names
    return command
  }

  /// Creates a command that sends actions, all in one turn.
  package init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    send: @escaping (AnySession.TurnScope, repeat each Value) throws -> Void
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
