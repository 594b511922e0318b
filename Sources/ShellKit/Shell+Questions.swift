import Core

extension Shell {
  /// Tells which moment wrote a value last: the command, the action, and what it changed.
  func blame(_ path: Expression, in extent: Session<State, Action>.Extent) throws {
    guard let (moment, inquiry) = try lastChange(of: path, in: extent) else {
      return print("`\(path.source.text)` is as it was at the start", style: .dimmed)
    }
    let before = momentText.before(moment)
    console.print(momentText.header(moment))
    if let command = momentText.command(of: moment) { console.print("> \(command)") }
    printLines(
      try change(of: path, from: inquiry.answer(at: before), before, to: inquiry.answer(at: moment), moment)
    )
  }

  /// Goes to the moment that wrote a value last.
  func goToLastChange(of path: Expression, in extent: Session<State, Action>.Extent) throws {
    guard let (moment, _) = try lastChange(of: path, in: extent) else {
      throw path.source.diagnostic(
        "no moment has written `\(path.source.text)`: it is as it was at the start"
      )
    }
    try travel { try session.goto(moment: moment.number, label: label) }
  }

  private func lastChange(
    of path: Expression,
    in extent: Session<State, Action>.Extent
  ) throws -> (Moment<State, Action>, Inquiry<State, Action>)? {
    let inquiry = Inquiry<State, Action>(path, isInterrupted: isInterrupted)
    let found = try session.lastChange(
      of: { (moment) throws(CommandFailure) in try inquiry.answer(at: moment) },
      in: extent,
      isSame: { (old, before, new, after) throws(CommandFailure) in inquiry.isSame(old, before, new, after) }
    )
    // At the start alone there is nothing to compare, and so nothing was looked at.
    _ = try inquiry.answer(at: session.moment)
    try inquiry.checkAnswered { () throws(CommandFailure) in _ = try inquiry.answer(at: session.moment) }
    return found.map { (session.moments[$0], inquiry) }
  }

  /// Lists the first moment, or all moments, at which an expression became true.
  func find(_ expression: Expression, every: Bool, in extent: Session<State, Action>.Extent) throws {
    let inquiry = Inquiry<State, Action>(expression, isInterrupted: isInterrupted)
    var table = TextTable()
    try session.forEachMoment(
      in: extent,
      whereItBegins: { (moment) throws(CommandFailure) in try inquiry.holds(at: moment) },
      { (moment) throws(CommandFailure) in
        add(moment, to: &table)
        return every
      }
    )
    try inquiry.checkAnswered { () throws(CommandFailure) in _ = try inquiry.holds(at: session.moment) }
    printTable(table, orSay: "`\(expression.source.text)` is never true \(extent.place)")
  }

  /// Lists the stretches of moments throughout which an expression is true.
  func printStretches(of expression: Expression, in extent: Session<State, Action>.Extent) throws {
    let inquiry = Inquiry<State, Action>(expression, isInterrupted: isInterrupted)
    var table = TextTable()
    try session.forEachStretch(
      in: extent,
      where: { (moment) throws(CommandFailure) in try inquiry.holds(at: moment) },
      { (first, last) throws(CommandFailure) in
        table.add(
          first.number == last.number ? "#\(first.number)" : "#\(first.number) – #\(last.number)",
          first.now == last.now
            ? "+\(first.now.formatted)" : "+\(first.now.formatted) – +\(last.now.formatted)",
          momentText.event(first).controlCharactersEscaped.truncated(to: 60),
          momentText.command(of: first) ?? ""
        )
        return true
      }
    )
    try inquiry.checkAnswered { () throws(CommandFailure) in _ = try inquiry.holds(at: session.moment) }
    printTable(table, orSay: "`\(expression.source.text)` is never true \(extent.place)")
  }

  private func add(_ moment: Moment<State, Action>, to table: inout TextTable) {
    table.add(
      "#\(moment.number)",
      "+\(moment.now.formatted)",
      momentText.event(moment).controlCharactersEscaped.truncated(to: 76),
      momentText.command(of: moment) ?? ""
    )
  }

  private func printTable(_ table: TextTable, orSay remark: String) {
    let lines = table.lines(palette: console.palette, width: columns)
    if lines.isEmpty { print(remark, style: .dimmed) } else { printLines(lines) }
  }

  /// How a value differs between two moments: on one line if both are small.
  func change(
    of path: Expression,
    from old: Inquiry<State, Action>.Answer,
    _ before: Moment<State, Action>,
    to new: Inquiry<State, Action>.Answer,
    _ after: Moment<State, Action>
  ) -> [String] {
    let name = path.source.text.controlCharactersEscaped
    let texts = [(old, before), (new, after)].map { answer, moment in
      moment.withState { _ in answer.value.map { $0.formatted { String(customDumping: $0) } } ?? "not there" }
    }
    if texts.allSatisfy({ !$0.contains("\n") && $0.count <= 60 }) {
      return ["\(name): \(texts[0].controlCharactersEscaped) → \(texts[1].controlCharactersEscaped)"]
    }
    return ["\(name):"]
      + momentText.difference(texts: texts, of: old.value?.wrapped, before, new.value?.wrapped, after)
  }
}

extension Session.Extent {
  /// Where a question looked, for a message.
  fileprivate var place: String { self == .line ? "on this line; --all looks everywhere" : "anywhere" }
}
