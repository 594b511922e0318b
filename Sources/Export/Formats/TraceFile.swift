import Commands
import Core

/// The line as a Chrome trace, which Perfetto shows: a track for the moments and one for each effect, over virtual time.
///
/// Moments at the same virtual time are a nanosecond apart, which shows their order and lets arrows begin and end at
/// single ones.
struct TraceFile {
  private let session: ExportedSession
  /// The time of each moment of the branch, in nanoseconds.
  private var times: [Int128] = []
  private var spans: [EffectSpan] = []
  private var flows = 0
  private var events: [JSON] = []

  init(_ session: ExportedSession) {
    self.session = session
    for number in session.line {
      let time = session.moments[number].time.nanoseconds
      times.append(max(time, times.last.map { $0 + 1 } ?? 0))
    }
    spans = EffectSpan.spans(along: session.line.map { session.moments[$0] }, of: session.effects)
  }

  /// The track of the moments, followed by those of the effects. Perfetto reserves number 0.
  private static let moments = 1

  /// What the file contains, for the answer of `export`.
  var content: String {
    "\(counted(times.count, "moment")) and \(counted(spans.count, "effect")) of this branch"
  }

  /// The text of the file.
  mutating func text() -> String {
    events = [
      metadata("process_name", track: Self.moments, ["name": "\(session.program), virtual time".json]),
      metadata("thread_name", track: Self.moments, ["name": "moments"]),
    ]
    for place in times.indices { addMoment(at: place) }
    for (index, span) in spans.enumerated() { addEffect(span, track: Self.moments + 1 + index) }
    let lines = events.map(\.text).joined(separator: ",\n")
    return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n\(lines)\n]}\n"
  }

  private mutating func addMoment(at place: Int) {
    let moment = session.moments[session.line[place]]
    let issues = moment.issues.map(\.message)
    addSlice(
      moment.summary.event,
      from: times[place],
      to: times[place] + 1,
      track: Self.moments,
      arguments: [
        "moment": moment.number.json, "time": "+\(moment.time.formatted)",
        "command": moment.summary.command?.json, "issues": issues.nonEmpty?.json,
      ]
    )
  }

  private mutating func addEffect(_ span: EffectSpan, track: Int) {
    let effect = session.effects[span.effect]
    let start = times[span.start]
    let end = (span.end.map { times[$0] } ?? times[times.count - 1]) + 1
    events.append(metadata("thread_name", track: track, ["name": effect.text.json]))
    events.append(metadata("thread_sort_index", track: track, ["sort_index": track.json]))
    addSlice(
      effect.name ?? "effect of #\(effect.moment)",
      from: start,
      to: end,
      track: track,
      arguments: [
        "startedBy": effect.moment.json, "site": effect.site?.json,
        "isInFlight": span.end == nil ? true : nil,
      ]
    )
    addFlow("starts", from: Self.moments, at: start, to: track, at: start)
    for sleep in span.sleeps {
      let stop = min(sleep.deadline.nanoseconds, sleep.end.map { times[$0] } ?? end)
      let begin = times[sleep.start]
      // The moment of its start has its own slice.
      guard stop > begin + 1 else { continue }
      addSlice("sleep", from: begin + 1, to: min(stop, end), track: track)
    }
    for place in span.sends {
      addSlice("send", from: times[place], to: times[place] + 1, track: track)
      addFlow("sends", from: track, at: times[place], to: Self.moments, at: times[place])
    }
    for (place, cancellation) in span.cancellations {
      events.append(
        [
          "ph": "i", "s": "t", "name": "cancelled", "pid": 1,
          "tid": track.json,
          "ts": Self.microseconds(times[place]),
          "args": ["reason": cancellation.reason.json, "id": cancellation.id?.json],
        ]
      )
    }
  }

  private mutating func addSlice(
    _ name: String,
    from start: Int128,
    to end: Int128,
    track: Int,
    arguments: KeyValuePairs<String, JSON?> = [:]
  ) {
    events.append(
      [
        "ph": "X", "name": name.json, "pid": 1, "tid": track.json,
        "ts": Self.microseconds(start), "dur": Self.microseconds(end - start),
        "args": arguments.isEmpty ? nil : .object(arguments),
      ]
    )
  }

  private mutating func addFlow(_ name: String, from: Int, at start: Int128, to: Int, at end: Int128) {
    flows += 1
    for (phase, track, time) in [("s", from, start), ("f", to, end)] {
      events.append(
        [
          "ph": phase.json, "bp": phase == "f" ? "e" : nil, "id": flows.json,
          "cat": "cause",
          "name": name.json, "pid": 1, "tid": track.json, "ts": Self.microseconds(time),
        ]
      )
    }
  }

  private func metadata(_ name: String, track: Int, _ arguments: JSON) -> JSON {
    ["ph": "M", "name": name.json, "pid": 1, "tid": track.json, "args": arguments]
  }

  /// The format's unit, with the nanoseconds as decimals.
  private static func microseconds(_ nanoseconds: Int128) -> JSON {
    let rest = String(nanoseconds % 1000)
    return .number("\(nanoseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)")
  }
}
