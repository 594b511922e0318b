import Commands
import Core
import Debugger

extension HTMLPage {
  /// The record that the page shows, as JSON. Facts that have not changed since the previous moment are left
  /// out.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  func record() throws -> String {
    var screens: [JSON] = []
    let moments = try session.moments.map { moment in
      try session.debugger.checkInterruption()
      let parent = moment.summary.parent
      let screen = states.screen(moment.number).presentations.json
      screens.append(screen)
      return facts(
        of: moment,
        screen: parent.map { screens[$0] } == screen ? nil : screen,
        state: parent == nil ? states.state(0).withWrappedNumbers : nil
      ).text
    }
    return "\(head.text.dropLast()),\"moments\":[\n\(moments.joined(separator: ",\n"))\n]}"
  }

  /// All but the moments.
  private var head: JSON {
    let opened = opensAtFailure ? session.debugger.failures.entries.first?.moment : nil
    return [
      "version": 2,
      "program": session.program.json,
      "current": session.current.json,
      "opened": (opened ?? session.current).json,
      "tip": (session.line.last ?? 0).json,
      "marks": .array(
        session.debugger.session.sortedMarks.map { ["name": $0.name.json, "moment": $0.moment.json] }
      ),
      "leftOut": session.leftOut.map(\.json).json,
      "failures": .array(
        session.debugger.failures.entries.map {
          ["moment": $0.moment.json, "lines": $0.event.lines(Page()).json]
        }
      ),
      "sources": .object(sources.map { ($0.site, ["line": $0.firstLine.json, "lines": $0.lines.json]) }),
      "comparisons": comparisons.map(\.pageJSON).json,
      // The percentage of sequences from each moment that violate the property.
      "likelihood": likelihood.map { answer in
        .array(answer.stages.map { [$0.moment.number, answer.percentage(of: $0)].json })
      },
      "effects": session.effects.map(\.pageJSON).json,
    ]
  }

  private func facts(of moment: ExportedMoment, screen: JSON?, state: JSON?) -> JSON {
    let summary = moment.summary
    let parent = summary.parent.map { session.moments[$0] }
    let isCommand = moment.turn != nil && summary.isFirstOfCommand
    var action: String?
    if case .action(let text) = summary.cause { action = text }
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
      "cancelled": moment.cancelled.nonEmpty?.map(\.json).json,
      "issues": moment.issues.map(\.json).nonEmpty?.json,
      "screen": screen,
      "patch": parent.flatMap { _ in states.patch(moment.number).elements?.nonEmpty?.json.withWrappedNumbers
      },
      "state": state,
    ]
  }
}

extension ExportedSession.LeftOut {
  fileprivate var json: JSON {
    ["moment": moment.json, "command": row.command.json, "reason": row.reason.json]
  }
}

extension EffectInFlight {
  fileprivate var pageJSON: JSON {
    [
      "moment": moment.json, "name": name?.json, "site": site?.json, "ids": cancelIDs.nonEmpty?.json,
      "text": text.json,
    ]
  }
}

extension ExportedMoment.Cancellation {
  fileprivate var json: JSON {
    [
      "effect": effect.json, "reason": summary.reason.json, "part": summary.isPart ? true : nil,
      "by": canceller?.json,
    ]
  }
}

extension SessionIssue {
  fileprivate var json: JSON {
    ["message": message.json, "site": "\(fileID):\(line)"]
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
