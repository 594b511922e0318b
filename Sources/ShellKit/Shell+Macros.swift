import Core

extension Shell {
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
    let calls = enclosures.compactMap(\.macroName)
    if calls.contains(name) {
      throw call.diagnostic(
        "the macro '\(name)' is running already: macros cannot call themselves",
        notes: [(calls + [name]).joined(separator: " → ")]
      )
    }
    let outer = arguments.keys.map { ($0, variables[$0]) }
    variables.merge(arguments) { _, argument in argument }
    enclosures.append(.macro(name: name, call: call.location))
    defer {
      enclosures.removeLast()
      for (name, value) in outer { variables[name] = value }
    }
    try runNested(macro.program, parser, at: call, pausing: pausingBreakpoints != nil)
  }

  /// What checks scripts that go on from here.
  func makeParser() -> ScriptParser<State, Action> {
    let parser = ScriptParser(table: table, variables: variables, isInterrupted: isInterrupted)
    (parser.aliases, parser.macros) = (aliases, macros)
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
    guard programDepth <= ScriptExtent.deepest else {
      throw source.diagnostic(ScriptExtent.tooDeep)
    }
    programDepth += 1
    defer { programDepth -= 1 }
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
    enclosures.append(.script(call: call.location))
    defer { enclosures.removeLast() }
    try runNested(program, parser, at: call, pausing: true)
  }

  /// The same error with the calls and rounds that led to it, the last one first.
  func notingEnclosures(_ diagnostic: Diagnostic) -> Diagnostic {
    let notes = enclosures.reversed().compactMap { $0.note(typedFile: console.typedFile) }
    return diagnostic.adding(notes: notes)
  }
}
