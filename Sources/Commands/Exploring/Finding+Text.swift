import Core

extension ExplorationBase.Finding {
  /// Whether its steps lead to what it found, rather than that nothing leads there.
  var isWay: Bool {
    if case .property(_, .unreachable) = fault { false } else { true }
  }

  /// The property that it decides, if any.
  // Inlining it makes the optimizer of Swift 6.3.1 fail.
  @inline(never)
  func property(in properties: [WrittenProperty]) -> WrittenProperty? { property.map { properties[$0] } }

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
      return diagnostic.adding(notes: [Self.missingEverywhere])
    }
    let way = steps.map(\.text).joined(separator: "; ")
    return diagnostic.adding(notes: steps.isEmpty ? [] : ["this happens\(place): \(way)"])
  }

  static var missingEverywhere: String {
    "it is missing wherever the condition was judged, so nothing is decided; "
      + "say what it means, as in 'todos.count > 3 && todos[3].isComplete'"
  }

  /// Where it was found.
  var place: String {
    guard isWay else { return "" }
    if loopLength > 0 {
      let start = steps.count - loopLength
      return ", which starts " + (start == 0 ? "at once" : "after \(counted(start, "command"))")
    }
    return steps.isEmpty ? " at the current moment" : " after \(counted(steps.count, "command"))"
  }
}

extension WrittenProperty {
  /// What was found, to be followed by where it was found.
  ///
  /// - Parameter loopLength: The number of commands in a loop.
  func text(of evidence: ExplorationFault.Evidence, loopLength: Int) -> String {
    switch evidence {
    case .condition:
      switch claim {
      case .after: "the action leaves the condition false"
      case .until(let condition, _): "`\(condition.source.text)` does not hold until then"
      default: "the invariant does not hold"
      }
    case .action: "the action occurs"
    case .late: "the goal is not reached within \(limit?.formatted ?? "")"
    case .deadEnd: "nothing more is due, and the goal is not reached"
    case .loop: "the goal is not reached in a loop of \(counted(loopLength, "command"))"
    case .reached: "the condition is reached"
    case .unreachable: "the condition was not reached"
    case .error(let text): text
    }
  }
}
