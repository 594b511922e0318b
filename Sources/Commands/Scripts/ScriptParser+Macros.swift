/// Macros, which are checked where they are defined.
extension ScriptParser {
  /// An open macro of the script being checked.
  struct OpenMacro {
    let line: ScriptLine
    /// `nil` if the first line has an error.
    let head: MacroHead?
    /// The definitions before it, which are restored after it.
    let outer: Outer
    var body: [ScriptLine] = []

    var isKnown: Bool { head != nil }
  }

  typealias Outer = (
    extent: ScriptExtent, blocks: [OpenBlock], variables: ScriptVariables, own: OwnCommands
  )

  func beginMacro(_ line: ScriptLine) throws(Diagnostic) {
    isBehindBlockMark = true
    if openMacro != nil {
      if case .macro(let head) = try? table.block(begunBy: line) {
        for parameter in head.parameters { define(parameter.name, as: nil) }
      }
      // Its 'end' is not reported as unmatched.
      blocks.append(OpenBlock(line: line, commandCount: extent.commandCount))
      throw line.source.diagnostic("a macro cannot be defined inside another one")
    }
    let outer = (extent, blocks, variables, own)
    extent = ScriptExtent()
    blocks = []
    do {
      guard case .macro(let head) = try step(line).operation?.block else { return }
      openMacro = OpenMacro(line: line, head: head, outer: outer)
      for parameter in head.parameters { define(parameter.name, as: nil) }
    } catch {
      openMacro = OpenMacro(line: line, head: nil, outer: outer)
      throw error
    }
  }

  func endMacro(_ line: ScriptLine) throws(Diagnostic) {
    guard let macro = openMacro else { return }
    let source = ScriptSource(
      items: macro.body.map { .command($0) },
      name: "the macro '\(macro.head?.name ?? "")'"
    )
    let program = program(of: source)
    restore(macro.outer)
    isBehindBlockMark = true
    if let head = macro.head {
      let new = Macro(head, macro.body, program, defined: defined(by: program, head))
      // The same object, if the script was checked before, so that the lines after it keep their meaning.
      let place = macro.line.location
      if knownMacros[place]?.isSame(as: new) != true { knownMacros[place] = new }
      own.macros[head.name] = knownMacros[place]
    }
    try checkEnd(line)
    guard macro.body.count <= ScriptExtent.mostBlockCommands else {
      throw macro.line.source.diagnostic(
        "a macro can have at most \(ScriptExtent.mostBlockCommands) lines; this one has \(macro.body.count)",
        hint: "put them in a script that the macro sources"
      )
    }
  }

  func restore(_ outer: Outer) {
    openMacro = nil
    (extent, blocks, variables, own) = outer
  }

  /// The variables that a macro assigns, except for its parameters.
  private func defined(by program: Program, _ head: MacroHead) -> Set<String> {
    let parameters = Set(head.parameters.map(\.name))
    return program.variables.names.subtracting(parameters).filter { program.variables[$0] != variables[$0] }
  }

  /// Parses a macro of a running program.
  ///
  /// - Parameters:
  ///   - line: Its first line.
  ///   - values: The values of the variables.
  ///   - rest: Reads the next line.
  /// - Throws: An error in it.
  func macro(
    _ line: ScriptLine,
    of program: Program,
    _ values: [String: Variable],
    rest: () throws(Diagnostic) -> ScriptLine?
  ) throws(Diagnostic) -> Macro {
    let outer = variables
    open = program.scripts
    isRunning = true
    variables = ScriptVariables(values)
    defer { (open, isRunning, blocks, openMacro, variables) = ([], false, [], nil, outer) }
    try beginMacro(line)
    while let head = openMacro?.head {
      guard let next = try rest() else { break }
      try check(next)
      if openMacro == nil, let macro = own.macros[head.name] { return macro }
    }
    throw line.isNotEnded
  }

  /// The macro named by a word, if there is one.
  ///
  /// - Throws: An error if it is being defined.
  func macro(named name: Word) throws(Diagnostic) -> Macro? {
    if !hasOwnCommands { return nil }
    guard openMacro?.head?.name != name.text else {
      throw name.diagnostic(
        "the macro '\(name.text)' cannot call itself",
        hint: "use 'repeat' to run commands again"
      )
    }
    return own.macros[name.text]
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
    try count(macro.program.commandCount, depth: macro.program.extent.depth, at: source)
  }
}
