import ShellKit

/// Scripts as bytes, from the lexer up to the shell.
enum ScriptSubject {
  static func check(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    let script = Script(scanning: input, file: "fuzz")
    for diagnostic in script.diagnostics { try diagnostic.check(in: text) }
    for line in script.lines { try check(line, in: text) }
    checkUnfinished(text)
    // What runs is the text, in which a line with bytes that are no text is a line like any other.
    let lines = Script(scanning: Array(text.utf8), file: "fuzz").lines
    guard lines.allSatisfy(isHarmless) else { return }
    try checkRuns(text)
    // A session loads as far as it goes, also where it is no script: each line of it may be a command.
    guard isHarmless(lines: text) else { return }
    try SessionSubject.checkLoads(text.hasPrefix("# ") ? text : Board.sessionHead + text)
  }

  /// A command says the same when it is read again from its own text, and what its words can mean is read or refused.
  private static func check(_ line: ScriptLine, in text: String) throws(Finding) {
    let again: ScriptLine?
    // Behind a blank, a byte order mark is none.
    do throws(Diagnostic) { again = try ScriptLine.parse(" " + line.source.text) } catch {
      throw Finding("\(line.source.text.debugDescription) is refused: \(error)")
    }
    try require(again?.kind == line.kind, "\(line.source.text.debugDescription) is of another kind")
    try require(
      again?.words.map(\.text) == line.words.map(\.text),
      "\(line.source.text.debugDescription) has other words"
    )
    try require(again?.expectedOutput == line.expectedOutput, "the expected output is another one")
    for word in line.words.prefix(8) { try check(word, in: text) }
    _ = line.rest(after: 1).text
  }

  private static func check(_ word: Word, in text: String) throws(Finding) {
    try located(in: text) { () throws(Diagnostic) in
      let duration = try Duration(parsing: word)
      let again = try? Duration(parsing: SourceText(duration.formatted))
      return again == duration ? nil : "\(word.raw) is \(duration.formatted), and that \(again as Any)"
    }
    try located(in: text) { () throws(Diagnostic) in
      let selection = try IndexSelection(parsing: word)
      let few = try selection.indices(count: 3)
      let isInside = few.allSatisfy((0..<3).contains)
      _ = try selection.indices(count: 1_000)
      return isInside ? nil : "\(word.raw) selects \(few) of three"
    }
    try located(in: text) { () throws(Diagnostic) in
      let number = try word.integer()
      let again = try? ScriptLine.parse("x \(number)")?.words.last?.integer()
      return again == number ? nil : "\(word.raw) is \(number), and that \(again as Any)"
    }
  }

  /// Does what may be refused, with an error that must be a good one.
  ///
  /// - Parameter body: Gives what is wrong, if something is.
  private static func located(
    in text: String,
    _ body: () throws(Diagnostic) -> String?
  ) throws(Finding) {
    let problem: String?
    do throws(Diagnostic) { problem = try body() } catch { return try error.check(in: text) }
    if let problem { throw Finding(problem) }
  }

  private static func checkUnfinished(_ text: String) {
    for countsBrackets in [true, false] {
      if let unfinished = UnfinishedInput(text, countsBrackets: countsBrackets) {
        _ = unfinished.joining(text, ")")
      }
    }
  }
}

// In a shell.
extension ScriptSubject {
  /// What touches nothing but the session, and ends when it is done. These are tried in a shell; of others only the form.
  private static let harmless: Set<String> = [
    "add", "pick", "list", "advance", "run", "step", "clock", "undo", "redo", "back", "forward", "goto",
    "earlier", "later", "mark", "marks", "moves", "tree", "show", "diff", "state", "print", "effects",
    "why", "blame", "log", "plot",
    "last", "find", "when", "watch", "unwatch", "break", "unbreak", "info", "skip", "unskip", "amend",
    "move-moment", "verify", "expect", "help", "press", "dismiss", "screen", "cd", "begin",
    "let", "macro", "m", "n", "end", "unmacro", "stub",
  ]

  private static func isHarmless(_ line: ScriptLine) -> Bool {
    line.kind != .command || harmless.contains(line.words[0].text)
  }

  /// Whether each line of a session may run, even if it is part of a block or continues another.
  static func isHarmless(lines text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).allSatisfy { line in
      let word = line.drop { !$0.isLetter }.prefix { $0.isLetter || $0 == "-" }
      return word.isEmpty || harmless.contains(String(word))
    }
  }

  /// What a check accepts is run to its end, and what it refuses is not run at all.
  private static func checkRuns(_ text: String) throws(Finding) {
    let check = try Board.run([text]) { $0.checksOnly = true }
    let run = try Board.run([text]) { $0.keepsGoing = true }
    try require(
      (check == ExitStatus.doesNotParse) == (run == ExitStatus.doesNotParse),
      "the check ends with \(check), the run with \(run)"
    )
  }
}
