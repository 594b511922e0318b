import Core

/// Why an expression has its value.
public struct BlameAnswer: Answer, JSONObject {
  package static let members = fields(of: { $0.explanation })

  /// Why it has its value.
  public let explanation: Cause
  /// The moment and the change; `nil` if the value has not changed since the start.
  public var cause: (moment: MomentSummary, change: ValueChange)? {
    explanation.moment.flatMap { moment in explanation.change.map { (moment, $0) } }
  }

  public func lines(_ page: Page) -> [String] {
    var shown: Set<Int> = []
    return explanation.lines(page, &shown)
  }
}

/// The moment that last changed a value, what led to that moment, and what made the value what it is.
public struct Cause: JSONObject {
  package static let members = fields([
    "expression": "the expression",
    "value": "its value as text, abbreviated to fit on a line",
    "by": .value("the moment; omitted if the value has not changed since the start") { $0.moment },
    "change": "the change of the value",
    "chain": .value("the moments that led to it, effect by effect, back to what was typed") {
      $0.chain.nonEmpty
    },
    "omitted": .value("how many are left out before the last one of the chain") {
      $0.omitted == 0 ? nil : $0.omitted
    },
    "because": .value("the causes of the parts that decide the value") {
      $0.because.nonEmpty
    },
    "moved": "the later moment that moved the element to its current position",
  ])

  /// The expression.
  public let expression: String
  /// Its value as text, abbreviated to fit on a line; `nil` if there is none.
  public let value: String?
  /// The moment; `nil` if the value has not changed since the start.
  public let moment: MomentSummary?
  /// The change of the value.
  public let change: ValueChange?
  /// The moments that led to it: the one that started the effect that sent its action, and so on.
  public let chain: [MomentSummary]
  /// How many moments are left out before the last one of ``chain``.
  public let omitted: Int
  /// The causes of the parts that made the value what it is.
  public let because: [Cause]
  /// The moment that moved the element to its current position, if it has moved since.
  public let moved: MomentSummary?

  /// - Parameter shown: The moments that have been described.
  fileprivate func lines(_ page: Page, _ shown: inout Set<Int>) -> [String] {
    guard let moment, let change else {
      let line = page.dimmed("`\(expression)` has not changed since the start")
      return [line] + inner(page, &shown)
    }
    let described = moment.described(page, &shown)
    let origins = originLines(page, &shown)
    if page.isBrief {
      return change.lines(page) + (described + origins).map { "  " + $0 } + inner(page, &shown)
    }
    return described + change.lines(page) + origins + inner(page, &shown)
  }

  private func inner(_ page: Page, _ shown: inout Set<Int>) -> [String] {
    let moves = moved.map { $0.described(page, &shown) } ?? []
    return moves.enumerated().map { $0 == 0 ? "  moved here by \($1)" : "    \($1)" }
      + because.flatMap { $0.reasonLines(page, &shown) }
  }

  /// The effects that led to it, those closest to it first.
  private func originLines(_ page: Page, _ shown: inout Set<Int>) -> [String] {
    var lines: [String] = []
    for (index, origin) in chain.enumerated() {
      if omitted > 0, index == chain.count - 1 {
        lines.append(page.dimmed("← … \(counted(omitted, "more moment"))"))
      }
      if shown.contains(origin.number) { continue }
      let described = origin.described(page, &shown)
      lines += described.enumerated().map { ($0 == 0 ? "← " : "  ") + $1 }
    }
    return lines
  }

  /// The value, and the moment since which it has been so.
  private func reasonLines(_ page: Page, _ shown: inout Set<Int>) -> [String] {
    let name = "  \(expression) is \(value ?? "missing")".controlCharactersEscaped
    guard let moment else { return ["\(name), since the start"] }
    guard !shown.contains(moment.number) else {
      return ["\(name), since #\(moment.number)"] + inner(page, &shown).map { "  " + $0 }
    }
    let described = moment.described(page, &shown)
    let rest = described.dropFirst() + originLines(page, &shown) + inner(page, &shown)
    return ["\(name), since \(described[0])"] + rest.map { "    " + $0 }
  }
}

