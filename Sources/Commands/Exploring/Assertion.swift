import Core

/// What `expect` checks, and what `shorten` keeps.
enum Assertion {
  /// An expression, at the current moment.
  case expression(Expression)
  /// A property, at the moments of this branch up to the current one.
  case property(WrittenProperty)
}

extension Argument {
  /// An expression, or a property if a keyword of properties stands where an expression cannot have a name.
  static func assertion(of types: FeatureTypes) -> Parameter<Assertion> {
    let form = properties(of: types).form
    var parameter = Parameter("EXPR|PROPERTY", completions: form.completions) {
      (source, reader) throws(Diagnostic) -> Assertion in
      guard PropertyParts.arePartsOfProperty(source) else {
        if WrittenProperty.openings.contains(where: { $0.word == source.text }),
          !types.hasMember(startOf: source.text)
        {
          throw source.diagnostic(
            "incomplete property '\(source.text)'",
            hint: "'help explore' lists the forms of properties, such as 'always EXPR'"
          )
        }
        for option in ["--since", "--at-rest", "--unordered"] where reader.isGiven(option) {
          throw source.diagnostic(
            "\(option) needs a property, such as 'always EXPR'",
            hint: "an expression is evaluated only at this moment"
          )
        }
        return .expression(try reader.expression(parsing: source, isCondition: true))
      }
      let properties = try reader.properties(parsing: source, of: types)
      guard properties.count == 1 else {
        throw properties[1].source.diagnostic(
          "expected only one property",
          hint: "use a separate command for each property"
        )
      }
      return .property(properties[0])
    }
    parameter.form.keywords = form.keywords
    return parameter
  }
}

extension AnyInterpreter {
  /// Checks an assertion.
  ///
  /// - Parameters:
  ///   - start: The moment from which a property is judged; by default the start.
  ///   - isAtRestOnly: Whether a property is judged only when nothing is in flight.
  ///   - unordered: The collections that stand for sets.
  /// - Throws: A failed expectation, or an error if the assertion cannot be decided here.
  func expect(
    _ assertion: Assertion,
    since start: MomentReference?,
    isAtRestOnly: Bool,
    unordered: [UnorderedPath]
  ) throws {
    let property: WrittenProperty
    switch assertion {
    case .expression(let expression): return try debugger.expect(expression)
    case .property(let written): property = written
    }
    let first = try start?.resolved(in: session) ?? session.line[0]
    guard session.isOnLine(first), first <= session.moment.number else {
      throw CommandFailure(
        "#\(first) is not before this moment on this branch",
        hint: "'log' lists the moments up to this one"
      )
    }
    let verdict = try property.verdict(
      in: session,
      since: first,
      isAtRestOnly: isAtRestOnly,
      canonical: canonicalForm(unordered, for: [property]),
      isInterrupted: debugger.isInterrupted
    )
    switch verdict {
    case .holds(let isVacuous):
      let addition = isVacuous ? ", but its \(property.vacuity.predicate)" : ""
      if isVacuous { debugger.warn("the property holds, but its \(property.vacuity.predicate)") }
      debugger.tellExpectation(holds: true, statement: property.text + addition)
    case .open(let deadline):
      throw property.source.diagnostic(
        "this branch does not decide the property: the goal can still be reached"
          + (deadline.map { ", until +\($0.formatted)" } ?? ""),
        hint: deadline == nil
          ? "'run' until nothing is in flight, or limit the time: within 5s"
          : "'advance' the clock until then"
      )
    case .fails(let evidence, let moment, let loopLength):
      throw property.failure(evidence, at: session.moments[moment], in: session, loopLength: loopLength)
    }
  }

  /// The assertion of a command, if the command is `expect`.
  func assertion(in command: String) -> Assertion? {
    guard let line = try? ScriptLine.parse(command),
      let found = line.commandName.flatMap({ table.command(named: $0.text) }), found.sessionRole == .expects
    else { return nil }
    var reader = ArgumentReader(line: line)
    guard (try? reader.readOptions(of: found)) != nil else { return nil }
    return try? Argument.assertion(of: table.types).read(&reader)
  }

