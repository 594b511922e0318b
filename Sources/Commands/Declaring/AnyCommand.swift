import Core

/// A ``Command`` of any feature, without its types.
package struct AnyCommand {
  /// The name of the command, which can be abbreviated to an unambiguous prefix.
  package private(set) var name = ""
  /// Other names of the command.
  package private(set) var aliases: [String] = []
  /// Name and arguments: `move SET DEST`.
  package private(set) var usage = ""
  /// A summary in one line, without a full stop.
  package let summary: String
  private let arguments: String
  /// The rest of the help, in paragraphs.
  package let discussion: String
  /// Examples of command lines, each with an explanation.
  package let examples: [(line: String, explanation: String)]

  /// Its parameters, without its options.
  let parameters: [AnyParameter]
  /// What its arguments can be.
  let syntax: ArgumentSyntax
  /// The options between its name and its arguments.
  package var options: [CommandOption] = []
  let parse: (inout ArgumentReader) throws(Diagnostic) -> Operation
  /// Its role in the structure of a script, if it has one.
  package private(set) var role: CommandRole?
  /// Its role in a session file, if it is not part of what the session does.
  private(set) var sessionRole: SessionRole?
  /// The kinds of things that the values of some of its options name.
  private(set) var names: NamingWords?
  /// Whether its output, without arguments, shows the feature's state as a whole.
  private(set) var isOverview = false
  /// Whether lists of commands and completion leave it out.
  package private(set) var isHidden = false
  /// Whether its output can be long and should be paged.
  private(set) var isPaged = false
  /// Whether it drives the session, so that what-if commands can replay or replace it. All others only query the
  /// session or set up the shell.
  private(set) var drivesSession = false
  /// The action that it sends, as it is written, if it is the command for an action without arguments.
  var action: String?
  /// Whether `explore` tries it: it only sends actions.
  private(set) var isExplored = false

  /// Words with a meaning of their own among its arguments, which are highlighted.
  var keywords: Set<String> { parameters.reduce(into: []) { $0.formUnion($1.keywords) } }
  /// Whether it takes another command.
  var takesCommand: Bool { parameters.contains { $0.command != nil } }
  /// The completion of its name.
  var completion: Completion { Completion(name, summary: summary) }
  /// A description of an error in the declaration of its parameters.
  var mistake: String? { parameters.mistake }

  /// Creates a command that works on the shell itself, such as one that prints.
  package init<each Value>(
    _ parameters: repeat Parameter<each Value>,
    summary: String,
    discussion: String = "",
    examples: KeyValuePairs<String, String> = [:],
    perform: @escaping (AnyInterpreter, repeat each Value) throws -> Void
  ) {
    var forms: [AnyParameter] = []
    for parameter in repeat each parameters { forms.append(parameter.form) }
    // The values are passed on without a tuple, whose type would be looked up for each command that runs.
    let operation = { (values: repeat each Value) in
      Operation { shell in try perform(shell, repeat each values) }
    }
    self.init(forms, summary: summary, discussion: discussion, examples: examples) {
      (reader) throws(Diagnostic) in operation(repeat try (each parameters).read(&reader))
    }
  }

  /// Creates a command from the forms of its parameters, and closures that read their values.
  // Separate from the initializer above, so that all of the latter can be compiled for the types of a command's values.
  init(
    _ forms: [AnyParameter],
    summary: String,
    discussion: String,
    examples: KeyValuePairs<String, String>,
    read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Operation
  ) {
    let options = forms.compactMap(\.option)
    let arguments = forms.filter { $0.option == nil }
    let parameters = arguments.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    let syntax = parameters.syntax
    let takesWords = !parameters.contains(where: \.takesSeveralWords)
    let wordsBeforeCommand = parameters.firstIndex { $0.command != nil }
    self.arguments = Self.usage(of: options, before: arguments.map(\.usage))
    self.summary = summary
    self.discussion = discussion
    self.examples = examples.map { ($0.key, $0.value) }
    self.parameters = parameters
    self.options = options
    self.syntax = syntax
    parse = { (reader) throws(Diagnostic) in
      try reader.readOptions(
        options,
        beforeText: syntax != .names,
        beforeWords: takesWords,
        wordsBeforeCommand: wordsBeforeCommand
      )
      var operation = try read(&reader)
      operation.block = reader.block
      operation.dependsOnLineAlone = reader.dependsOnLineAlone
      return operation
    }
  }

  /// Few options are listed in the usage; many, or long ones, are abbreviated to `[OPTION…]`.
  private static func usage(of options: [CommandOption], before arguments: [String]) -> String {
    let whole = (options.map(\.usage) + arguments).joined(separator: " ")
    // The name of a command and its usage take at most half of the 80 columns of `help`.
    let short = (["[OPTION…]"] + arguments).joined(separator: " ")
    return options.count > 2 || whole.count > max(25, short.count) ? short : whole
  }
}

extension AnyCommand {
  /// The same command with a name, followed by its aliases.
  func named(_ names: [String]) -> Self {
    changed {
      $0.name = names[0]
      $0.aliases = Array(names.dropFirst())
      $0.usage = $0.arguments.isEmpty ? names[0] : "\(names[0]) \($0.arguments)"
    }
  }

  /// The same command with its output paged if it does not fit on the screen.
  package func paged() -> Self { changed { $0.isPaged = true } }

  func overview() -> Self { changed { $0.isOverview = true } }

  /// The same command, which lists of commands and completion leave out.
  func hidden() -> Self { changed { $0.isHidden = true } }

  /// The same command, which drives the session.
  func drivingSession() -> Self { changed { $0.drivesSession = true } }

  /// The same command, with the values of some options naming other commands.
  func naming(_ names: NamingWords) -> Self { changed { $0.names = names } }

  /// The same command with a role in scripts.
  func inScripts(_ role: CommandRole) -> Self { changed { $0.role = role } }

  /// The same command with a role in session files.
  func inSessions(_ role: SessionRole) -> Self { changed { $0.sessionRole = role } }

  /// The same command, tried by `explore` or not.
  ///
  /// By default `explore` tries only commands that send actions, because a command on the shell can do
  /// anything.
  func explored(_ isExplored: Bool = true) -> Self { changed { $0.isExplored = isExplored } }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
