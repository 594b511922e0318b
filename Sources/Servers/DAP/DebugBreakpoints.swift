import Commands
import Core
import Debugger
import Values

/// The breakpoints that a client has set, and the failures it stops at.
final class DebugBreakpoints<State, Action> {
  /// A breakpoint on a line, an action, a command or a value.
  struct Item {
    let number: Int
    let place: Place
    let condition: HistoryQuery<State, Action>?
    let hitCondition: HitCondition?
    let message: LogMessage?
    var hits = 0
  }

  enum Place {
    case line(Int, path: String)
    /// Before a command, or at an action or where an expression becomes true.
    case function(Breakpoint<State, Action>)
    /// Where a value changes.
    case value(HistoryQuery<State, Action>)
  }

  /// The kinds of failures to stop at, their names for people, and whether clients select them at first.
  static var filters: [(name: String, label: String, isDefault: Bool)] {
    [
      ("expectation", "Failed expectations", true), ("error", "Other errors", true),
      ("issue", "Issues reported by the feature", false),
    ]
  }

  private var items: [Item] = []
  /// The number of breakpoints so far, which is the number of the last one.
  private(set) var count = 0
  var failures = Set(filters.filter(\.isDefault).map(\.name))

  /// Replaces the breakpoints of a kind.
  func replace(where isOld: (Place) -> Bool, with new: [Item]) {
    items.removeAll { isOld($0.place) }
    items += new
  }

  /// Makes a breakpoint.
  ///
  /// - Parameter json: Its properties besides the place.
  func item(_ json: JSON, at place: (_ number: Int) throws(DebugError) -> Place) throws(DebugError) -> Item {
    count += 1
    func text(_ name: String) -> String? { json[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    var condition: HistoryQuery<State, Action>?
    if let text = text("condition") { condition = HistoryQuery(try Self.expression(text)) }
    var hitCondition: HitCondition?
    if let text = text("hitCondition") { hitCondition = try HitCondition(parsing: text) }
    var message: LogMessage?
    if let text = text("logMessage") { message = try LogMessage(parsing: text) }
    return Item(
      number: count,
      place: try place(count),
      condition: condition,
      hitCondition: hitCondition,
      message: message
    )
  }

  /// An expression whose names are those of the state.
  static func expression(_ text: String) throws(DebugError) -> Expression {
    try DebugError.converting { () throws(Diagnostic) in
      let expression = try Expression(parsing: SourceText(text))
      try expression.check(for: State.self, naming: ExpressionContext.factNames)
      return expression
    }
  }

  /// The breakpoints that are reached at a position, and the messages of those that only print one.
  func reached(
    at position: Trace<State, Action>.Position,
    of trace: Trace<State, Action>
  ) -> (stop: DebugStop?, messages: [String]) {
    guard !items.isEmpty, !trace.entries[position.entry].source.isEmpty else { return (nil, []) }
    var stop: DebugStop?
    var messages: [String] = []
    lazy var moment = trace.moment(at: position)
    lazy var location = trace.entries[position.entry].source.location
    lazy var path = DebugClient.resolved(location.file)
    for index in items.indices {
      let reason: String
      switch items[index].place {
      case .line(let line, let file):
        guard position.step == 0, location.line == line, path == file else { continue }
        reason = "breakpoint"
      case .function(let breakpoint):
        guard isReached(breakpoint, at: position, of: trace) else { continue }
        reason = "function breakpoint"
      case .value(let query):
        guard let moment = trace.newMoment(at: position), let parent = moment.parent,
          (try? query.isChanged(at: moment, after: trace.entries[position.entry].session.moments[parent]))
            == true
        else { continue }
        reason = "data breakpoint"
      }
      guard passes(index, at: moment) else { continue }
      if let message = items[index].message {
        messages.append(message.text(at: moment))
      } else {
        stop = stop ?? DebugStop(reason: reason)
        stop?.breakpoints.append(items[index].number)
      }
    }
    return (stop, messages)
  }

  private func isReached(
    _ breakpoint: Breakpoint<State, Action>,
    at position: Trace<State, Action>.Position,
    of trace: Trace<State, Action>
  ) -> Bool {
    let entry = trace.entries[position.entry]
    if case .command(let name) = breakpoint.condition {
      // A macro's name is the first word of its call.
      let word = entry.name ?? String(entry.source.text.prefix { !$0.isWhitespace })
      return position.step == 0 && word == name
    }
    guard let moment = trace.newMoment(at: position), let parent = moment.parent else { return false }
    return breakpoint.isReached(at: moment, after: entry.session.moments[parent])
  }

  /// Checks the conditions of a breakpoint whose place was reached.
  private func passes(_ index: Int, at moment: Moment<State, Action>) -> Bool {
    if let condition = items[index].condition, (try? condition.holds(at: moment)) != true { return false }
    items[index].hits += 1
    return items[index].hitCondition?.holds(items[index].hits) ?? true
  }
}
