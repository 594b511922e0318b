import Core

/// The result of running commands in a separate session that begins like a shell's.
struct ScriptTrial {
  /// Whether one of the commands at the end fails, and none before it.
  var failsAtItsEnd = false
  /// Whether that is a failed expectation, or one about a value that is missing.
  var failsAnExpectation = false
  /// Whether all of them succeed.
  var succeeds = false
  /// Whether the feature traps in one of them.
  var traps = false
  private let shell: AnyInterpreter

  init(_ commands: [String], end: [String], in original: AnyInterpreter) {
    shell = original.sandbox()
    shell.session.momentLimit = original.session.momentLimit
    // An interruption that ends the search must not also end this trial, which takes no longer than the branch did.
    shell.debugger.isInterrupted = { false }
    let source = ScriptSource((commands + end).joined(separator: "\n").utf8, name: "explore")
    let outcome = shell.survives { [shell] in try? shell.execute(source, report: { _ in }) }
    traps = outcome == nil
    let lines = commands.reduce(0) { $0 + 1 + $1.count(where: \.isNewline) }
    succeeds = outcome == .completed
    let failure = shell.script.tally.diagnostics.first
    failsAtItsEnd = outcome == .stopped && failure.map { $0.location.line > lines } ?? false
    failsAnExpectation =
      failsAtItsEnd && failure.map { $0.isFailedExpectation || $0.concernsMissingValue } ?? false
  }

  /// How an expression does not hold at the end, one fact per line.
  func explanation(of expression: Expression?) -> [String] {
    guard failsAtItsEnd, let expression,
      let explanation = try? expression.explanationOfFailure(in: ExpressionContext(shell.session))
    else { return [] }
    return explanation.notes
  }
}
