import Core

/// A moment with its change of the state.
public struct MomentAnswer: Answer, JSONObject {
  package static let members =
    fields(of: { $0.moment })
    + fields([
      "started": .value("the effects that it started and that are in flight after it") {
        $0.started.nonEmpty
      },
      "patch": .value("the changes of the state") { $0.change.patch(.plain) },
    ])

  /// The moment.
  public let moment: MomentSummary
  /// The effects that it started and that are in flight after it.
  public let started: [EffectInFlight]
  /// The change of the state.
  public let change: StateChange

  public func lines(_ page: Page) -> [String] {
    var lines = moment.heading(page.palette)
    if case .action = moment.cause { lines += change.lines(page) }
    lines += moment.cancelled.map { page.dimmed("cancels \($0.effect.text): \($0.reasonText)") }
    return lines
      + started.map { effect in
        let due = effect.deadline.map { ", due in \(($0 - moment.time).formatted)" } ?? ""
        return page.dimmed("starts \(effect.text)\(due)")
      }
  }
}

/// The difference between the states of two moments.
public struct DifferenceAnswer: Answer, JSONObject {
  package static let members = fields([
    "from": "the first moment", "to": "the second moment",
    "patch": .value("the changes from the first state to the second") { $0.change.patch(.plain) },
  ])

  /// The first moment.
  public let from: Int
  /// The second moment.
  public let to: Int
  /// The change from the first state to the second.
  public let change: StateChange

  public func lines(_ page: Page) -> [String] { change.lines(page) }
}

/// The result of replaying a line with a change.
public struct WhatIfAnswer: Answer, JSONObject {
  package static let members = fields([
    "title": "the change",
    "fork": "the moment at which the new branch begins",
    "moment": "the last moment of the branch",
    "commands": "the number of replayed commands",
    "failed": "the number of replayed commands that failed",
    "original": .value("the first moment of the old line that differs") { $0.original?.number },
    "repeated": .value("the moment of the new branch that replaces it") { $0.repeated?.number },
    "isOnlyInState": "whether only the state differs there",
    "patch": .value("the changes between the states at the ends of both branches") {
      $0.change.patch(.plain)
    },
  ])

  /// The change.
  public let title: String
  /// The moment at which the new branch begins.
  public let fork: Int
  /// The last moment of the branch.
  public let moment: Int
  /// The number of replayed commands.
  public let commands: Int
  /// The number of replayed commands that failed.
  public let failed: Int
  /// The first moment of the old line that differs.
  public let original: MomentSummary?
  /// The moment of the new branch that replaces it.
  public let repeated: MomentSummary?
  /// Whether only the state differs there.
  public let isOnlyInState: Bool
  /// The change between the states at the ends of both branches.
  public let change: StateChange
  public var isAskedFor: Bool { false }

  public func lines(_ page: Page) -> [String] {
    let failures = failed == 0 ? "" : ", \(failed) failed"
    let place = moment == fork ? "now at #\(fork)" : "#\(moment), a branch from #\(fork)"
    let headline = "\(title): \(place); \(counted(commands, "command")) replayed\(failures)"
    return [page.palette(.past, headline.controlCharactersEscaped)] + firstDifference(page)
      + change.linesBesideCause(page)
  }

  private func firstDifference(_ page: Page) -> [String] {
    switch (original, repeated) {
    case (let old?, let new?) where isOnlyInState:
      return [
        "the replayed events are the same; the state differs from \(new.headline), formerly #\(old.number)"
      ]
    case (let old?, let new?): return page.firstDifference(old, new)
    case (let old?, nil): return ["first difference: \(old.headline) did not happen"]
    case (nil, let new?): return ["first difference: \(new.headline) is new"]
    case (nil, nil): return commands == 0 ? [] : ["no differences in what was replayed"]
    }
  }
}

extension Page {
  /// Two moments whose events are the first that differ.
  func firstDifference(_ old: MomentSummary, _ new: MomentSummary) -> [String] {
    let texts = ComparedTexts(old.event, new.event, width: 72)
    return [
      "first difference:", palette(.removed, "- #\(old.number) \(texts.first)"),
      palette(.added, "+ #\(new.number) \(texts.second)"),
    ]
  }
}