  /// Performs a command that must fail.
  ///
  /// - Throws: A failed expectation if it does not fail.
  func expectFailure(of step: Program.Step) throws {
    let (session, turnCount, movementCount) = (session, session.turns.count, session.movements.count)
    do {
      try step.operation?.perform(self)
      try debugger.checkIssues()
    } catch {
      if debugger.isInterrupted() { throw error }
      // A command that could not be recorded has not been run.
      if case .refused = error as? SessionError { throw error }
      let failure = Diagnostic(error, at: step.source)
      answer(FailureAnswer(message: failure.message))
      if step.entry?.command.sessionRole == .expects, !failure.isFailedExpectation {
        debugger.warn("nothing was decided: the expectation neither holds nor fails")
      }
      return debugger.tellExpectation(holds: true)
    }
    // The command has run, and its moments are relabelled without 'fails', so that replaying them does not fail.
    let label = debugger.label
    session.relabel(label, as: step.text, fromTurn: turnCount, fromMovement: movementCount)
    try recorder.rename(from: label, to: step.text)
    throw step.line.source.failedExpectation("the command did not fail")
  }
}

extension WrittenProperty {
  /// The verdict of a branch on the property.
  ///
  /// - Throws: The error of a condition; `CommandFailure` if interrupted.
  func verdict(
    in session: AnySession,
    since start: Int = 0,
    isAtRestOnly: Bool = false,
    canonical: ((Any) -> Any)? = nil,
    isInterrupted: () -> Bool
  ) throws -> BranchVerdict {
    var plan = ExplorationPlan()
    plan.compare(whatMattersTo: [self], in: session.stateType)
    return try session.verdict(
      on: property,
      since: start,
      plan: plan,
      isAtRestOnly: isAtRestOnly,
      check: { if isInterrupted() { throw CommandFailure("interrupted") } },
      canonical: canonical
    )
  }

  /// The failed expectation that the property holds on a branch.
  fileprivate func failure(
    _ evidence: ExplorationFault.Evidence,
    at moment: AnyMoment,
    in session: AnySession,
    loopLength: Int
  ) -> Diagnostic {
    let condition = failing(evidence)
    var diagnostic = (condition?.source ?? source)
      .failedExpectation(text(of: evidence, loopLength: loopLength))
    if let condition {
      do {
        diagnostic.notes =
          try moment.withContext { (context) throws(Diagnostic) in
            try condition.explanationOfFailure(in: context)?.notes
          } ?? []
      } catch {
        // The condition does not hold where a value is missing.
        diagnostic.notes = [error.message]
      }
    }
    if let action = moment.action, evidence == .action { diagnostic.notes = [actionText(action)] }
    if moment.number != session.moment.number {
      let place = "#\(moment.number), +\(moment.now.formatted)"
      // The goal may be reached at that moment, but too late.
      diagnostic.notes.append(
        evidence == .late ? "the time limit has passed by \(place)" : "this happens at \(place)"
      )
    }
    return diagnostic
  }
}

extension ExplorationPlan {
  /// Distinguishes all states of a type that some properties distinguish.
  mutating func compare(whatMattersTo properties: [WrittenProperty], in state: Any.Type) {
    let expressions = properties.flatMap(\.expressions)
    comparesTimes = properties.contains(where: \.dependsOnTime)
    comparesIDs =
      properties.contains(where: \.namesID)
      || expressions.contains { $0.distinguishesIDs(in: state, naming: ExpressionContext.facts) }
    lookback = expressions.map(\.lookback).max() ?? 0
  }
}

extension WrittenProperty {
  /// Whether it contains a UUID, including in a pattern.
  fileprivate var namesID: Bool {
    text.contains("UUID")
      || text.split { !$0.isHexDigit && $0 != "-" }.contains { UUID(uuidString: String($0)) != nil }
  }
}
