import Core

extension Interpreter {
  /// Runs the commands of a macro, each as a command of its own.
  ///
  /// - Parameters:
  ///   - macro: What is called.
  ///   - arguments: What its parameters stand for until it ends.
  ///   - call: Where it is called.
  ///   - parser: Has checked it, and reads its commands now.
  /// - Throws: That one of them failed, which has been reported, or that the macro is running already.
  func run(
    _ macro: Macro<State, Action>,
    _ arguments: [String: Variable],
    at call: SourceText,
    _ parser: ScriptParser<State, Action>
  ) throws {
    let name = macro.head.name
    let calls = debugger.callStack.frames.compactMap(\.macroName)
    if calls.contains(name) {
      throw call.diagnostic(
        "the macro '\(name)' cannot call itself",
        notes: [(calls + [name]).joined(separator: " → ")]
      )
    }
    let outer = arguments.keys.map { ($0, definitions.variables[$0]) }
    definitions.variables.merge(arguments) { _, argument in argument }
    debugger.callStack.frames.append(.macro(name: name, call: call.location))
    defer {
      debugger.callStack.frames.removeLast()
      for (name, value) in outer { definitions.variables[name] = value }
    }
    try runNested(macro.program, parser, at: call, pausing: debugger.stops.pausing != nil)
  }

  /// What checks scripts that go on from here.
  func makeParser() -> ScriptParser<State, Action> {
    let parser = ScriptParser(
      table: table,
      variables: definitions.variables,
      isInterrupted: debugger.isInterrupted
    )
    (parser.aliases, parser.macros) = (definitions.aliases, definitions.macros)
    return parser
  }

  /// Runs a program as part of a command.
  ///
  /// - Throws: That one of its commands failed, which has been reported with its place there, or that there are too many
  ///   in each other.
  func runNested(
    _ program: Program<State, Action>,
    _ parser: ScriptParser<State, Action>,
    at source: SourceText,
    pausing: Bool
  ) throws {
    guard debugger.callStack.programs <= ScriptExtent.deepest else {
      throw source.diagnostic(ScriptExtent.tooDeep)
    }
    debugger.callStack.programs += 1
    defer { debugger.callStack.programs -= 1 }
    guard run(program, parser, pausing: pausing) != .stopped else { throw SourcedFailure() }
  }

  /// Runs a script as part of another.
  ///
  /// - Throws: That one of its commands failed, which has been reported, or that there are too many in each other.
  func runSourced(
    _ program: Program<State, Action>,
    _ parser: ScriptParser<State, Action>,
    at call: SourceText
  ) throws {
    debugger.callStack.frames.append(.script(call: call.location))
    defer { debugger.callStack.frames.removeLast() }
    try runNested(program, parser, at: call, pausing: true)
  }
}
