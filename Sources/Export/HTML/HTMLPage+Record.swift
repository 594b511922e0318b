import Commands
import Core
import Debugger

extension HTMLPage {
  /// The record that the page shows, as JSON. Facts that have not changed since the previous moment are left
  /// out.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  func record() throws -> String {
    var moments: [String] = []
    moments.reserveCapacity(session.moments.count)
    let start = states.state(0).withWrappedNumbers.text
    var checkpoints = Checkpoints(stateSize: start.utf8.count)
    var screens: [String] = []
    var kinds = Kinds()
    for moment in session.moments {
      try session.debugger.checkInterruption()
      let facts = facts(of: moment, &kinds).text.dropFirst().dropLast()
      var members = facts.isEmpty ? [] : [facts]
      let screen = states.screen(moment.number).presentations.json.text
      screens.append(screen)
      if moment.summary.parent.map({ screens[$0] }) != screen { members.append("\"screen\":\(screen)") }
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
    var effects = DistinctValues<String, JSON>()
    var cancellations = DistinctValues<String, JSON>()
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
      "leftOut": session.leftOut.map(\.json).json,
      "failures": session.debugger.failures.entries.map(\.json).json,
      "sources": .object(sources.map { ($0.site, $0.json) }),
      "comparisons": comparisons.map(\.pageJSON).json,
      "likelihood": likelihood?.pageJSON ?? .null,
      "effects": effects.json,
      "effectKinds": kinds.effects.all.json,
      "cancellationKinds": kinds.cancellations.all.json,
    ]
  }

  private func facts(of moment: ExportedMoment, _ kinds: inout Kinds) -> JSON {
    let summary = moment.summary
    let parent = summary.parent.map { session.moments[$0] }
    let isCommand = moment.turn != nil && summary.isFirstOfCommand
    var action: String?
    if case .action(let text) = summary.cause { action = text }
    let cancelled = moment.cancelled.map { cancellation in
      let kind = kinds.cancellations.place(of: cancellation.kind)
      return ([cancellation.effect, kind] + [cancellation.canceller].compactMap(\.self)).json
    }
    return [
      "parent": summary.parent == moment.number - 1 ? nil : summary.parent?.json,
      "time": parent?.time == moment.time
        ? nil : [.number("\(moment.time.nanoseconds)"), moment.time.formatted.json],
      "command": isCommand ? summary.command?.json ?? .null : nil,
      "action": action?.json,
      "animation": summary.animation?.json,
      "trial": session.debugger.session.trials[moment.number]?.json,
      "sender": moment.sender?.json,
      "started": moment.started.nonEmpty?.json,
      "ended": moment.ended.nonEmpty?.json,
      "sleeps": moment.sleeps.nonEmpty?.map { effect, deadline -> JSON in
        [effect.json, deadline.map { .number("\($0.nanoseconds)") } ?? .null]
      }
      .json,
      "cancelled": cancelled.nonEmpty?.json,
      "issues": moment.issues.map(\.json).nonEmpty?.json,
    ]
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
