import Core

extension Vocabulary {
  static var history: Command<State, Action> {
    Command(
      "history",
      HistoryRequest.numbers,
      HistoryRequest.clears,
      HistoryRequest.text,
      summary: "List the lines that were typed: the last N, or those with a text",
      discussion: """
        They are kept in a file of your own, together with those of other shells. A line that starts with a blank is not, \
        and none is with the option --private.
        """,
      examples: [
        "history": "all lines", "history 10": "the last ten", "history toggle": "those with 'toggle' in them",
        "history -d 12": "forget that line", "history -c": "forget all",
      ]
    ) { shell, numbers, clears, text in
      let request = try HistoryRequest(numbers: numbers, clears: clears, text: text)
      guard let host = shell.host else {
        guard case .list = request else {
          throw CommandFailure("there is a history only where a person types")
        }
        return shell.debugger.notice("nothing was typed: this is a script", isAskedFor: true)
      }
      let lines = host.typedLines
      switch request {
      case .list(let text): shell.answerHistory(lines, text)
      case .forget(let number):
        guard lines.indices.contains(number - 1) else {
          throw CommandFailure("there is no line \(number); the history has \(lines.count)")
        }
        try host.forgetTypedLine(at: number - 1)
      case .forgetAll: try host.forgetTypedLines()
      }
      let forgotten = lines.count - host.typedLines.count
      if forgotten > 0 { shell.debugger.notice("forgot \(counted(forgotten, "line"))") }
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
