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
        try shell.printDump(of: path?.evaluate(over: shell.session.state) ?? shell.session.state)
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
        try shell.printDump(of: expression.evaluate(over: shell.session.state))
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

extension Shell {
  fileprivate func printDump(of value: Any) {
    printLines(String(customDumping: value).dumpLines)
  }

  fileprivate func printEffects() {
    let effects = session.effects
    if effects.isEmpty { return console.print(console.palette(.dimmed, "nothing is in flight")) }
    var table = TextTable()
    for effect in effects {
      let rest = effect.deadline.map { "in \(($0 - session.now).formatted)" } ?? "waiting"
      table.add(rest, momentText.effectText(effect))
    }
    printLines(table.lines(palette: console.palette))
  }
}
