import Core

extension Vocabulary {
  /// Looks at the state and at what is in flight.
  static var questions: Self {
    Vocabulary("Questions") {
      Command(
        "state",
        Argument.expression("PATH").optional(),
        summary: "Show the state, or the part of it at a path",
        examples: ["state": "all of it", "state todos[0]": "the first todo"]
      ) { shell, path in
        guard let path else { return shell.printLines(dump(shell.session.state)) }
        try shell.printValue(of: path)
      }
      Command(
        "print",
        Argument.expression("EXPR"),
        summary: "Print the value of an expression",
        examples: [
          "print todos.count": "how many todos there are",
          "print todos[0].isComplete": "whether the first is done",
        ]
      ) { shell, expression in
        try shell.printValue(of: expression)
      }
      Command(
        "effects",
        summary: "List the effects in flight, and when they go on",
        examples: ["effects": "what is still to come"]
      ) { shell in
        shell.printEffects()
      }
    }
  }
}

private func dump(_ value: Any) -> [String] { String(customDumping: value).dumpLines }

extension Duration {
  fileprivate static var latest: Duration { Duration(secondsComponent: .max, attosecondsComponent: 0) }
}

extension Shell {
  /// Prints what an expression comes to; a small value on one line.
  fileprivate func printValue(of expression: Expression) throws(Diagnostic) {
    let value = try expression.evaluate(in: ExpressionContext(session.state))
    printLines(value.formatted { String(customDumping: $0) }.dumpLines)
  }

  fileprivate func printEffects() {
    let effects = session.effects
    if effects.isEmpty { return console.print(console.palette(.dimmed, "nothing is in flight")) }
    var table = TextTable()
    // Those that go on at the same time do so in the order of their start; those that have no time come last.
    let sorted = effects.sorted { ($0.deadline ?? .latest, $0.id) < ($1.deadline ?? .latest, $1.id) }
    for effect in sorted {
      let rest = effect.deadline.map { "in \(($0 - session.now).formatted)" } ?? "waiting"
      table.add(rest, momentText.effectText(effect))
    }
    printLines(table.lines(palette: console.palette))
  }
}
