import Core

/// The user's own commands as steps of an exploration: macros, and aliases that expand to more than a name.
///
/// They are tried only by name, since the meaning of their arguments is unknown.
struct NamedSteps {
  /// Arguments that fit a number, an index, a count or a text.
  private static var words: [String] { ["0", "1", "a"] }

  /// The commands that can be tried.
  let tried: Set<String>
  private let parser: ScriptParser
  private let sandboxes: Sandboxes

  init(of shell: AnyInterpreter, tried: [String], in sandboxes: Sandboxes) {
    self.tried = Set(tried)
    parser = shell.makeParser()
    self.sandboxes = sandboxes
  }

  var names: Set<String> { Set(parser.macros.keys) }

  /// The command named by a prefix, or by an alias that expands to its name alone.
  private func command(meantBy name: String) -> String {
    let meant = parser.macros[name]?.aliased?.text ?? name
    // Any other alias means what it expands to, even if its name abbreviates that of a command.
    if meant.contains(" ") || parser.macros[meant] != nil { return name }
    return parser.table.command(named: meant)?.name ?? name
  }

  /// The meaning of a name: a command, or, if the command only sends an action, the pattern of the action.
  func meaning(of name: StepName) -> StepName {
    guard name.pattern == nil else { return name }
    var name = name
    name.text = command(meantBy: name.text)
    guard !names.contains(name.text), let action = parser.table.command(named: name.text)?.action,
      let pattern = try? ActionPattern<Any>(parsing: SourceText(action), of: parser.table.types.action)
    else { return name }
    return StepName(text: action, source: name.source, pattern: pattern)
  }

  /// Checks that a name does nothing but drive the feature, and can be called.
  func check(_ name: StepName) throws(Diagnostic) {
    func refused(_ reason: String, hint: String? = nil) -> Diagnostic {
      name.source.diagnostic("explore cannot try '\(name.text)': \(reason)", hint: hint)
    }
    if let line = try ScriptLine.parse(name.text), let other = foreignCommand(in: line) {
      throw refused("it contains '\(other)', which does more than drive the feature")
    }
    var first: Diagnostic?
    for line in lines(named: name.text) {
      do { if try step(line, group: name.text) != nil { return } } catch {
        first = first ?? error
      }
    }
    if let first { throw refused(first.message, hint: first.hint) }
  }

  private func foreignCommand(in line: ScriptLine, depth: Int = 0) -> String? {
    guard let word = line.commandName else { return nil }
    // An alias that names itself means the command.
    if let macro = parser.macros[word.text], macro.aliased == nil || depth < ScriptExtent.deepest {
      let depth = macro.aliased == nil ? depth : depth + 1
      return macro.body.commands.lazy.compactMap { foreignCommand(in: $0, depth: depth) }.first
    }
    guard let command = parser.table.command(named: word.text) else { return nil }
    switch command.role {
    case .beginsBlock:
      let head = try? parser.table.block(begunBy: line)
      return head?.repetition?.command.flatMap { foreignCommand(in: $0, depth: depth) }
    // They only affect the macro's own control flow.
    case .endsBlock, .defines: return nil
    default:
      let isHarmless =
        tried.contains(command.name) || command.action != nil || command.sessionRole == .expects
      return isHarmless ? nil : command.name
    }
  }
}

extension NamedSteps {
  /// The steps of a name, with aliases expanded.
  func steps(named name: String) -> [StepRecord] {
    lines(named: name).compactMap { try? step($0, group: name) }
  }

  private func lines(named name: String) -> [String] {
    CandidateLines.combining(name, with: candidates(of: name))
  }

  /// The candidates for each word after a name.
  private func candidates(of name: String) -> [[String]] {
    (parser.macros[name]?.head.parameters ?? []).map { ($0.preset == nil ? [] : [""]) + Self.words }
  }

  private func step(_ text: String, group: String) throws(Diagnostic) -> StepRecord? {
    guard let step = try parser.step(text) else { return nil }
    return AnyExploration.Step(step.line.source.text, group: group) { [sandboxes] session in
      let start = session.moments.count
      do { try sandboxes.perform(text, in: session) } catch let failure as CommandFailure {
        // What a macro did before it failed has happened.
        if session.moments.count == start || sandboxes.isInterrupted() { throw failure }
      }
    }
  }
}
