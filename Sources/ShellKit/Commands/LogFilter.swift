import Core

/// Which moments `log` lists.
struct LogFilter<State, Action> {
  var pattern: ActionPattern<Action>?
  var path: Expression?
  var origin: Origin?
  var text: String?
  var isInverted = false

  enum Origin {
    case typed, effect, clock
  }

  private var isEmpty: Bool { pattern == nil && path == nil && origin == nil && text == nil }

  /// The moments among some that pass, in order.
  ///
  /// - Throws: That a path is nowhere to be found, or that someone wants the search to end.
  func moments(
    _ numbers: some Sequence<Int>,
    of session: Session<State, Action>,
    isInterrupted: @escaping () -> Bool
  ) throws -> [Int] {
    guard !isEmpty else { return isInverted ? [] : Array(numbers) }
    let inquiry = path.map { Inquiry<State, Action>($0, isInterrupted: isInterrupted) }
    var search = text.map { StateTextSearch<State, Action>($0) }
    let found = try numbers.filter { number in
      if isInterrupted() { throw CommandFailure("interrupted") }
      return try passes(session.moments[number], of: session, inquiry, &search) != isInverted
    }
    try inquiry?.checkAnswered { () throws(CommandFailure) in
      _ = try inquiry?.answer(at: session.moment)
    }
    return found
  }

  private func passes(
    _ moment: Moment<State, Action>,
    of session: Session<State, Action>,
    _ inquiry: Inquiry<State, Action>?,
    _ search: inout StateTextSearch<State, Action>?
  ) throws -> Bool {
    if let pattern, !(moment.action.map(pattern.matches) ?? false) { return false }
    if let origin, moment.originKind != origin { return false }
    if let inquiry {
      guard let before = moment.parent.map({ session.moments[$0] }) else { return false }
      let (old, new) = (try inquiry.answer(at: before), try inquiry.answer(at: moment))
      if inquiry.isSame(old, before, new, moment) { return false }
    }
    return search?.occurs(at: moment) ?? true
  }
}

extension Moment {
  fileprivate var originKind: LogFilter<State, Action>.Origin? {
    switch cause {
    case .start: nil
    case .clock: .clock
    case .action(_, _, .user): .typed
    case .action(_, _, .effect): .effect
    }
  }
}

extension Argument {
  /// A pattern of actions as one word; with blanks in it, in quotes.
  static func pattern<Action>(_ name: String, of _: Action.Type) -> Parameter<ActionPattern<Action>> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> ActionPattern<Action> in
      let word = try reader.word(for: name)
      return try word.parsed { (source) throws(Diagnostic) in try ActionPattern(parsing: source) }
    }
    result.completions = { $0.actionCompletions(of: Action.self) }
    return result
  }

  /// An expression as one word; with blanks in it, in quotes.
  static func path(_ name: String) -> Parameter<Expression> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> Expression in
      let word = try reader.word(for: name)
      let reader = reader
      return try word.parsed { (source) throws(Diagnostic) in try reader.expression(parsing: source) }
    }
    result.completions = expression(name).completions
    return result
  }

  /// A word that only makes a line easier to read.
  ///
  /// - Parameter summary: What follows it.
  static func keyword(_ text: String, summary: String) -> Parameter<Void> {
    var result = Parameter(text) { (reader) throws(Diagnostic) -> Void in
      let word = try reader.word(for: "'\(text)'")
      guard word.text == text else {
        throw word.diagnostic("expected '\(text)', found '\(word.text)'", remedy: "usage: \(reader.usage)")
      }
    }
    result.completions = { _ in [Completion(text, summary: summary)] }
    return result
  }
}

extension Word {
  /// What a word says in another syntax. What is wrong in a quoted word is reported at all of it.
  fileprivate func parsed<Value>(
    _ parse: (SourceText) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    guard isQuoted else { return try parse(source) }
    do throws(Diagnostic) {
      return try parse(SourceText(text))
    } catch {
      throw diagnostic(error.message, notes: error.notes, remedy: error.remedy)
    }
  }
}
