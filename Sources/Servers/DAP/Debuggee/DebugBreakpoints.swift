import TodoShellCommands
import Core

/// The breakpoints that a user of a debugger has set, and the failures it stops at.
final class DebugBreakpoints {
  typealias Position = Trace.Position

  /// A breakpoint on a line, an action, a command or a value.
  struct Item {
    let number: Int
    let place: Place
    fileprivate let condition: HistoryQuery?
    fileprivate let hitCondition: HitCondition?
    fileprivate let message: LogMessage?
    /// The positions at which its place was reached and its condition held, up to `counted`.
    fileprivate var hits: [Position] = []
    fileprivate var counted: Position?
  }

  enum Place {
    case line(Int, path: String)
    /// Before a command, or at an action or where an expression becomes true.
    case function(Breakpoint)
    /// Where a value changes.
    case value(HistoryQuery)

    fileprivate var reason: String {
      switch self {
      case .line: "breakpoint"
      case .function: "function breakpoint"
      case .value: "data breakpoint"
      }
    }
  }

  /// The kinds of failures to stop at, their names for people, and whether they are selected at first.
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

  private let types: FeatureTypes

  init(of types: FeatureTypes) { self.types = types }

  /// Replaces the breakpoints of a kind.
  func replace(where isOld: (Place) -> Bool, with new: [Item]) {
    items.removeAll { isOld($0.place) }
    items += new
  }

  /// Makes a breakpoint.
  ///
  /// - Parameters:
  ///   - condition: An expression that must be true there, if given.
  ///   - hitCondition: How often it must have been reached, if given.
  ///   - message: The text to print there instead of stopping, if given.
  ///   - place: Returns the place of the breakpoint with a number.
  func item(
    condition: String?,
    hitCondition: String?,
    message: String?,
    at place: (_ number: Int) throws(DebugError) -> Place
  ) throws(DebugError) -> Item {
    count += 1
    return Item(
      number: count,
      place: try place(count),
      condition: try condition.map { (text) throws(DebugError) in HistoryQuery(try expression(text)) },
      hitCondition: try hitCondition.map(HitCondition.init),
      message: try message.map { (text) throws(DebugError) in try LogMessage(parsing: text, expression) }
    )
  }

  /// An expression whose names are those of the state.
  func expression(_ text: String) throws(DebugError) -> Expression {
    try DebugError.converting {
      let expression = try Expression(parsing: SourceText(text, file: SourceLocation.typedFile))
      try expression.check(for: types.state, naming: ExpressionContext.facts)
      return expression
    }
  }

  /// The breakpoints that are reached at a position, and the messages of those that only print one.
  func reached(
    at position: Position,
    of trace: Trace
  ) -> (stop: DebugStop?, messages: [String]) {
    var stop: DebugStop?
    var messages: [String] = []
    for index in items.indices {
      let reason = items[index].place.reason
      do {
        guard try passes(index, at: position, of: trace) else { continue }
        if let message = items[index].message {
          messages.append(message.text(at: trace.moment(at: position)))
          continue
        }
        stop = stop ?? DebugStop(reason: reason)
      } catch {
        let text = Diagnosed(Diagnostic(error)).lines(Page()).joined(separator: "\n")
        stop = stop ?? DebugStop(reason: reason, description: "Paused at an invalid condition", text: text)
      }
      stop?.breakpoints.append(items[index].number)
    }
    return (stop, messages)
  }

  /// Forgets what was counted at a position and after it, because the script goes another way there.
  func forget(from position: Position) {
    for index in items.indices {
      guard let counted = items[index].counted, counted >= position else { continue }
      items[index].hits.removeAll { $0 >= position }
      items[index].counted = items[index].hits.last
    }
  }

  /// Whether a breakpoint is reached, also as often as it must be: the count is that of the positions up to this one, in
  /// whichever direction they are visited.
  ///
  /// - Throws: Why its condition cannot be evaluated.
  /// - Complexity: Amortized O(log *n*) in the number of hits for positions that were visited before.
  private func passes(_ index: Int, at position: Position, of trace: Trace) throws -> Bool {
    let item = items[index]
    guard try item.isReached(at: position, of: trace) else { return false }
    guard let hitCondition = item.hitCondition else { return true }
    var next = trace.position(after: item.counted)
    while let here = next, here <= position {
      // Errors here have already been reported.
      if (try? item.isReached(at: here, of: trace)) == true { items[index].hits.append(here) }
      items[index].counted = here
      next = trace.position(after: here)
    }
    return hitCondition.holds(items[index].hits.partitioningIndex { $0 > position })
  }
}

extension DebugBreakpoints.Item {
  /// Whether its place is reached at a position, and its condition holds there.
  ///
  /// - Throws: Why an expression cannot be evaluated there.
  fileprivate func isReached(
    at position: Trace.Position,
    of trace: Trace
  ) throws -> Bool {
    let entry = trace.entries[position.entry]
    guard !entry.source.isEmpty else { return false }
    switch place {
    case .line(let line, let path):
      let location = entry.source.location
      guard position.step == 0, location.line == line, path == AtomicFile.resolvingLinks(location.file)
      else { return false }
    case .function(let breakpoint):
      if case .command(let name) = breakpoint.condition {
        // A macro's name is the first word of its call.
        let word = entry.name ?? String(entry.source.text.prefix { !$0.isWhitespace })
        guard position.step == 0, word == name else { return false }
      } else {
        guard let moment = trace.newMoment(at: position), let parent = moment.parent,
          try breakpoint.isReached(at: moment, after: entry.session.moments[parent])
        else { return false }
      }
    case .value(let query):
      guard let moment = trace.newMoment(at: position), let parent = moment.parent,
        try query.isChanged(at: moment, after: entry.session.moments[parent])
      else { return false }
    }
    return try condition?.holds(at: trace.moment(at: position)) ?? true
  }
}
