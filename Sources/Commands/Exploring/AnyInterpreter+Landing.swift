import Core

extension AnyInterpreter {
  /// Runs the commands of a script here, each recorded as if it had been typed, and says how to return.
  ///
  /// - Parameters:
  ///   - commands: The commands, among which may be comments.
  ///   - start: The moment at which they begin.
  /// - Throws: The error of the first command that fails.
  func land(_ commands: [String], at start: Int) throws {
    let origin = session.moment.number
    let outer = settings
    settings.isQuiet = true
    defer {
      settings.isQuiet = outer.isQuiet
      settings.isQuietByOption = outer.isQuietByOption
      debugger.events.sync(with: session)
    }
    let parser = ScriptParser(table: table)
    for text in (start == origin ? [] : ["goto \(start)"]) + commands {
      guard let line = try ScriptLine.parse(text) else { continue }
      try perform(try parser.step(line))
    }
    let end = session.moment.number
    let text =
      end == origin
      ? "stayed at #\(end): nothing needs to be run"
      : "landed at #\(end), on a branch from #\(start): 'goto \(origin)' returns"
    debugger.notice(text, isAskedFor: true, isForErrors: true)
  }
}
