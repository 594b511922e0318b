import Core

/// The answer of a built-in command. Each kind is a type with members for programs and a text for people.
public protocol Answer {
  /// The value of the member `answer` in its JSON: by default, `value` for a `ValueAnswer`. Programs depend on it, so a type
  /// that is renamed must keep it.
  static var kind: String { get }
  /// Whether it is printed even in quiet mode.
  var isAskedFor: Bool { get }
  /// The text form: lines without control characters other than colours.
  func lines(_ page: Page) -> [String]
}

extension JSONObject where Self: Answer {
  package static var title: String { "answer:\(kind)" }
}

extension Answer {
  public static var kind: String {
    let name = "\(Self.self)"
    let stem = name.hasSuffix("Answer") ? name.dropLast("Answer".count) : name[...]
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }

  public var isAskedFor: Bool { true }
}

/// The value of an expression, or the state.
public struct ValueAnswer: Answer, JSONObject {
  package static let members = fields([
    "expression": "the expression; omitted for the whole state",
    "value": .value("its value") { $0.value() },
  ])

  /// The expression; `nil` for the whole state.
  public let expression: String?
  /// The value as text, possibly of several lines.
  public let text: String
  /// Its value.
  package let value: () -> JSON

  public func lines(_: Page) -> [String] { text.dumpLines }
}

/// Moments at which an expression became true.
public struct MomentsAnswer: Answer, JSONObject {
  package static let members = fields([
    "expression": "the expression",
    "moments": "the moments at which it became true",
  ])

  /// The expression.
  public let expression: String
  /// Where the search looked, for the text form.
  public let place: String
  /// The moments at which it became true.
  public let moments: [MomentSummary]

  public func lines(_ page: Page) -> [String] {
    page.table(of: moments, orSay: "`\(expression)` is never true \(place)") { moment in
      [
        "#\(moment.number)", "+\(moment.time.formatted)", moment.event.elided(to: 76),
        moment.shownCommand ?? "",
      ]
    }
  }
}

/// The ranges of moments throughout which an expression is true.
public struct StretchesAnswer: Answer, JSONObject {
  package static let members = fields([
    "expression": "the expression",
    "stretches": "the ranges of moments in which it is true",
  ])

  /// A range of moments throughout which the expression is true.
  public struct Stretch: JSONObject {
    package static let members = fields([
      "first": "the first moment", "last": "the last moment",
    ])
    /// The first moment.
    public let first: MomentSummary
    /// The last moment.
    public let last: MomentSummary
  }

  /// The expression.
  public let expression: String
  /// Where the search looked, for the text form.
  public let place: String
  /// The ranges of moments in which it is true.
  public let stretches: [Stretch]

  public func lines(_ page: Page) -> [String] {
    page.table(of: stretches, orSay: "`\(expression)` is never true \(place)") { stretch in
      let first = stretch.first
      let last = stretch.last
      return [
        first.number == last.number ? "#\(first.number)" : "#\(first.number) – #\(last.number)",
        first.time == last.time
          ? "+\(first.time.formatted)" : "+\(first.time.formatted) – +\(last.time.formatted)",
        first.event.elided(to: 60),
        first.shownCommand ?? "",
      ]
    }
  }
}

/// Moments of the line or of the tree.
public struct LogAnswer: Answer, JSONObject {
  package static let members = fields([
    "current": "the current moment",
    "moments": "the moments",
    "hidden": "the number of hidden moments that changed and started nothing",
    "shown": .value("the expressions shown") {
      $0.shown.isEmpty ? nil : $0.shown.map(\.expression)
    },
    "values": .value("their values at each moment; null for none") { answer in
      answer.shown.isEmpty
        ? nil : answer.moments.indices.map { row in answer.shown.map { $0.values[row].json() } }
    },
  ])

  /// The current moment.
  public let current: Int
  /// The moments, in order.
  public let moments: [MomentSummary]
  /// The number of hidden moments that changed and started nothing.
  public let hidden: Int
  /// The values of expressions at these moments.
  let shown: [SampledValues]
  /// The commands of these moments, unless a filter chose the moments.
  let commands: (() -> [LoggedCommand])?

  public func lines(_ page: Page) -> [String] {
    // Narrow pages omit what was changed, or the origin, to leave more room for the action.
    let isNarrow = (page.columns ?? .max) < 60
    if page.isBrief, let commands {
      var table = TextTable()
      for command in commands() { table.add(command, columns: page.columns ?? 80) }
      return page.lines(table)
    }
    var table = TextTable()
    if !shown.isEmpty {
      table.add(["", ""] + shown.map { $0.expression.controlCharactersEscaped }, style: .note)
    }
    for (row, moment) in moments.enumerated() {
      let place = ["\(moment.isCurrent ? ">" : " ") #\(moment.number)", "+\(moment.time.formatted)"]
      let events = [
        moment.event.elided(to: shown.isEmpty ? max(page.columns ?? 0, 76) : 40),
        moment.shownCause,
        moment.cancelled.isEmpty ? "" : "cancels \(counted(moment.cancelled.count, "effect"))",
      ]
      table.add(
        place + shown.map { $0.values[row].label } + events.dropLast(isNarrow ? 2 : 0),
        style: moment.isCurrent ? .strong : moment.isAhead ? .dimmed : nil
      )
    }
    var lines = page.lines(table)
    if moments.isEmpty { lines.append(page.dimmed("no matching moments")) }
    if hidden > 0 {
      lines.append(
        page.dimmed("not listed: \(counted(hidden, "moment")) that changed and started nothing")
      )
    }
    return lines
  }
}

/// A line that was verified to be reproducible.
public struct ReproducibleAnswer: Answer, JSONObject {
  package static let members = fields([
    "moments": "the number of moments that were reproduced"
  ])

  /// The number of moments that were reproduced.
  public let moments: Int

  public func lines(_: Page) -> [String] {
    ["reproducible: \(counted(moments, "moment")) replayed identically"]
  }
}

/// Moments at which effects sent actions that have not been asserted.
public struct ReceivedAnswer: Answer, JSONObject {
  package static let members = fields([
    "moments": "the moments not asserted yet"
  ])

  /// The moments, in order.
  public let moments: [MomentSummary]

  public func lines(_ page: Page) -> [String] {
    moments.isEmpty
      ? [page.dimmed("no unasserted actions")]
      : moments.map { $0.header(page.palette) }
  }
}
