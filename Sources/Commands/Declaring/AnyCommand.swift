import Core

/// A ``Command`` of any feature, without its types.
package struct AnyCommand {
  /// The name of the command, which can be abbreviated to an unambiguous prefix.
  package var name: String { names[0] }
  /// Other names of the command.
  package var aliases: [String] { Array(names.dropFirst()) }
  /// Its name, followed by the others.
  private(set) var names = [""]
  /// What its help says.
  private var help: CommandHelp
  /// A summary in one line, without a full stop.
  package var summary: String { help.summary }
  /// The rest of the help, in paragraphs.
  package var discussion: String { help.discussion }
  /// Examples of command lines, each with an explanation.
  package var examples: [(name: String, meaning: String)] { help.examples }

  /// The ways to call it. All but the first are chosen by an option.
  private(set) var forms: [CommandForm]
  /// The options of all forms.
  package private(set) var options: [CommandOption]
  /// Its role in the structure of a script, if it has one.
  package private(set) var role: CommandRole?
  /// Its role in a session file, if it is not part of what the session does.
  private(set) var sessionRole: SessionRole?
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

  /// Name and arguments: `move SET DEST`.
  package var usage: String { forms[0].usage(of: name) }
  /// Its usage in each form that help shows.
  package var usages: [String] {
    forms.filter { $0.chooser?.isHidden != true }.map { $0.usage(of: name) }
  }
  /// Its parameters, without its options.
  var parameters: [AnyParameter] { forms[0].parameters }
  /// Whether it takes another command.
  var takesCommand: Bool { forms[0].wordsBeforeCommand != nil }
  /// The completion of its name.
  var completion: Completion { Completion(name, summary: summary) }
  /// A description of an error in the declaration of its parameters.
  var mistake: String? { parameters.mistake }

  /// Creates a command that works on the shell itself, such as one that prints.
  ///
  /// - Parameter help: What its help says; see ``CommandHelp/text(_:)``.
  package init<each Value>(
    _ parameters: repeat Parameter<each Value>,
    help: String,
    perform: @escaping (AnyInterpreter, repeat each Value) throws -> Void
  ) {
    self.init(CommandForm(repeat each parameters, perform: perform), help: help)
  }

  /// Creates a command from its form.
  init(_ form: CommandForm, help: String) {
    self.help = .text(help)
    forms = [form]
    options = form.options
  }

  /// Reads the arguments of a line.
  ///
  /// - Throws: An error in them.
  func parse(_ reader: inout ArgumentReader) throws(Diagnostic) -> Operation {
    if !options.isEmpty { try reader.readOptions(of: self) }
    let read = forms.count == 1 ? forms[0].read : form(where: reader.isGiven).read
    var operation = try read(&reader)
    operation.block = reader.block
    operation.dependsOnLineAlone = reader.dependsOnLineAlone
    return operation
  }

  /// The form that options choose.
  func form(where isGiven: (CommandOption) -> Bool) -> CommandForm {
    forms.first { $0.chooser.map(isGiven) == true } ?? forms[0]
  }
}

extension AnyCommand {
  /// The same command with a name, followed by its aliases.
  func named(_ names: [String]) -> Self {
    changed { $0.names = names }
  }

  /// The same command with another help.
  func explained(by help: CommandHelp) -> Self { changed { $0.help = help } }

  /// The same command, with another form that an option chooses. The first form declared that is chosen counts.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of that form. Its first option chooses it.
  ///   - perform: What it does.
  func or<each Value>(
    _ parameters: repeat Parameter<each Value>,
    perform: @escaping (AnyInterpreter, repeat each Value) throws -> Void
  ) -> Self {
    changed { command in
      var form = CommandForm(repeat each parameters, perform: perform)
      form.chooser = form.options[0]
      command.options += form.options.filter { option in !command.forms.contains { $0.has(option) } }
      command.forms.append(form)
    }
  }

  /// The same command with its output paged if it does not fit on the screen.
  package func paged() -> Self { changed { $0.isPaged = true } }

  func overview() -> Self { changed { $0.isOverview = true } }

  /// The same command, which lists of commands and completion leave out.
  func hidden() -> Self { changed { $0.isHidden = true } }

  /// The same command, which drives the session.
  func drivingSession() -> Self { changed { $0.drivesSession = true } }

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

/// What the help on a command says.
indirect enum CommandHelp {
  /// A summary in a line without a full stop, paragraphs, and examples, each with its meaning after ` :: `; an empty
  /// line follows the summary and each paragraph.
  case text(String)
  case parts(summary: String, discussion: String, examples: KeyValuePairs<String, String>)

  var summary: String {
    switch self {
    case .text(let text): String(text.prefix { $0 != "\n" })
    case .parts(let summary, _, _): summary
    }
  }

  var discussion: String {
    switch self {
    case .text(let text):
      text.split(separator: "\n\n").dropFirst().filter { !$0.contains(" :: ") }.joined(separator: "\n\n")
    case .parts(_, let discussion, _): discussion
    }
  }

  var examples: [(name: String, meaning: String)] {
    switch self {
    case .text(let text): text.meanings
    case .parts(_, _, let examples): examples.map { ($0.key, $0.value) }
    }
  }
}
