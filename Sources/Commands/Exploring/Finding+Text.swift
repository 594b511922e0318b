import Core

extension Exploration.Finding where State == Any, Action == Any {
  /// Whether its steps lead to what it found, rather than that nothing leads there.
  var isWay: Bool {
    if case .property(_, .unreachable) = fault { false } else { true }
  }

  /// Whether running its steps would end the program.
  var isTrap: Bool { if case .trap = fault { true } else { false } }

  /// What was found, to be followed by where it was found.
  func text(_ properties: [WrittenProperty]) -> String {
    switch fault {
    case .issue(let issue): return "an issue is reported at \(issue.fileID):\(issue.line)"
    case .endless: return "effects trigger each other endlessly"
    case .divergence: return "the same commands give another result the second time"
    case .trap(let trap): return "the feature traps (\(trap))"
    case .property(let index, let evidence):
      if evidence == .unreachable { return "no state that was reached satisfies the condition" }
      return properties[index].text(of: evidence, loopLength: loopLength)
    }
  }

  /// The error of an expression that cannot be evaluated, with the commands that lead to the error.
  var diagnostic: Diagnostic {
    let diagnostic = Diagnostic(error ?? CommandFailure(""))
    if diagnostic.concernsMissingValue {
      return diagnostic.adding(notes: [
        "it is missing wherever the condition was judged, so nothing is decided; "
          + "say what it means, as in 'todos.count > 3 && todos[3].isComplete'"
      ])
    }
    let way = steps.map(\.text).joined(separator: "; ")
    return diagnostic.adding(notes: steps.isEmpty ? [] : ["this happens\(place): \(way)"])
  }

  /// How it was shortened: `shortened from 34 to 5 commands, values shortened 3 times`.
  var shorteningText: String? {
    shortening.map { CounterexampleAnswer.text(of: ($0.from, $0.values), to: steps.count) }
  }

  /// Where it was found.
  var place: String {
    guard isWay else { return "" }
    if loopLength > 0 {
      let start = steps.count - loopLength
      return ", which starts " + (start == 0 ? "at once" : "after \(counted(start, "command"))")
    }
    return steps.isEmpty ? " at the start" : " after \(counted(steps.count, "command"))"
  }
}

extension WrittenProperty {
  /// What was found, to be followed by where it was found.
  ///
  /// - Parameter loopLength: The number of commands in a loop.
  func text(of evidence: ExplorationFault.Evidence, loopLength: Int) -> String {
    switch evidence {
    case .condition:
      if case .after = claim { return "the action leaves the condition false" }
      if case .until(let condition, _, _) = claim {
        return "`\(condition.source.text)` does not hold until then"
      }
      return "the invariant does not hold"
    case .action: return "the action occurs"
    case .late: return "the goal is not reached within \(limit?.formatted ?? "")"
    case .deadEnd: return "nothing more is due, and the goal is not reached"
    case .loop: return "the goal is not reached in a loop of \(counted(loopLength, "command"))"
    case .reached: return "the condition is reached"
    case .unreachable: return "the condition was not reached"
    case .error(let text): return text
    }
  }

  /// The time limit, if it has one.
  var limit: Duration? {
    switch claim {
    case .eventually(_, let limit), .leadsTo(_, _, let limit), .until(_, _, let limit): limit
    case .always, .never, .sometimes, .after: nil
    }
  }

  /// The expression that does not hold at the end of a counterexample.
  func failing(_ evidence: Exploration<Any, Any>.Evidence) -> Expression? {
    switch claim {
    case .always(let condition), .after(_, let condition): condition
    case .until(let condition, let goal, _): evidence == .condition ? condition : goal
    case .eventually(let goal, _), .leadsTo(_, let goal, _), .sometimes(let goal): goal
    case .never: nil
    }
  }

  /// Whether a script that checks it must say from where on: before there, it may be violated or undecided.
  func dependsOnStart(in shell: AnyInterpreter, isAtRestOnly: Bool) -> Bool {
    switch claim {
    case _ where shell.session.moment.number == shell.session.line[0]: return false
    case .always, .sometimes: return false
    case .eventually, .until: return true
    case .never, .after, .leadsTo:
      // If this is interrupted, the script still says where it began.
      let verdict = try? verdict(
        in: shell.session,
        isAtRestOnly: isAtRestOnly,
        isInterrupted: shell.debugger.isInterrupted
      )
      if case .holds? = verdict { return false }
      return true
    }
  }
}
