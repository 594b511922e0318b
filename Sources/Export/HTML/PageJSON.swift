import Commands
import Core
import Debugger

/// The record that the HTML page shows. What is the same as at the moment before is left out.
struct PageJSON {
  let session: ExportedSession
  /// The states in Swift notation.
  let states: ExportedStates
  let sources: [SourceExcerpt]
  var comparisons: [ComparisonAnswer] = []
  var likelihood: LikelihoodAnswer?
  /// Whether the page opens at the first failure instead of the current moment.
  var opensAtFailure = false

  /// The record as JSON.
  ///
  /// - Throws: What `checkInterruption` throws.
  func text(checkInterruption: () throws -> Void) throws -> String {
    var moments: [String] = []
    moments.reserveCapacity(session.moments.count)
    let start = states.state(0).withWrappedNumbers.text
    var checkpoints = Checkpoints(stateSize: start.utf8.count)
    var screens = Screens(states)
    var kinds = Kinds()
    for moment in session.moments {
      try checkInterruption()
      var members = facts(of: moment, &kinds)
      if let screen = screens.change(at: moment) { members.append("\"screen\":\(screen)") }
      if let parent = moment.summary.parent {
        let patch = states.patch(moment.number).withWrappedNumbers.text
        if patch != "[]" { members.append("\"patch\":\(patch)") }
        if checkpoints.isNeeded(at: moment.number, patchSize: patch.utf8.count, parent: parent) {
          let state = states.state(moment.number).withWrappedNumbers.text
          checkpoints.note(stateSize: state.utf8.count)
          members.append("\"state\":\(state)")
        }
      } else {
        members.append("\"state\":\(start)")
      }
      moments.append("{\(members.joined(separator: ","))}")
    }
    let effects = session.effects.map {
      JSON.array([.number($0.start), .number(kinds.effects.place(of: $0.kind))])
    }
    let tables = [
      member("effects", .array(effects)), member("effectKinds", .array(kinds.effects.all)),
      member("cancellationKinds", .array(kinds.cancellations.all)),
    ]
    let parts = head + tables + ["\"moments\":[\n\(moments.joined(separator: ",\n"))\n]"]
    return "{\(parts.joined(separator: ","))}"
  }

  /// What many effects and cancellations have in common, written once.
  private struct Kinds {
    var effects = JSONTable()
    var cancellations = JSONTable()
  }

  private var head: [String] {
    [
      member("version", .number(2)),
      member("program", .string(session.program)),
      member("seed", .string("\(session.origin.seed)")),
      member("epoch", .string(session.origin.epoch.iso8601)),
      member("current", .number(session.current)),
      member(
        "opened",
        .number(opensAtFailure ? session.failures.first?.moment ?? session.current : session.current)
      ),
      member("tip", .number(session.line.last ?? 0)),
      member(
        "marks",
        .array(
          session.marks.map { .object(["name": .string($0.name), "moment": .number($0.moment)]) }
        )
      ),
      member("leftOut", .array(session.leftOut.map(\.json))),
      member("failures", .array(session.failures.map(\.json))),
      member("sources", .object(sources.map { ($0.site, $0.json) })),
      member("comparisons", .array(comparisons.map(\.pageJSON))),
      member("likelihood", likelihood.map(\.pageJSON) ?? .null),
    ]
  }

  private func member(_ name: String, _ value: JSON) -> String { "\(JSON.string(name).text):\(value.text)" }

  private func facts(of moment: ExportedMoment, _ kinds: inout Kinds) -> [String] {
    let summary = moment.summary
    let parent = summary.parent.map { session.moments[$0] }
    var members: [String] = []
    func add(_ name: String, _ value: JSON?) {
      if let value { members.append(member(name, value)) }
    }
    if let number = summary.parent, number != moment.number - 1 { add("parent", .number(number)) }
    if parent?.time != moment.time {
      add("time", .array([.number("\(moment.time.nanoseconds)"), .string(moment.time.formatted)]))
    }
    if moment.turn != nil, summary.isFirstOfCommand {
      add("command", summary.command.map(JSON.string) ?? .null)
    }
    if case .action(let text) = summary.cause { add("action", .string(text)) }
    add("animation", summary.animation.map(JSON.string))
    add("trial", session.trials[moment.number].map(JSON.string))
    add("sender", moment.sender.map { .number($0) })
    if !moment.started.isEmpty { add("started", .array(moment.started.map { .number($0) })) }
    if !moment.ended.isEmpty { add("ended", .array(moment.ended.map { .number($0) })) }
    if !moment.sleeps.isEmpty {
      add(
        "sleeps",
        .array(
          moment.sleeps.map { effect, deadline in
            .array([.number(effect), deadline.map { .number("\($0.nanoseconds)") } ?? .null])
          }
        )
      )
    }
    if !moment.cancelled.isEmpty {
      let cancelled = moment.cancelled.map { cancellation -> JSON in
        let kind = kinds.cancellations.place(of: cancellation.kind)
        let numbers = [cancellation.effect, kind] + [cancellation.canceller].compactMap(\.self)
        return .array(numbers.map { .number($0) })
      }
      add("cancelled", .array(cancelled))
    }
    if !moment.issues.isEmpty { add("issues", .array(moment.issues.map(\.json))) }
    return members
  }
}

