/// Macros, which are checked where they are defined.
extension ScriptParser {
  func checkMacro(_ line: ScriptLine, _ block: ScriptNode.Block) -> Program.Step {
    let kept = Program.Step(line: line)
    kept.block = block
    var head: MacroHead?
    do throws(Diagnostic) {
      if scope.openMacro != nil {
        throw line.source.diagnostic("a macro cannot be defined inside another one")
      }
      if case .macro(let found) = try step(line).operation?.block { head = found }
    } catch { note(error) }
    var inner = scope
    inner.extent = ScriptExtent()
    inner.openMacro = ScriptScope.OpenMacro(head: head)
    for parameter in head?.parameters ?? [] { inner.variables[parameter.name] = .some(nil) }
    inner = within(inner) {
      noteChecked(line)
      check(block.nodes)
    }
    // Without a head, the parameters are unknown, and the end may be missing because the error is reported as the line is
    // typed.
    if let head {
      scope.errors = inner.errors
      let source = ScriptSource(nodes: block.nodes, name: "the macro '\(head.name)'")
      finish(head, block, Program(source: source, scope: inner, scripts: open), line)
    }
    if let end = block.end { noteChecked(end) }
    return kept
  }

  /// Defines a macro whose commands have been checked.
  private func finish(_ head: MacroHead, _ block: ScriptNode.Block, _ program: Program, _ line: ScriptLine) {
    guard let end = block.end else { return note(line.isNotEnded) }
    _ = define(Macro(head, block.nodes, program, defined: defined(by: program, head)), by: line)
    let count = block.nodes.lines.count + block.leftOut
    do throws(Diagnostic) {
      try checkEnd(end)
      guard count <= ScriptExtent.mostBlockCommands else {
        throw line.source.diagnostic(
          "a macro can have at most \(ScriptExtent.mostBlockCommands) lines; this one has \(count)",
          hint: "put them in a script that the macro sources"
        )
      }
    } catch { note(error) }
  }

  /// Defines a macro or an alias.
  ///
  /// - Parameter line: The line that defines it.
  /// - Returns: The same object, if the script was checked before, so that the lines after it keep their meaning.
  func define(_ new: Macro, by line: ScriptLine) -> Macro {
    let known = included.macros[line.location].flatMap { $0.isSame(as: new) ? $0 : nil } ?? new
    included.macros[line.location] = known
    scope.macros[new.head.name] = known
    return known
  }

  /// The variables that a macro assigns, except for its parameters.
  private func defined(by program: Program, _ head: MacroHead) -> Set<String> {
    let parameters = Set(head.parameters.map(\.name))
    let variables = program.scope.variables
    return variables.names.subtracting(parameters).filter { variables[$0] != scope.variables[$0] }
  }

  /// Parses a macro of a running program.
  ///
  /// - Parameters:
  ///   - line: Its first line.
  ///   - block: The lines after it.
  ///   - values: The values of the variables.
  /// - Throws: An error in it.
  func macro(
    _ head: MacroHead,
    _ line: ScriptLine,
    _ block: ScriptNode.Block,
    of program: Program,
    _ values: [String: Variable]
  ) throws(Diagnostic) -> Macro? {
    open = program.scripts
    isRunning = true
    defer { (open, isRunning) = ([], false) }
    let inner = within(ScriptScope(ScriptVariables(values), macros, focused)) { _ = checkMacro(line, block) }
    if let error = inner.errors.first { throw error }
    scope.macros = inner.macros
    return inner.macros[head.name]
  }

  /// The macro named by a word, if there is one; none for an alias.
  ///
  /// - Throws: An error if it is being defined.
  func macro(named name: Word) throws(Diagnostic) -> Macro? {
    if !hasMacros { return nil }
    guard scope.openMacro?.head?.name != name.text else {
      throw name.diagnostic(
        "the macro '\(name.text)' cannot call itself",
        hint: "use 'repeat' to run commands again"
      )
    }
    return macros[name.text].flatMap { $0.aliased == nil ? $0 : nil }
  }

  /// Reads a line that calls a macro.
  func call(
    of macro: Macro,
    _ line: ScriptLine
  ) throws(Diagnostic) -> Program.Step {
    let arguments = try macro.head.arguments(of: line)
    try countCall(of: macro, at: line.source)
    return Program.Step(
      line: line,
      operation: Operation { [unowned self] in try $0.run(macro, arguments, from: line, self) }
    )
  }

  /// Applies the known effects of a macro that is called.
  func countCall(of macro: Macro, at source: SourceText) throws(Diagnostic) {
    for name in macro.defined { define(name, as: nil) }
    guard let extent = macro.program?.scope.extent else { return }
    try count(extent.commandCount, depth: extent.depth, at: source)
  }
}
