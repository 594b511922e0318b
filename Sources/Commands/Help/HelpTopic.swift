/// What `help` explains besides the commands, by the word that asks for it.
enum HelpTopic: String, CaseIterable {
  case lines, words, actions, patterns, variables, expressions, expectations, blocks, scripts, sessions,
    errors, status
  case json

  /// What it is about.
  var summary: String {
    switch self {
    case .lines: "How a script is written, comments and continued lines"
    case .words: "Quotes and escapes, durations, elements of lists, moments"
    case .actions: "Lines that start with a dot: the actions, and how values are written"
    case .patterns: "Actions that look alike"
    case .variables: "Values that have a name"
    case .expressions: "Operators, methods, and what names stand for"
    case .expectations: "What a script asserts: values, output, failures, received actions"
    case .blocks: "Repetitions, macros, aliases"
    case .scripts: "Scripts that run other scripts"
    case .sessions: "The form of a session in a file"
    case .errors: "What is reported, where, and what runs after it"
    case .status: "The exit codes"
    case .json: "The events that --format json prints"
    }
  }

  /// The topics whose names start with a word; only the one of that name if there is one.
  static func starting(with word: String) -> [HelpTopic] {
    if let topic = HelpTopic(rawValue: word) { return [topic] }
    return word.isEmpty ? [] : allCases.filter { $0.rawValue.hasPrefix(word) }
  }

  static var completions: [Completion] { allCases.map { Completion($0.rawValue, summary: $0.summary) } }
}

extension Interpreter {
  /// All about a topic.
  func help(on topic: HelpTopic, _ page: Page) -> [String] {
    switch topic {
    case .actions: return HelpText.actions(Action.self, palette: page.palette, columns: page.columns)
    case .json: return EventFormat.help
    default:
      let section = ScriptGuide(application).section(on: topic)
      return section.map { HelpText.section($0, palette: page.palette, columns: page.columns) } ?? []
    }
  }
}