/// Distinct values, by their places in a list.
private struct JSONTable {
  private(set) var all: [JSON] = []
  private var places: [String: Int] = [:]

  mutating func place(of value: JSON) -> Int {
    let text = value.text
    if let place = places[text] { return place }
    places[text] = all.count
    all.append(value)
    return all.count - 1
  }
}

/// Finds the moments at which what is presented changes.
private struct Screens {
  private let states: ExportedStates
  private var texts: [String] = []

  init(_ states: ExportedStates) { self.states = states }

  /// What is presented at a moment, if it is not what was presented at the moment before.
  mutating func change(at moment: ExportedMoment) -> String? {
    let text = JSON.array(states.screen(moment.number).presentations.map(\.json)).text
    texts.append(text)
    return moment.summary.parent.map { texts[$0] } == text ? nil : text
  }
}

extension ExportedSession.LeftOut {
  fileprivate var json: JSON {
    .object(["moment": .number(moment), "command": .string(row.command), "reason": .string(row.reason)])
  }
}

extension ExportedEffect {
  fileprivate var kind: JSON {
    .object([
      "name": summary.name.map(JSON.string),
      "site": summary.site.map(JSON.string),
      "ids": summary.cancelIDs.isEmpty ? nil : .array(summary.cancelIDs.map(JSON.string)),
    ])
  }
}

extension ExportedMoment.Cancellation {
  fileprivate var kind: JSON {
    .object([
      "reason": .string(summary.reason),
      "id": summary.id.map(JSON.string),
      "part": summary.isPart ? .bool(true) : nil,
    ])
  }
}

extension SessionIssue {
  fileprivate var json: JSON {
    .object(["message": .string(message), "site": .string("\(fileID):\(line)")])
  }
}

extension FailureLog.Entry {
  fileprivate var json: JSON {
    .object([
      "moment": .number(moment),
      "message": .string(event.message),
      "place": event.location.map { .string("\($0)") },
      "command": event.difference.map { JSON.string($0.command) },
      "difference": event.difference.map { .array($0.lines.map(JSON.string)) },
      "notes": event.notes.isEmpty ? nil : .array(event.notes.map(JSON.string)),
      "help": event.help.map(JSON.string),
    ])
  }
}

extension ComparisonAnswer {
  /// The rows as the text shows them: each is a number of rows that are left out, or a sign and both commands. A command of this
  /// session is represented by its last moment, any other by its time and text.
  fileprivate var pageJSON: JSON {
    func cell(_ step: Step?, _ end: Int?) -> JSON {
      guard let step else { return .null }
      return end == nil
        ? .array([.string(step.time.formatted), .string(step.command)]) : .number(step.last)
    }
    let rows = shownRows.map { shown -> JSON in
      switch shown {
      case .more(let count): return .number(count)
      case .row(let row, let isFirst):
        let cells = [.string(row.sign), cell(row.left, ends.left), cell(row.right, ends.right)]
        return .array(cells + (isFirst ? [.bool(true)] : []))
      }
    }
    let page = Page(diff: .compact)
    return .object([
      "left": .string(left),
      "right": .string(right),
      "first": .array(firstDifference(page).map(JSON.string)),
      "changes": firstChange.map { .array($0.linesBesideCause(page).map(JSON.string)) },
      "rows": .array(rows),
    ])
  }
}

extension LikelihoodAnswer {
  /// The percentage of sequences from each moment that violate the property.
  fileprivate var pageJSON: JSON {
    .array(stages.map { .array([.number($0.moment.number), .number(percentage(of: $0))]) })
  }
}

extension SourceExcerpt {
  fileprivate var json: JSON {
    .object(["line": .number(firstLine), "lines": .array(lines.map(JSON.string))])
  }
}

extension JSON {
  /// The value with those numbers as objects, `{"$":"…"}`, that JavaScript would write differently.
  fileprivate var withWrappedNumbers: JSON {
    switch self {
    case .number(let text): isSameInJavaScript(text) ? self : .object([("$", .string(text))])
    case .array(let elements): .array(elements.map(\.withWrappedNumbers))
    case .object(let members): .object(members.map { ($0.name, $0.value.withWrappedNumbers) })
    default: self
    }
  }

  private func isSameInJavaScript(_ text: String) -> Bool {
    // `1.0` is the number 1, and `1e-05` is 0.00001.
    if text.hasSuffix(".0") || text.contains("e") { return false }
    // Every shorter number has an exact shortest form.
    if text.utf8.count <= 15 { return true }
    if let number = Int(text) { return number.magnitude < 9_007_199_254_740_992 }
    return Double(text).map { "\($0)" == text } ?? false
  }
}
