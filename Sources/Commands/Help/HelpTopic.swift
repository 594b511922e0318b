/// The topics that `help` explains besides the commands, by their names.
package enum HelpTopic: String, CaseIterable {
  case cheat
  case lines, words, actions, patterns, variables, expressions, expectations, tests, blocks, output, scripts,
    sessions, errors, status
  case exploring, colours
  case json

  /// A short description of the topic.
  package var summary: String {
    switch self {
    case .cheat: "The commands that matter most, on one screen, and the marks in their output"
    case .lines: "How a script is written, comments and continued lines"
    case .words: "Quotes and escapes, durations, elements of lists, moments"
    case .actions: "Lines that start with a dot: the actions, and how values are written"
    case .patterns: "Patterns that match actions"
    case .variables: "Named values"
    case .expressions: "Operators, methods, and what names stand for"
    case .expectations: "What a script asserts: values, output, failures, received actions"
    case .tests: "Scripts that are tests, and reports of them"
    case .blocks: "Repetition, macros, aliases"
    case .output: "Output to a file or a program: '>' and '|' after a command"
    case .scripts: "Scripts that run other scripts"
    case .sessions: "The format of session files"
    case .errors: "How errors are reported, and what runs after one"
    case .status: "The exit codes"
    case .exploring: "What 'explore' tries, what counts as the same state, searches on several machines"
    case .colours: "What the colours mean, and how to turn them off"
    case .json: "The events that --format json prints"
    }
  }
}
