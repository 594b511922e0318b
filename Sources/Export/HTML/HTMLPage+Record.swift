import TodoShellCommands
import Core
import TodoShellDebugger

extension HTMLPage {
  /// The record that the page shows, as JSON. Facts that have not changed since the previous moment are left
  /// out.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  func record() throws -> String {
    var screens: [JSON] = []
    var shown: [[String]] = []
    let rails = session.rails
    let moments = try session.moments.map { moment in
      try session.debugger.checkInterruption()
      let parent = moment.summary.parent
      let screen = states.screen(moment.number).presentations.json
      screens.append(screen)
      let before = parent.map { shown[$0] } ?? []
      shown.append(views[moment.number] ?? before)
      return facts(
        of: moment,
        rail: rails[moment.number],
        screen: parent.map { screens[$0] } == screen ? nil : screen,
        view: splice(from: before, to: shown[moment.number])
      ).text
    }
    return "\(head.text.dropLast()),\"moments\":[\n\(moments.joined(separator: ",\n"))\n]}"
  }

  /// All but the moments.
  private var head: JSON {
    let opened = opensAtFailure ? session.debugger.failures.entries.first?.moment : nil
    return [
      "version": 4,
      // How many moments have the feature's own view: all, or every n-th if there are too many.
      "views": views.count.json,
      "current": session.current.json,
      "opened": (opened ?? session.current).json,
      "marks": .array(
        session.debugger.session.sortedMarks.map { ["name": $0.name.json, "moment": $0.moment.json] }
      ),
      "leftOut": session.leftOut.map(\.json).json,
      "failures": .array(
        session.debugger.failures.entries.map {
          ["moment": $0.moment.json, "command": $0.command?.text.json, "lines": $0.event.lines(Page()).json]
        }
      ),
      "sources": .object(sources.map { ($0.site, ["line": $0.firstLine.json, "lines": $0.lines.json]) }),
      "comparisons": comparisons.map(\.pageJSON).json,
      "effects": session.tracks,
    ]
  }

  private func facts(of moment: ExportedMoment, rail: Int?, screen: JSON?, view: JSON?) -> JSON {
    let summary = moment.summary
    let parent = summary.parent.map { session.moments[$0] }
    let isCommand = moment.turn != nil && summary.isFirstOfCommand
    var action: String?
    if case .action(let text) = summary.cause { action = text }
    return [
      "parent": summary.parent == moment.number - 1 ? nil : summary.parent?.json,
      "rail": rail?.json,
      "time": parent?.time == moment.time ? nil : moment.time.formatted.json,
      "command": isCommand ? summary.command?.json ?? .null : nil,
      "action": action?.json,
      "animation": summary.animation?.json,
      "trial": session.debugger.session.trials[moment.number]?.json,
      "sender": moment.sender?.json,
      "issues": moment.issues.map { "\($0.fileID):\($0.line): \($0.message)".allLines.map(String.init) }
        .nonEmpty?.json,
      "screen": screen,
      "view": view,
      "isViewOld": views.isEmpty || views[moment.number] != nil ? nil : true,
      "patch": parent.flatMap { states.changes(from: $0.number, to: moment.number).nonEmpty?.json },
      "net": netChanges(endingAt: moment),
      "state": parent == nil ? states.state(0).withWrappedNumbers : nil,
    ]
  }

  /// The changes that a command of several moments has made when its last one ends.
  private func netChanges(endingAt moment: ExportedMoment) -> JSON? {
    let next = moment.number + 1
    guard let turn = moment.turn, next == session.moments.count || session.moments[next].turn != turn else {
      return nil
    }
    let first = session.debugger.session.turns[turn].moments.lowerBound
    guard first < moment.number, let before = session.moments[first].summary.parent else { return nil }
    return states.changes(from: before, to: moment.number).json
  }

  /// The replacement of a part of a view: its first line, the number of old lines, and the new lines.
  private func splice(from old: [String], to new: [String]) -> JSON? {
    let start = zip(old, new).prefix { $0 == $1 }.count
    guard start < max(old.count, new.count) else { return nil }
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    return .array([start.json, (old.count - start - end).json] + new[start..<(new.count - end)].map(\.json))
  }
}

extension ExportedSession.LeftOut {
  fileprivate var json: JSON {
    ["moment": moment.json, "command": row.command.json, "reason": row.reason.json]
  }
}

extension ExportedSession {
  /// All effects, in the order of their start, with what they did on all branches. Those in the same lane are never in flight
  /// at once.
  fileprivate var tracks: JSON {
    let tracks = EffectTrack.tracks(of: effects, at: moments)
    var lasts = tracks.map { $0.ends.last ?? $0.effect.moment }
    var table = table
    for tip in branches.compactMap(\.moments.last) {
      for effect in debugger.session.moments[tip].effects {
        let place = table.place(of: effect)
        lasts[place] = max(lasts[place], tip)
      }
    }
    let lanes = firstFree(of: zip(effects, lasts).map { ($0.moment, $1) })
    return .array(zip(tracks, lanes).map { $0.json(lane: $1) })
  }

  /// The rails on which the parts of branches outside of the current line are drawn, by their first moments.
  fileprivate var rails: [Int: Int] {
    let line = Set(line)
    let others = branches.compactMap { $0.moments.drop(while: line.contains).nonEmpty }.sorted {
      $0[$0.startIndex] < $1[$1.startIndex]
    }
    let lanes = firstFree(
      of: others.map { (moments[$0[$0.startIndex]].summary.parent ?? 0, $0[$0.endIndex - 1]) }
    )
    return Dictionary(uniqueKeysWithValues: zip(others.map { $0[$0.startIndex] }, lanes.map { $0 + 1 }))
  }

  /// The first lane, for each extent, that is free by then.
  private func firstFree(of extents: [(start: Int, end: Int)]) -> [Int] {
    var ends: [Int] = []
    return extents.map { extent in
      let lane = ends.firstIndex { $0 <= extent.start } ?? ends.count
      if lane == ends.count { ends.append(extent.end) } else { ends[lane] = extent.end }
      return lane
    }
  }
}

extension EffectTrack {
  fileprivate func json(lane: Int) -> JSON {
    [
      "moment": effect.moment.json, "name": name.json, "site": effect.site?.json,
      "origin": (effect.cancelIDs + [effect.site].compactMap(\.self)).filter { $0 != name }
        .joined(separator: ", ").json,
      "lane": lane.json, "sleeps": naps.map { [$0.start.json, $0.deadline.formatted.json] as JSON }.json,
      "sends": sends.json, "ends": ends.map(end).json,
    ]
  }

  /// A moment by which it has ended, with the reason if it was cancelled.
  private func end(_ moment: Int) -> JSON {
    .array([moment.json] + cancellations.filter { $0.moment == moment }.map(\.reasonText.json))
  }
}

extension ComparisonAnswer {
  /// The rows as the text shows them: each is a number of rows that are left out, or a sign and both commands. A command
  /// of this session is represented by its last moment, any other by its time and text.
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
    let page = Page(diff: .moments)
    return [
      "left": left.json,
      "right": right.json,
      "first": firstDifference(page).json,
      "changes": firstChange.map {
        ($0.linesBesideCause(page) + ["", "at the end:"] + change.linesBesideCause(page)).json
      },
      "rows": .array(rows),
    ]
  }
}

extension JSON {
  /// The value with those numbers as objects, `{"$":"…"}`, that JavaScript would write differently.
  var withWrappedNumbers: JSON {
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
