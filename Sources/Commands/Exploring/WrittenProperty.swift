import Core

/// A property as it is written: `always todos.count < 2`, `isLoading leads-to !isLoading within 2s`.
struct WrittenProperty {
  /// Its name, if it has one.
  var name: String?
  /// Its text.
  let source: SourceText
  /// The time within which its goal must be reached, if limited.
  var limit: Duration?
  let claim: Form

  enum Form {
    case always(Expression)
    case never(ActionPattern<Any>)
    case sometimes(Expression)
    case after(ActionPattern<Any>, Expression)
    case eventually(Expression)
    case leadsTo(Expression, Expression)
    case until(Expression, Expression)
  }

  /// The text in one form: `invariant` is a synonym for `always`.
  var text: String {
    switch claim {
    case .always(let condition): "always \(condition.source.text)"
    default: source.text
    }
  }

  /// What reports call it: its name, or else its text.
  var title: String { name ?? text }

  /// The expressions in it.
  var expressions: [Expression] {
    switch claim {
    case .always(let condition), .after(_, let condition), .sometimes(let condition),
      .eventually(let condition):
      [condition]
    case .leadsTo(let first, let second), .until(let first, let second): [first, second]
    case .never: []
    }
  }

  /// Whether only an endless behaviour can violate it.
  var isUnbounded: Bool {
    switch claim {
    case .eventually, .leadsTo, .until: limit == nil
    default: false
    }
  }

  /// Whether it claims that a state can be reached.
  var needsState: Bool {
    if case .sometimes = claim { true } else { false }
  }

  /// In which way it is vacuous, if it is.
  var vacuity: PropertyVerdict.Vacuity {
    switch claim {
    case .until: .goalFromStart
    case .after: .noAction
    default: .noPremise
    }
  }

  /// The property, for Core to decide.
  var property: AnyProperty { dependsOnTime ? anyTimeProperty : anyTimeProperty.timeless }

  /// Whether it mentions the virtual time.
  var dependsOnTime: Bool { expressions.contains { $0.names("now") } }

  private var anyTimeProperty: AnyProperty {
    switch claim {
    case .always(let condition): .always(title, Self.holds(condition))
    case .never(let pattern): .never(title, pattern.matches)
    case .sometimes(let condition): .sometimes(title, Self.holds(condition))
    case .after(let pattern, let condition): .after(title, pattern.matches, Self.holds(condition))
    case .eventually(let goal): .eventually(title, within: limit, Self.holds(goal))
    case .leadsTo(let trigger, let goal):
      .leadsTo(title, within: limit, from: Self.holds(trigger), to: Self.holds(goal))
    case .until(let condition, let goal):
      .until(title, within: limit, Self.holds(condition), until: Self.holds(goal))
    }
  }

