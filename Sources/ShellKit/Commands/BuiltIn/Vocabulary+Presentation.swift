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
        let button = try button.resolved(among: try shell.frontPrompt().buttons)
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
        let presentations = shell.presentations
        guard let front = presentations.last else { throw CommandFailure("nothing is presented") }
        let position = try index?.resolved(count: presentations.count, noun: "presentation")
        try shell.turn { $0.send(position.map { presentations[$0].dismissal } ?? front.dismissal) }
      }
      Command(
        "screen",
        summary: "Show what is presented, the last in front",
        examples: ["screen": "screens of a stack, sheets, the alert and its buttons"]
      ) { shell in
        shell.answerScreen()
      }
    }
  }
}

extension Shell {
  /// What is presented at the current moment, the one in front last.
  fileprivate var presentations: [Presentation<Action>] { session.presentations(at: session.moment) }

  /// The alert or dialog that is to be answered first.
  fileprivate func frontPrompt() throws -> PresentedPrompt<Action> {
    guard let prompt = presentations.last?.prompt else {
      throw CommandFailure("no alert or dialog is shown", remedy: "'screen' shows what is presented")
    }
    return prompt
  }

  fileprivate func answerScreen() {
    let presented = presentations.map { presentation in
      ScreenAnswer.Presented(
        style: "\(presentation.style)",
        path: presentation.path,
        prompt: presentation.prompt.map { PromptBox($0) }
      )
    }
    answer(ScreenAnswer(presentations: presented))
  }

  /// Shows the alerts and dialogs of a moment that were not there at another, as a screen shows them by itself.
  ///
  /// - Parameters:
  ///   - moment: The moment that has been reached.
  ///   - earlier: The moment that it was reached from; `nil` at the start.
  func showPrompts(at moment: Moment<State, Action>, since earlier: Moment<State, Action>?) {
    guard events.isProgressTaken else { return }
    let boxes = promptBoxes(at: moment)
    guard !boxes.isEmpty else { return }
    let shown = earlier.map(promptBoxes) ?? []
    let new = boxes.filter { !shown.contains($0) }
    if !new.isEmpty { events.emit(Presented(moment: moment.number, prompts: new)) }
  }

  private func promptBoxes(at moment: Moment<State, Action>) -> [PromptBox] {
    session.presentations(at: moment).compactMap(\.prompt).map(PromptBox.init)
  }

  /// The buttons that can be pressed, for a menu that a person looks through.
  var buttonCompletions: [Completion] {
    let buttons = presentations.last?.prompt?.buttons ?? []
    let numbers = buttons.enumerated().map { number, button in
      Completion("\(number)", summary: button.shownLabel + (button.role.map { " (\($0.text))" } ?? ""))
    }
    let labels = buttons.enumerated().compactMap { number, button -> Completion? in
      let label = button.shownLabel
      guard label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }) else { return nil }
      return Completion(label, summary: "button \(number)")
    }
    return numbers + labels
  }
}
