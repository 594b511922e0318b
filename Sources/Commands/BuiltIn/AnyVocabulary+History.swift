import Core

extension AnyVocabulary {
  static var history: AnyCommand {
    AnyCommand(
      "history",
      Argument.text("N|TEXT").optional(),
      summary: "List typed lines: all, the last N, or those containing TEXT",
      discussion: """
        Lines are saved in your history file, which is shared with other running shells. A line that starts with a \
        space is not saved; with the option --private, none are.
        """,
      examples: [
        "history": "all lines", "history 10": "the last ten", "history toggle": "lines containing 'toggle'",
      ]
    ) { shell, text in
      guard let host = shell.frontEnd.host else {
        return shell.debugger.notice("a script has no typed lines", isAskedFor: true)
      }
      shell.answerHistory(host.typedLines, text)
    }
    .paged()
  }
}

extension AnyInterpreter {
  fileprivate func answerHistory(_ entries: [String], _ text: String?) {
    let numbered = Array(zip(1..., entries))
    let isCount = text.map { $0.allSatisfy(\.isWholeNumber) } ?? false
    let count = isCount ? text.flatMap { Int($0) } : nil
    let shown =
      count.map { Array(numbered.suffix($0)) } ?? numbered.filter { text == nil || $0.1.contains(text ?? "") }
    answer(HistoryAnswer(items: shown.map { HistoryAnswer.Line(number: $0.0, text: $0.1) }))
  }
}
