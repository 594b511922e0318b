import Core

extension AnyVocabulary {
  /// Responds to what the feature presents: alerts, dialogs, sheets, screens on a stack.
  static var presentation: Self {
    AnyVocabulary("Presentation") {
      "press"
      AnyCommand(
        ButtonReference.parameter("BUTTON"),
        help: """
          Press a button of the current alert or dialog

          BUTTON is its number, its label, or an unambiguous prefix of the label. Sends the button's action, or the \
          dismissal if it has none; in both cases the alert or dialog is dismissed.

          press 0 :: the first button
          press Cancel :: the button labelled 'Cancel'
          """
      ) { shell, button in
        let button = try button.resolved(among: try shell.debugger.frontPrompt().buttons)
        try shell.turn { $0.send(button.action) }
      }
      .drivingSession()
      "dismiss"
      AnyCommand(
        Argument.index("N").optional(),
        help: """
          Dismiss what is in front, or the N-th item of 'screen'

          What is in front is an alert, a dialog, a sheet, or the top screen of a stack. Dismissing an item also \
          dismisses everything in front of it.

          dismiss :: dismiss what is in front
          dismiss 0 :: dismiss everything
          """
      ) { shell, index in
        let presentations = shell.debugger.presentations
        guard let front = presentations.last else { throw CommandFailure("nothing is presented") }
        let position = try index?.resolved(count: presentations.count, noun: "presentation")
        try shell.turn { $0.send(position.map { presentations[$0].dismissal } ?? front.dismissal) }
      }
      .drivingSession()
      "screen"
      AnyCommand(
        help: """
          List what is presented, the front item last

          screen :: screens of a stack, sheets, an alert and its buttons
          """
      ) { shell in
        shell.answer(shell.debugger.screen)
      }
      "cd"
      focusing
    }
  }
}
