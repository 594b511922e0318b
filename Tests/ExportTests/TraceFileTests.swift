import Foundation
import TestSupport
import Testing

/// Exported traces, in Perfetto's trace processor.
struct TraceFileTests {
  private struct Counts: Decodable, Equatable {
    var moments, effects, sleeps, sends, cancelled, flows, causes, errors, duration: Int
  }

  @Test(.clients) func theTraceProcessorCountsWhatHappened() throws {
    let files = try ExportedFiles()
    let line = "add Milk\nadd Eggs\ntoggle 0\nadvance 400ms\ntoggle 1\nadvance 2s"
    let output = try client(
      "trace",
      try files.export("trace", of: line, to: "line.json"),
      try files.export("trace", of: "add Milk", to: "plain.json"),
      try files.export("trace", of: Sessions.hostile, to: "hostile.json")
    )
    let counts = try output.split(separator: "\n").map {
      try JSONDecoder().decode(Counts.self, from: Data($0.utf8))
    }
    try #require(counts.count == 3)
    // #5 starts an effect that #7 cancels; the effect of #7 sends #9 at 1.4 s.
    #expect(
      counts[0]
        == Counts(
          moments: 11,
          effects: 2,
          sleeps: 2,
          sends: 1,
          cancelled: 1,
          flows: 3,
          causes: 3,
          errors: 0,
          // To the end of the last moment.
          duration: 2_400_000_001
        )
    )
    #expect(counts[1].moments == 3 && counts[1].effects == 0 && counts[1].errors == 0)
    #expect(counts[2].moments == 7 && counts[2].errors == 0)
  }
}
