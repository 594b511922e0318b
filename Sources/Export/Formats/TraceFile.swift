import TodoShellCommands
import Core

/// The line as a Chrome trace, which Perfetto shows: a track for the moments and one for each effect, over virtual time.
///
/// Moments at the same virtual time are a nanosecond apart, which shows their order and lets arrows begin and end at
/// single ones.
struct TraceFile {
  private let session: ExportedSession
  /// The times of the moments, in nanoseconds, by their numbers.
  private var times: [Int128]
  /// The end of the last moment.
  private var end: Int128 = 0
  /// The effects of the branch.
  private var tracks: [EffectTrack] = []
  private var flows = 0
  private var events: [JSON] = []

  init(_ session: ExportedSession) {
    self.session = session
    times = Array(repeating: 0, count: session.moments.count)
    for number in session.line {
      times[number] = max(session.moments[number].time.nanoseconds, end)
      end = times[number] + 1
    }
    let line = Set(session.line)
    tracks = EffectTrack.tracks(of: session.effects, at: session.line.map { session.moments[$0] })
      .filter { line.contains($0.effect.moment) }
  }

  /// The track of the moments, followed by those of the effects. Perfetto reserves number 0.
  private static let moments = 1

  /// What the file contains, for the answer of `export`.
  var content: String {
    "\(counted(session.line.count, "moment")) and \(counted(tracks.count, "effect")) of this branch"
  }

  /// The text of the file.
  mutating func text() -> String {
    events = [
      metadata("process_name", track: Self.moments, ["name": "\(session.program), virtual time".json]),
      metadata("thread_name", track: Self.moments, ["name": "moments"]),
    ]
    for number in session.line { add(session.moments[number]) }
    for (index, track) in tracks.enumerated() { add(track, track: Self.moments + 1 + index) }
    let lines = events.map(\.text).joined(separator: ",\n")
    return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n\(lines)\n]}\n"
  }

  private mutating func add(_ moment: ExportedMoment) {
    let issues = moment.issues.map(\.message)
    addSlice(
      moment.summary.event,
      from: times[moment.number],
      to: times[moment.number] + 1,
      track: Self.moments,
      arguments: [
        "moment": moment.number.json, "time": "+\(moment.time.formatted)",
        "command": moment.summary.command?.json, "issues": issues.nonEmpty?.json,
      ]
    )
  }

  private mutating func add(_ work: EffectTrack, track: Int) {
    let effect = work.effect
    let start = times[effect.moment]
    let end = work.ends.first.map { times[$0] + 1 } ?? end
    events.append(metadata("thread_name", track: track, ["name": effect.text.json]))
    events.append(metadata("thread_sort_index", track: track, ["sort_index": track.json]))
    addSlice(
      effect.name ?? "effect of #\(effect.moment)",
      from: start,
      to: end,
      track: track,
      arguments: [
        "startedBy": effect.moment.json, "site": effect.site?.json,
        "isInFlight": work.ends.isEmpty ? true : nil,
      ]
    )
    addFlow("starts", from: Self.moments, at: start, to: track, at: start)
    for sleep in work.naps {
      let stop = min(sleep.deadline.nanoseconds, sleep.end.map { times[$0] } ?? end)
      let begin = times[sleep.start]
      // The moment of its start has its own slice.
      guard stop > begin + 1 else { continue }
      addSlice("sleep", from: begin + 1, to: min(stop, end), track: track)
    }
    for time in work.sends.map({ times[$0] }) {
      addSlice("send", from: time, to: time + 1, track: track)
      addFlow("sends", from: track, at: time, to: Self.moments, at: time)
    }
    for cancellation in work.cancellations {
      events.append(
        [
          "ph": "i", "s": "t", "name": "cancelled", "pid": 1,
          "tid": track.json,
          "ts": Self.microseconds(times[cancellation.moment]),
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