extension MomentSummary {
  /// Its header, and the command that caused or delivered it.
  fileprivate func described(_ page: Page, _ shown: inout Set<Int>) -> [String] {
    shown.insert(number)
    if page.isBrief {
      let received = isReceived ? event.elided(to: 60) : nil
      let text =
        [shownCommand, received].compactMap(\.self).joined(separator: " ↳ ").nonEmpty ?? event.elided(to: 60)
      return page.lines(
        [page.palette(.strong, position) + "  " + text],
        beside: [sites.joined(separator: ", ")]
      )
    }
    return heading(page.palette) + (shownCommand.map { ["> \($0)"] } ?? [])
  }
}

/// Why a condition is not true, and when it last was, or came closest to it.
public struct WhyNotAnswer: Answer, JSONObject {
  package static let members = fields([
    "expression": "the condition",
    "moment": .value("the moment asked about") { $0.moment.number },
    "holds": "whether it is true there",
    "failing": "what would have to change: a list for each way to make it true, with all that fails",
    "held": "the last moment at which it was true",
    "ended": "the moment after that one, at which it was no longer true",
    "nearest": "if it was never true, the last moment at which it came closest",
    "missing": .value("what failed at the nearest moment") { $0.missing.nonEmpty },
  ])

  /// A condition that fails, and the values that make it fail.
  public struct Failing: JSONObject {
    package static let members = fields([
      "condition": "the condition", "values": "the values that decide it",
      "reason": "why it has no value there",
    ])

    /// A part of the condition.
    public struct Value: JSONObject {
      package static let title = "Deciding"
      package static let members = fields([
        "expression": "the part of the condition", "value": "its value as text, abbreviated to fit on a line",
      ])
      /// The part of the condition.
      public let expression: String
      /// Its value as text.
      public let value: String
    }

    /// The condition.
    public let condition: String
    /// The values that decide it.
    public let values: [Value]
    /// Why it has no value there, if a value that it needs is missing.
    public let reason: String?

    fileprivate var line: String {
      let facts = values.map { "\($0.expression) is \($0.value)" } + [reason].compactMap(\.self)
      return (facts.isEmpty ? "\(condition) is false" : "\(condition): \(facts.joined(separator: ", "))")
        .controlCharactersEscaped
    }
  }

  /// The condition.
  public let expression: String
  /// The moment asked about.
  public let moment: MomentSummary
  /// Whether it is true there.
  public let holds: Bool
  /// What would have to change: a list for each way to make it true, with all that fails.
  public let failing: [[Failing]]
  /// The last moment at which it was true.
  public let held: MomentSummary?
  /// The moment after that one, at which it was no longer true.
  public let ended: MomentSummary?
  /// If it was never true, the last moment at which it came closest.
  public let nearest: MomentSummary?
  /// What failed at the nearest moment.
  public let missing: [Failing]

  public func lines(_ page: Page) -> [String] {
    let name = "`\(expression)`".controlCharactersEscaped
    if holds { return ["\(name) is true at #\(moment.number); 'why' explains it"] }
    var shown: Set<Int> = []
    var lines = ["\(name) is not true at #\(moment.number):"]
    for (index, way) in failing.enumerated() {
      if index > 0 { lines.append("or, instead:") }
      lines += way.map { page.palette(.removed, "  \($0.line)") }
    }
    if let ended, let held {
      return lines + ["it was last true at #\(held.number), until"] + ended.described(page, &shown)
    }
    guard let nearest else { return lines }
    if nearest.number == moment.number { return lines + ["it was never true, and never closer than now"] }
    return lines + ["it was never true; it came closest at"] + nearest.described(page, &shown)
      + missing.map { "  \($0.line)" }
  }
}
