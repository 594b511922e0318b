import Core
import TodoShellDebugger
import TodoShellValues

/// The result of a tool: the answer as JSON, and a short text for those who read it.
struct ToolResult {
  /// The most characters of the text.
  private static let mostCharacters = 20_000

  let structured: JSON?
  var lines: [String]
  var isError = false
}

extension ToolResult {
  init(_ answer: some Answer) {
    self.init(structured: Answered(answer: answer).line, lines: answer.lines(Page()))
  }

  init(failure: ToolFailure) {
    self.init(structured: nil, lines: [failure.text], isError: true)
  }

  /// A text as content.
  static func content(_ text: String) -> JSON {
    ["type": "text", "text": text.json]
  }

  /// The members of the result of `tools/call`.
  var members: KeyValuePairs<String, JSON?> {
    ["content": [Self.content(text)], "structuredContent": structured, "isError": isError.json]
  }

  /// The lines; of very many, the first and the last, which have the error if there is one.
  private var text: String {
    // A line that is too long by itself is cut, too.
    let lines = lines.map { $0.truncated(to: Self.mostCharacters / 4) }
    func fitting(_ lines: some Sequence<String>) -> [String] {
      var rest = Self.mostCharacters / 2
      return lines.prefix { line in
        rest -= line.count + 1
        return rest >= 0
      }
    }
    guard lines.reduce(0, { $0 + $1.count + 1 }) > Self.mostCharacters else {
      return lines.joined(separator: "\n")
    }
    let head = fitting(lines)
    let tail = fitting(lines.dropFirst(head.count).reversed()).reversed()
    let hidden = "… \(counted(lines.count - head.count - tail.count, "more line")) …"
    return (head + [hidden] + tail).joined(separator: "\n")
  }
}

/// The reason why a tool failed, with what to do about it, for the model that called it.
struct ToolFailure: Error {
  let text: String

  init(_ message: String, hint: String? = nil) {
    text = "error: \(message)" + (hint.map { "\nhelp: \($0)" } ?? "")
  }

  /// The text of an error as it is printed.
  init(lines: [String]) { text = lines.joined(separator: "\n") }

  init(_ error: any Error) {
    switch error {
    case let error as ToolFailure: self = error
    case let error as Diagnostic: self.init(lines: Diagnosed(error).lines(Page()))
    default:
      let error = Diagnostic(error)
      self.init(error.message, hint: error.hint)
    }
  }
}
