import Core

extension AnyInterpreter {
  /// Replays a specification's trace, action by action, and compares each state.
  ///
  /// - Parameters:
  ///   - file: The trace.
  ///   - mapping: The mapping; by default the file beside the trace with the extension `.itfmap`.
  /// - Throws: A `Diagnostic` at the first difference, or where a file is invalid; or an error if a command failed, which
  ///   has been reported.
  func follow(_ file: Located<String>, with mapping: Located<String>?) throws {
    let trace = try SpecificationTrace(reading: file)
    let place = mapping ?? Located("\(SpecificationTrace.stem(of: file.value)).itfmap", at: file.source)
    let mapping = try TraceMapping(reading: place, of: table.types)
    let names = mapping.variables.map(\.name)
    if let unknown = names.first(where: { !trace.variables.contains($0) }) {
      throw trace.place(ofState: 0).diagnostic(
        "the trace has no variable '\(unknown)', which '\(mapping.path)' maps",
        hint: Spelling.suggestion(for: unknown, among: trace.variables)
          ?? "the variables are: \(trace.variables.joined(separator: ", "))"
      )
    }
    var difference: TraceAnswer.Difference?
    var index = 0
    while index < trace.states.count, difference == nil {
      for command in try mapping.commands(forState: index, of: trace) {
        try run(command, forState: index, of: trace, at: file.source)
      }
      difference = try self.difference(atState: index, of: trace, mapping)
      index += 1
    }
    answer(
      TraceAnswer(
        path: trace.path,
        states: trace.states.count,
        moment: session.moment.number,
        compared: names,
        ignored: trace.variables.filter { !names.contains($0) && $0 != mapping.taken && $0 != mapping.picks },
        loop: trace.loop,
        difference: difference
      )
    )
    guard let difference else { return debugger.tellExpectation(holds: true) }
    throw trace.place(ofState: difference.state, difference.variable).failedExpectation(
      "'\(difference.variable)' differs from the trace in state \(difference.state)",
      notes: [
        "expected: \(difference.expected)",
        "actual:   \(difference.actual)",
        "it is `\(difference.expression)` at #\(session.moment.number)"
          + (difference.action.map { ", after the action \($0)" } ?? ""),
      ]
    )
  }

  private func run(
    _ command: ScriptSource,
    forState index: Int,
    of trace: SpecificationTrace,
    at call: SourceText
  ) throws {
    let parser = makeParser()
    let program = try parser.program(command)
    // Finding the place reads the trace up to there, so that only errors look for it.
    func note() -> String { "for state \(index) at \(trace.place(ofState: index).location)" }
    if var diagnostic = parser.diagnostics.first {
      diagnostic.notes.append(note())
      throw diagnostic
    }
    do { try runSourced(program, parser, at: call) } catch let failure as SourcedFailure {
      debugger.notice("note: \(note())", style: .note, isAskedFor: true)
      throw failure
    }
    if let status = script.exitStatus {
      // The rest of the trace was not compared.
      script.exitStatus = status == ExitStatus.success ? ExitStatus.failure : status
      throw call.diagnostic(
        "the mapping exited the shell before the end of the trace",
        notes: [note()],
        hint: "remove 'quit' from the mapping"
      )
    }
  }

  /// The first variable whose expression has another value than in a state of the trace.
  private func difference(
    atState index: Int,
    of trace: SpecificationTrace,
    _ mapping: TraceMapping
  ) throws(Diagnostic) -> TraceAnswer.Difference? {
    let context = ExpressionContext(session)
    for (name, expression) in mapping.variables {
      guard let expected = trace.states[index][name] else { continue }
      guard expected.isSerializable else {
        throw trace.place(ofState: index, name).diagnostic(
          "'\(name)' is \(expected.text), which the format cannot express",
          hint: "remove the variable from '\(mapping.path)'"
        )
      }
      let actual = TraceValue(try expression.evaluate(in: context).wrapped)
      guard !expected.describes(actual) else { continue }
      return TraceAnswer.Difference(
        state: index,
        action: trace.states[index][mapping.taken]?.text,
        variable: name,
        expression: expression.source.text,
        expected: expected.text,
        actual: actual.text
      )
    }
    return nil
  }
}
