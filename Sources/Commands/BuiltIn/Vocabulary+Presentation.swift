import Core

extension Vocabulary {
  /// Answers what the feature presents: alerts, dialogs, sheets, screens on a stack.
  static var presentation: Self {
    Vocabulary("Presentation") {
      Command(
        "press",
        ButtonReference.parameter("BUTTON"),
        summary: "Press a button of the alert or dialog that is shown",
        discussion: """
          BUTTON is its number, its label, or an unambiguous start of that. The button's action is sent, or the \
          dismissal if it has none; either way the alert goes.
          """,
        examples: ["press 0": "the first button", "press Cancel": "the one that reads 'Cancel'"]
      ) { shell, button in
        let button = try button.resolved(among: try shell.debugger.frontPrompt().buttons)
        try shell.turn { $0.send(button.action) }
      }
      Command(
        "dismiss",
        Argument.index("N").optional(),
        summary: "Take away what is in front, or the N-th that 'screen' lists",
        discussion: "An alert, a dialog, a sheet, or else the screen on top of a stack.",
        examples: [
          "dismiss": "close what is in front", "dismiss 0": "close what lies behind everything else",
        ]
      ) { shell, index in
        let presentations = shell.debugger.presentations
        guard let front = presentations.last else { throw CommandFailure("nothing is presented") }
        let position = try index?.resolved(count: presentations.count, noun: "presentation")
        try shell.turn { $0.send(position.map { presentations[$0].dismissal } ?? front.dismissal) }
      }
      Command(
        "screen",
        summary: "Show what is presented, the last in front",
        examples: ["screen": "screens of a stack, sheets, the alert and its buttons"]
      ) { shell in
        shell.answer(shell.debugger.screen)
      }
    }
  }
}