  /// The expression that does not hold at the end of a counterexample.
  func failing(_ evidence: AnyExploration.Evidence) -> Expression? {
    switch claim {
    case .always(let condition), .after(_, let condition): condition
    case .until(let condition, let goal): evidence == .condition ? condition : goal
    case .eventually(let goal), .leadsTo(_, let goal), .sometimes(let goal): goal
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

  static func holds(_ expression: Expression) -> AnyProperty.Condition {
    { moment in
      do throws(Diagnostic) {
        return try expression.holds(in: ExpressionContext(moment))
      } catch {
        throw error.concernsMissingValue ? MissingValue(error) : error
      }
    }
  }
}

extension WrittenProperty {
  /// The words that a property can begin with.
  static var openings: [(word: String, summary: String)] {
    [
      ("always", "a condition that holds after each command"), ("never", "actions that do not occur"),
      ("sometimes", "a condition that can be reached"),
      ("eventually", "a condition that is reached in any case"),
      ("after", "actions, then a comma and a condition that holds after each of them"),
      ("invariant", "the same as always"),
    ]
  }

  /// The words between its parts.
  static var connections: [(word: String, summary: String)] {
    [
      ("leads-to", "what follows, whenever the condition before it holds"),
      ("until", "the condition that ends the one before it"), ("within", "the time for it"),
    ]
  }

  /// Reads one property or several, separated by commas.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - check: Checks the names in an expression.
  /// - Throws: An error at the first part that is wrong.
  static func list(
    parsing source: SourceText,
    of action: Any.Type,
    check: (Expression) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [Self] {
    try PropertyParts.list(source).map { (part) throws(Diagnostic) in
      try Self(part, of: action, check: check)
    }
  }

  private init(
    _ parts: PropertyParts,
    of action: Any.Type,
    check: (Expression) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    func expression(_ source: SourceText, for keyword: String) throws(Diagnostic) -> Expression {
      guard !source.isEmpty else { throw source.diagnostic("expected an expression after '\(keyword)'") }
      let expression = try Expression(parsing: source)
      try check(expression)
      return expression
    }
    source = parts.source
    if let source = parts.limit {
      guard !source.isEmpty else { throw source.diagnostic("expected a duration after 'within'") }
      limit = try Duration(parsing: source)
    }
    if let connection = parts.connection {
      guard !connection.first.isEmpty else {
        throw connection.keyword.diagnostic("expected an expression before '\(connection.keyword.text)'")
      }
      let first = try expression(connection.first, for: parts.opening?.text ?? "")
      let second = try expression(connection.second, for: connection.keyword.text)
      if let opening = parts.opening {
        throw opening.diagnostic(
          "'\(opening.text)' and '\(connection.keyword.text)' cannot be combined",
          hint: "leave out '\(opening.text)'"
        )
      }
      claim = connection.keyword.text == "until" ? .until(first, second) : .leadsTo(first, second)
      return
    }
    guard let opening = parts.opening else { throw Self.unknownOpening(parts.source) }
    if let limit = parts.limit, opening.text != "eventually" {
      throw limit.diagnostic(
        "'\(opening.text)' has no time limit",
        hint: "'within' belongs to eventually, leads-to and until"
      )
    }
    switch opening.text {
    case "never":
      let isCondition = { (try? expression(parts.rest, for: opening.text)) != nil }
      claim = .never(try Self.pattern(parts.rest, for: opening.text, of: action, unless: isCondition))
    case "after":
      let pattern = try Self.pattern(parts.rest, for: opening.text, of: action)
      guard let condition = parts.condition, !condition.isEmpty else {
        throw parts.source.endPoint.diagnostic("expected a condition", hint: "write: after PATTERN, EXPR")
      }
      claim = .after(pattern, try expression(condition, for: opening.text))
    case "sometimes": claim = .sometimes(try expression(parts.rest, for: opening.text))
    case "eventually": claim = .eventually(try expression(parts.rest, for: opening.text))
    case "always", "invariant": claim = .always(try expression(parts.rest, for: opening.text))
    default: throw Self.unknownOpening(source)
    }
  }

  /// - Parameter isCondition: Whether the source is a condition, in which case the error suggests 'always'.
  private static func pattern(
    _ source: SourceText,
    for keyword: String,
    of action: Any.Type,
    unless isCondition: () -> Bool = { false }
  ) throws(Diagnostic) -> ActionPattern<Any> {
    guard !source.isEmpty else { throw source.diagnostic("expected an action pattern after '\(keyword)'") }
    do {
      return try ActionPattern(parsing: source, of: action)
    } catch {
      guard !source.text.hasPrefix("."), isCondition() else { throw error }
      var error = error
      error.hint = "for a condition, write: always !(\(source.text))"
      throw error
    }
  }

  private static func unknownOpening(_ source: SourceText) -> Diagnostic {
    let word = source.text.prefix { $0 != " " }
    return source.diagnostic(
      "expected a property, found '\(word)'",
      at: source.range.lowerBound..<source.range.lowerBound + word.utf8.count,
      notes: [
        "a property begins with \(openings.dropLast().map(\.word).joined(separator: ", ")), "
          + "or contains leads-to or until"
      ],
      hint: Spelling.suggestion(for: String(word), among: openings.map(\.word))
        ?? "to check an invariant, write: explore always \(word)…"
    )
  }
}
