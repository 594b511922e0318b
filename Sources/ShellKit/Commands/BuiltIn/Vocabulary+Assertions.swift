import Core

extension Vocabulary {
  /// What a script checks.
  static var assertions: Self {
    Vocabulary("Assertions") {
      Command(
        "expect",
        Argument.expression("EXPR"),
        summary: "Fail unless an expression is true",
        discussion: "When it is not, both sides of a comparison are shown with their values.",
        examples: [
          "expect todos.count == 1": "there is one todo",
          "expect todos[0].description == \"Milk\"": "and it says so",
        ]
      ) { shell, expression in
        let context = ExpressionContext(shell.session)
        if let explanation = try expression.explanationOfFailure(
          in: context,
          dump: { String(customDumping: $0) }
        ) {
          var diagnostic = explanation.diagnostic()
          diagnostic.message = "expectation failed: \(diagnostic.message)"
          throw diagnostic
        }
        shell.expectationHeld()
      }
    }
  }
}
