import Core

/// Selects the moments that `log` lists.
public struct LogFilter {
  private let pattern: ActionPattern<Any>?
  private let path: Expression?
  private let origin: Origin?
  private let text: String?
  private let isInverted: Bool

  /// Creates a filter; a moment must satisfy all given conditions.
  ///
  /// - Parameters:
  ///   - pattern: A pattern that the action matches.
  ///   - path: An expression whose value the moment changed.
  ///   - origin: The input that caused the moment.
  ///   - text: A text that occurs in the state.
  ///   - isInverted: Whether to list the moments that do not match.
  public init(
    pattern: ActionPattern<Any>? = nil,
    path: Expression? = nil,
    origin: Origin? = nil,
    text: String? = nil,
    isInverted: Bool = false
  ) {
    self.pattern = pattern
    self.path = path
    self.origin = origin
    self.text = text
    self.isInverted = isInverted
  }

  /// The input that causes a moment.
  public enum Origin {
    /// A command sent the action.
    case typed
    /// An effect sent the action.
    case effect
    /// The clock moved.
    case clock
  }

  private var hasNoCondition: Bool { pattern == nil && path == nil && origin == nil && text == nil }

  /// Whether it selects all moments.
  var selectsAll: Bool { hasNoCondition && !isInverted }

  /// The moments that match, in order.
  ///
  /// - Throws: A `Diagnostic` if the path cannot be evaluated, or never has a value; a `CommandFailure` if interrupted.
  func moments(
    _ numbers: [Int],
    of session: AnySession,
    isInterrupted: @escaping () -> Bool
  ) throws -> [Int] {
    if hasNoCondition { return isInverted ? [] : numbers }
    let query = path.map { HistoryQuery($0, isInterrupted: isInterrupted) }
    var search = text.map { StateTextSearch($0) }
    func passes(_ moment: AnyMoment) throws -> Bool {
      if let pattern, !(moment.action.map(pattern.matches) ?? false) { return false }
      if let origin, moment.originKind != origin { return false }
      if let query {
        guard let before = moment.parent.map({ session.moments[$0] }) else { return false }
        if try !query.isChanged(at: moment, after: before) { return false }
      }
      return search?.occurs(at: moment) ?? true
    }
    let found = try numbers.filter { number in
      if isInterrupted() { throw CommandFailure("interrupted") }
      return try passes(session.moments[number]) != isInverted
    }
    try query?.checkAnswered(orAskAt: session.moment)
    return found
  }
}

extension AnyMoment {
  /// What caused it; `nil` for the start and for the answer of a dependency.
  var originKind: LogFilter.Origin? {
    switch cause {
    case .start, .answer: nil
    case .clock: .clock
    case .action(_, _, .user), .action(_, _, .recording(isOfEffect: false)): .typed
    case .action(_, _, .effect), .action(_, _, .recording(isOfEffect: true)): .effect
    }
  }
}
