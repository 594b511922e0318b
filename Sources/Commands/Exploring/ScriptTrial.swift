import Core

/// The result of running commands in a separate session that begins like a shell's.
struct ScriptTrial {
  /// Whether one of the commands at the end fails, and none before it.
  let failsAtItsEnd: Bool
  /// Whether all of them succeed.
  let succeeds: Bool
  private let shell: AnyInterpreter

  init(_ commands: [String], end: [String], in original: AnyInterpreter) {
    shell = original.sandbox()
    shell.session.momentLimit = original.session.momentLimit
    let parser = ScriptParser(table: shell.table, isInterrupted: shell.debugger.isInterrupted)
    let source = ScriptSource((commands + end).joined(separator: "\n").utf8, name: "explore")
    guard let program = try? parser.program(source), parser.diagnostics.isEmpty else {
      (failsAtItsEnd, succeeds) = (false, false)
      return
    }
    let outcome = shell.run(program, parser)
    let lines = commands.reduce(0) { $0 + 1 + $1.count(where: \.isNewline) }
    succeeds = outcome == .completed
    failsAtItsEnd = outcome == .stopped && shell.script.tally.firstFailure.map { $0.line > lines } ?? false
  }

  /// How an expression does not hold at the end, one fact per line.
  func explanation(of expression: Expression?) -> [String] {
    guard failsAtItsEnd, let expression,
      let explanation = try? expression.explanationOfFailure(
        in: ExpressionContext(shell.session),
        dump: { String(customDumping: $0) }
      )
    else { return [] }
    return explanation.diagnostic().notes
  }
}
