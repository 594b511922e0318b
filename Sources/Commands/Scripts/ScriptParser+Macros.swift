/// Macros: a script within the script, checked where it is defined.
extension ScriptParser {
  /// A macro whose `end` has not come yet.
  final class OpenMacro {
    let line: CommandLine
    /// `nil` where the first line is wrong.
    let head: MacroHead?
    var body: [CommandLine] = []
    /// What there was before it, and is again behind it.
    let outer: Outer

    var isKnown: Bool { head != nil }

    init(line: CommandLine, head: MacroHead?, outer: Outer) {
      self.line = line
      self.head = head
      self.outer = outer
    }
  }

  struct Outer {
    let extent: ScriptExtent
    let blocks: [OpenBlock]
    let variables: ScriptVariables
    let aliases: AliasTable
    let macros: [String: Macro<State, Action>]
  }

  func beginMacro(_ line: CommandLine) throws(Diagnostic) {
    isBehindBlockMark = true
    if openMacro != nil {
      var reader = ArgumentReader(line: line, usage: "")
      let head = try? MacroHead(reading: &reader, table)
      for parameter in head?.parameters ?? [] { define(parameter.name, as: nil) }
      // Its end is none too many.
      blocks.append(OpenBlock(line: line, commandCount: extent.commandCount))
      throw line.source.diagnostic("a macro cannot be defined inside another one")
    }
    let outer = Outer(
      extent: extent,
      blocks: blocks,
      variables: variables,
      aliases: aliases,
      macros: macros
    )
    (extent, blocks) = (ScriptExtent(), [])
    do throws(Diagnostic) {
      guard case .macro(let head) = try step(line).operation.block else { return }
      openMacro = OpenMacro(line: line, head: head, outer: outer)
      for parameter in head.parameters { define(parameter.name, as: nil) }
    } catch {
      openMacro = OpenMacro(line: line, head: nil, outer: outer)
      throw error
    }
  }

  func endMacro(_ line: CommandLine) throws(Diagnostic) {
    guard let macro = openMacro else { return }
    let source = ScriptSource(lines: macro.body, name: "the macro '\(macro.head?.name ?? "")'")
    let program = program(of: source)
    restore(macro.outer)
    isBehindBlockMark = true
    if let head = macro.head {
      let new = Macro(head, macro.body, program, defined: defined(by: program, head))
      macros[head.name] = known(new, definedAt: macro.line.location)
    }
    try checkEnd(line)
    guard macro.body.count <= Block<State, Action>.mostCommands else {
      throw macro.line.source.diagnostic(
        "a macro can have at most \(Block<State, Action>.mostCommands) lines; this one has \(macro.body.count)",
        hint: "put them in a script that the macro sources"
      )
    }
  }

  /// The same macro, if the script with it was checked before: what comes behind it has the same meaning then.
  private func known(
    _ new: Macro<State, Action>,
    definedAt place: SourceLocation
  ) -> Macro<State, Action> {
    if let known = knownMacros[place], known.isSame(as: new) { return known }
    knownMacros[place] = new
    return new
  }

  /// Leaves a macro that the script does not end.
  ///
  /// - Returns: What is wrong with it.
  func abandonMacro() -> [Diagnostic] {
    guard let macro = openMacro else { return [] }
    let inner = blocks
    restore(macro.outer)
    // Where the first line is wrong, which is told at once where it is typed, there may be no more of it.
    let first = macro.isKnown ? [macro.line] : []
    return (inner.filter { $0.repetition != nil }.map { $0.line } + first).map { $0.isNotEnded }
  }

  private func restore(_ outer: Outer) {
    openMacro = nil
    (extent, blocks) = (outer.extent, outer.blocks)
    (variables, aliases, macros) = (outer.variables, outer.aliases, outer.macros)
  }

  /// The variables that a macro gives other values to, apart from its parameters, which are its own.
  private func defined(by program: Program<State, Action>, _ head: MacroHead) -> Set<String> {
    let parameters = Set(head.parameters.map(\.name))
    return program.variables.names.subtracting(parameters).filter { program.variables[$0] != variables[$0] }
  }

  /// Reads a macro of a program that has been checked and is running.
  ///
  /// - Parameters:
  ///   - line: Its first line.
  ///   - values: What the variables stand for.
  ///   - rest: Reads the next line.
  /// - Throws: What is wrong with it.
  func macro(
    _ line: CommandLine,
    of program: Program<State, Action>,
    _ values: [String: Variable],
    rest: () throws(Diagnostic) -> CommandLine?
  ) throws(Diagnostic) -> Macro<State, Action> {
    let outer = variables
    (open, isRunning) = (program.scripts, true)
    variables = ScriptVariables(values)
    defer { (open, isRunning, blocks, openMacro, variables) = ([], false, [], nil, outer) }
    try beginMacro(line)
    while let head = openMacro?.head {
      guard let next = try rest() else { break }
      try check(next)
      if openMacro == nil, let macro = macros[head.name] { return macro }
    }
    throw line.isNotEnded
  }

  /// The macro that a word calls, if it is one.
  ///
  /// - Throws: That it is the one that is being defined.
  func macro(named name: Word) throws(Diagnostic) -> Macro<State, Action>? {
    if openMacro == nil, macros.isEmpty { return nil }
    guard openMacro?.head?.name != name.text else {
      throw name.diagnostic(
        "the macro '\(name.text)' cannot call itself",
        hint: "use 'repeat' to run commands again"
      )
    }
    return macros[name.text]
  }

  /// Reads a line that calls a macro.
  func call(
    of macro: Macro<State, Action>,
    _ line: CommandLine
  ) throws(Diagnostic) -> Program<State, Action>.Step {
    let arguments = try macro.head.arguments(of: line)
    try countCall(of: macro, at: line.source)
    return Program.Step(
      line: line,
      operation: Operation { [unowned self] in try $0.run(macro, arguments, at: line.source, self) }
    )
  }

  /// Takes over what is known of a macro that is called.
  func countCall(of macro: Macro<State, Action>, at source: SourceText) throws(Diagnostic) {
    for name in macro.defined { define(name, as: nil) }
    try count(macro.program.commandCount, depth: macro.program.depth, at: source)
  }
}
