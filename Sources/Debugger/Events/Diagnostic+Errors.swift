import Core

extension Diagnostic {
  /// The diagnostic for an error that a command threw.
  package init(_ error: any Error, at source: SourceText) {
    switch error {
    case let diagnostic as Diagnostic: self = diagnostic
    case let failure as CommandFailure: self = source.diagnostic(failure.message, hint: failure.hint)
    case let error as SessionError:
      var notes: [String] = []
      if case .diverged(let divergence) = error, let difference = divergence.difference {
        notes = ["difference from the recording:"] + difference.dumpLines
      }
      self = source.diagnostic(error.description, notes: notes, hint: error.hint)
    default: self = source.diagnostic("\(error)")
    }
  }
}

extension AnyDebugger {
  /// Reports an error in a script, and with a failed expectation what may still happen.
  package func report(_ diagnostic: Diagnostic) {
    var notes = callStack.notes
    if diagnostic.isFailedExpectation {
      tellExpectation(holds: false)
      notes += notesInFlight
    }
    events.emit(Diagnosed(diagnostic.adding(notes: notes)))
  }

  /// Reports an error without a location.
  package func report(_ message: String) { events.emit(Diagnosed(error: message)) }

  /// The effects in flight and when they are due, the first ones.
  var notesInFlight: [String] {
    let effects = EffectsAnswer(session.effects, now: session.now).effects
    let notes = effects.map { effect in
      let due = effect.deadline.map { ", due in \(($0 - session.now).formatted)" } ?? ""
      return "in flight\(due): \(effect.text)"
    }
    let rest = notes.count - 5
    return rest > 1 ? notes.prefix(5) + ["and \(rest) more effects in flight"] : notes
  }

  /// Checks whether the feature has reported issues since the last check.
  ///
  /// - Throws: The issues, in exhaustive mode.
  package func checkIssues() throws {
    guard !received.issues.isEmpty, let source = callStack.command?.source else { return }
    let issues = received.issues
    received.issues = []
    let places = issues.map { "\($0.fileID):\($0.line)" }.removingDuplicates
    let message = issues.count == 1 ? "an issue was reported" : "\(issues.count) issues were reported"
    throw source.failedExpectation(
      "\(message) at \(places.joined(separator: ", "))",
      hint: "'set exhaustive off' turns it into a warning"
    )
  }
}

extension SourceText {
  /// The error for an expectation of a script that was evaluated and failed.
  package func failedExpectation(_ problem: String, notes: [String] = [], hint: String? = nil) -> Diagnostic {
    var failure = diagnostic("expectation failed: \(problem)", notes: notes, hint: hint)
    failure.isFailedExpectation = true
    return failure
  }
}
