import Core
import Foundation

/// Tells what becomes of a session, so that whoever applies all patches in order always has its state.
final class EventStream<State, Action> {
  let writer: EventWriter
  private let script: String
  private let program: String
  /// The moment whose state the reader has.
  private var last: Moment<State, Action>?
  /// How many moments the reader knows.
  private var momentCount = 0

  init(_ writer: EventWriter, program: String, script: String) {
    self.writer = writer
    self.program = program
    self.script = script
  }

  /// A session begins, be it another one.
  func begin(_ session: Session<State, Action>, origin: SessionOrigin) {
    let moment = session.moment
    (last, momentCount) = (moment, session.moments.count)
    writer.emit(
      "begin",
      [
        "version": .number(EventWriter.version),
        "program": .string(program),
        "script": .string(script),
        "seed": .number("\(origin.seed)"),
        "epoch": .string(origin.epoch.epochText),
        "moment": .number(moment.number),
        "time": .string(moment.now.formatted),
        "nanoseconds": .nanoseconds(moment.now),
        "state": moment.withState { JSON($0) },
      ]
    )
  }

  func command(_ line: CommandLine) {
    let place = JSON.place(line.source)
    writer.emit(
      "command",
      ["file": place.file, "line": place.line, "column": place.column, "text": .string(line.source.text)]
    )
  }

  func expectation(_ line: CommandLine?, holds: Bool) {
    let place = line.map { JSON.place($0.source) }
    writer.emit(
      "expectation",
      [
        "holds": .bool(holds), "file": place?.file, "line": place?.line, "column": place?.column,
        "text": line.map { .string($0.source.text) },
      ]
    )
  }

  /// A moment was recorded.
  func moment(_ moment: Moment<State, Action>, after before: Moment<State, Action>) {
    travel(to: before)
    last = moment
    momentCount = max(momentCount, moment.number + 1)
    let patch = JSON.array(jsonPatch(from: before, to: moment).map(\.json))
    let time: (JSON, JSON) = (.string(moment.now.formatted), .nanoseconds(moment.now))
    guard case .action(let action, let animation, let origin) = moment.cause else {
      return writer.emit(
        "clock",
        [
          "moment": .number(moment.number), "parent": .number(before.number), "time": time.0,
          "nanoseconds": time.1, "patch": patch,
        ]
      )
    }
    writer.emit(
      "action",
      [
        "moment": .number(moment.number), "parent": .number(before.number), "time": time.0,
        "nanoseconds": time.1, "action": .string(actionText(action)), "origin": .string(origin.name),
        "effect": origin.effect.map(JSON.init(effect:)),
        "animation": animation.map { .string("\($0)") },
        "patch": patch,
      ]
    )
  }

  /// Tells of the moments that were made while others were done again, and then how the state differs at the moment that
  /// is the current one now, if that is another than the last one.
  func sync(with session: Session<State, Action>) {
    for moment in session.moments[min(momentCount, session.moments.count)...] {
      if let parent = moment.parent { self.moment(moment, after: session.moments[parent]) }
    }
    travel(to: session.moment)
  }

  private func travel(to moment: Moment<State, Action>) {
    guard let last, last.number != moment.number else { return }
    writer.emit(
      "travel",
      [
        "from": .number(last.number), "moment": .number(moment.number),
        "time": .string(moment.now.formatted), "nanoseconds": .nanoseconds(moment.now),
        "patch": .array(jsonPatch(from: last, to: moment).map(\.json)),
      ]
    )
    self.last = moment
  }

  /// The script has ended.
  func end(_ result: ScriptResult, at moment: Moment<State, Action>) {
    writer.emit(
      "end",
      [
        "script": .string(script), "status": .number(Int(result.status)),
        "commands": .number(result.tally.commands), "expectations": .number(result.tally.expectations),
        "failures": .number(result.tally.failures), "moment": .number(moment.number),
        "time": .string(moment.now.formatted), "nanoseconds": .nanoseconds(moment.now),
      ]
    )
  }
}

extension Moment.Origin {
  fileprivate var name: String { effect == nil ? "typed" : "effect" }

  fileprivate var effect: EffectInFlight? {
    if case .effect(let effect) = self { effect } else { nil }
  }
}

extension JSON {
  fileprivate init(effect: EffectInFlight) {
    self = .object([
      "moment": .number(effect.moment), "name": effect.name.map(JSON.string),
      "site": effect.site.map(JSON.string),
      "ids": effect.cancelIDs.isEmpty ? nil : .array(effect.cancelIDs.map(JSON.string)),
    ])
  }

  fileprivate static func nanoseconds(_ duration: Duration) -> JSON {
    let (seconds, attoseconds) = duration.components
    return .number("\(Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000))")
  }
}
