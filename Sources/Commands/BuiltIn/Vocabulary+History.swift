import Core

extension Vocabulary {
  static var history: Command<State, Action> {
    Command(
      "history",
      HistoryRequest.numbers,
      HistoryRequest.clears,
      HistoryRequest.text,
      summary: "List typed lines: all, the last N, or those containing TEXT",
      discussion: """
        Lines are saved in your history file, which is shared with other running shells. A line that starts with a \
        space is not saved; with the option --private, none are.
        """,
      examples: [
        "history": "all lines", "history 10": "the last ten", "history toggle": "lines containing 'toggle'",
        "history -d 12": "delete line 12", "history -c": "delete all lines",
      ]
    ) { shell, numbers, clears, text in
      let request = try HistoryRequest(numbers: numbers, clears: clears, text: text)
      guard let host = shell.frontEnd.host else {
        guard case .list = request else {
          throw CommandFailure("only an interactive shell has a history of typed lines")
        }
        return shell.debugger.notice("a script has no typed lines", isAskedFor: true)
      }
      let lines = host.typedLines
      switch request {
      case .list(let text): shell.answerHistory(lines, text)
      case .forget(let number):
        guard lines.indices.contains(number - 1) else {
          throw CommandFailure("no line \(number); the history has \(counted(lines.count, "line"))")
        }
        try host.forgetTypedLine(at: number - 1)
      case .forgetAll: try host.forgetTypedLines()
      }
      let forgotten = lines.count - host.typedLines.count
      if forgotten > 0 { shell.debugger.notice("deleted \(counted(forgotten, "line"))") }
    }
  }
}

extension Interpreter {
  fileprivate func answerHistory(_ entries: [String], _ text: String?) {
    let numbered = Array(zip(1..., entries))
    let isCount = text.map { $0.allSatisfy(\.isWholeNumber) } ?? false
    let count = isCount ? text.flatMap { Int($0) } : nil
    let shown =
      count.map { Array(numbered.suffix($0)) } ?? numbered.filter { text == nil || $0.1.contains(text ?? "") }
    answer(HistoryAnswer(items: shown.map { HistoryAnswer.Line(number: $0.0, text: $0.1) }))
  }
}
