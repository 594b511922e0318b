import Commands
import Core
import Debugger

extension HTMLPage {
  /// The record that the page shows, as JSON. What is the same as at the moment before is left out.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  func record() throws -> String {
    var moments: [String] = []
    moments.reserveCapacity(session.moments.count)
    let start = states.state(0).withWrappedNumbers.text
    var checkpoints = Checkpoints(stateSize: start.utf8.count)
    var screens = Screens(states)
    var kinds = Kinds()
    for moment in session.moments {
      try session.debugger.checkInterruption()
      var members = facts(of: moment, &kinds)
      if let screen = screens.change(at: moment) { members.append("\"screen\":\(screen)") }
      if let parent = moment.summary.parent {
        let patch = states.patch(moment.number).withWrappedNumbers.text
        if patch != "[]" { members.append("\"patch\":\(patch)") }
        if checkpoints.isNeeded(at: moment.number, patchSize: patch.utf8.count, parent: parent) {
          let state = states.state(moment.number).withWrappedNumbers.text
          checkpoints.stateSize = state.utf8.count
          members.append("\"state\":\(state)")
        }
      } else {
        members.append("\"state\":\(start)")
      }
      moments.append("{\(members.joined(separator: ","))}")
    }
    return "\(head(&kinds).text.dropLast()),\"moments\":[\n\(moments.joined(separator: ",\n"))\n]}"
  }

  /// What many effects and cancellations have in common, written once.
  private struct Kinds {
    var effects = JSONTable()
    var cancellations = JSONTable()
  }

  /// All but the moments.
  private func head(_ kinds: inout Kinds) -> JSON {
    let effects = session.effects.map { [$0.moment, kinds.effects.place(of: $0.kind)].json }
    let opened = opensAtFailure ? session.debugger.failures.entries.first?.moment : nil
    return [
      "version": 2,
      "program": session.program.json,
      "seed": "\(session.origin.seed)",
      "epoch": session.origin.epoch.iso8601.json,
      "current": session.current.json,
      "opened": (opened ?? session.current).json,
      "tip": (session.line.last ?? 0).json,
      "marks": .array(
        session.debugger.session.sortedMarks.map { ["name": $0.name.json, "moment": $0.moment.json] }
      ),
      "leftOut": .array(session.leftOut.map(\.json)),
      "failures": .array(session.debugger.failures.entries.map(\.json)),
      "sources": .object(sources.map { ($0.site, $0.json) }),
      "comparisons": .array(comparisons.map(\.pageJSON)),
      "likelihood": likelihood?.pageJSON ?? .null,
      "effects": .array(effects),
      "effectKinds": .array(kinds.effects.all),
      "cancellationKinds": .array(kinds.cancellations.all),
    ]
  }

  private func facts(of moment: ExportedMoment, _ kinds: inout Kinds) -> [String] {
    let summary = moment.summary
    let parent = summary.parent.map { session.moments[$0] }
    var members: [String] = []
    func add(_ name: String, _ value: JSON?) {
      if let value { members.append("\(JSON.string(name).text):\(value.text)") }
    }
    if let number = summary.parent, number != moment.number - 1 { add("parent", number.json) }
    if parent?.time != moment.time {
      add("time", [.number("\(moment.time.nanoseconds)"), moment.time.formatted.json])
    }
    if moment.turn != nil, summary.isFirstOfCommand {
      add("command", summary.command?.json ?? .null)
    }
    if case .action(let text) = summary.cause { add("action", text.json) }
    add("animation", summary.animation?.json)
    add("trial", session.debugger.session.trials[moment.number]?.json)
    add("sender", moment.sender?.json)
    if !moment.started.isEmpty { add("started", moment.started.json) }
    if !moment.ended.isEmpty { add("ended", moment.ended.json) }
    if !moment.sleeps.isEmpty {
      add(
        "sleeps",
        .array(
          moment.sleeps.map { effect, deadline in
            [effect.json, deadline.map { .number("\($0.nanoseconds)") } ?? .null]
          }
        )
      )
    }
    if !moment.cancelled.isEmpty {
      let cancelled = moment.cancelled.map { cancellation -> JSON in
        let kind = kinds.cancellations.place(of: cancellation.kind)
        let numbers = [cancellation.effect, kind] + [cancellation.canceller].compactMap(\.self)
        return numbers.json
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
    ["moment": moment.json, "command": row.command.json, "reason": row.reason.json]
  }
}

extension EffectInFlight {
  fileprivate var kind: JSON {
    ["name": name?.json, "site": site?.json, "ids": cancelIDs.nonEmpty?.json]
  }
}

extension ExportedMoment.Cancellation {
  fileprivate var kind: JSON {
    ["reason": summary.reason.json, "id": summary.id?.json, "part": summary.isPart ? true : nil]
  }
}

extension SessionIssue {
  fileprivate var json: JSON {
    ["message": message.json, "site": "\(fileID):\(line)"]
  }
}

extension FailureLog.Entry {
  fileprivate var json: JSON {
    [
      "moment": moment.json,
      "message": event.message.json,
      "place": event.location.map { "\($0)" },
      "command": event.difference?.command.json,
      "difference": event.difference?.lines.json,
      "notes": event.notes.nonEmpty?.json,
      "help": event.help?.json,
    ]
  }
}

extension ComparisonAnswer {
  /// The rows as the text shows them: each is a number of rows that are left out, or a sign and both commands. A command of this
  /// session is represented by its last moment, any other by its time and text.
  fileprivate var pageJSON: JSON {
    func cell(_ step: Step?, _ end: Int?) -> JSON {
      guard let step else { return .null }
      return end == nil ? [step.time.formatted, step.command].json : step.last.json
    }
    let rows = shownRows.map { shown -> JSON in
      switch shown {
      case .more(let count): return count.json
      case .row(let row, let isFirst):
        let cells = [row.sign.json, cell(row.left, ends.left), cell(row.right, ends.right)]
        return .array(cells + (isFirst ? [true] : []))
      }
    }
    let page = Page(diff: .compact)
    return [
      "left": left.json,
      "right": right.json,
      "first": firstDifference(page).json,
      "changes": firstChange?.linesBesideCause(page).json,
      "rows": .array(rows),
    ]
  }
}

extension LikelihoodAnswer {
  /// The percentage of sequences from each moment that violate the property.
  fileprivate var pageJSON: JSON {
    .array(stages.map { [$0.moment.number, percentage(of: $0)].json })
  }
}

extension SourceExcerpt {
  fileprivate var json: JSON {
    ["line": firstLine.json, "lines": lines.json]
  }
}

extension JSON {
  /// The value with those numbers as objects, `{"$":"…"}`, that JavaScript would write differently.
  fileprivate var withWrappedNumbers: JSON {
    switch self {
    case .number(let text): isSameInJavaScript(text) ? self : ["$": text.json]
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
