import Foundation
import TestSupport
import Testing

/// Exported recordings, played by asciinema.
struct CastFileTests {
  private let files: ExportedFiles

  init() throws { files = try ExportedFiles() }

  private func frames(_ path: String) throws -> [(time: Double, text: String)] {
    try files.text(path).split(separator: "\n").dropFirst().map { line in
      let frame = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      return (try #require(frame[0] as? Double), try #require(frame[2] as? String))
    }
  }

  @Test(.clients) func asciinemaPrintsTheCommandsAndTheirOutput() throws {
    let cast = try files.export("cast", of: Sessions.todos)
    // It plays only at a terminal, which 'script' makes.
    let played = try run(
      "/usr/bin/script",
      ["-qec", "asciinema play -i 0.001 '\(cast)'", "/dev/null"],
      environment: ["TERM": "xterm"]
    )
    #expect(played.status == 0, "\(played.errors)")
    let text = played.output.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r\n", with: "\n")
    for line in [
      "#0 +0s> add Milk", "#7 +400ms> advance 2s", "#4 of 10 +0s> toggle 0",
      "#9 +1.4s .sortCompletedTodos  (effect of #7",
    ] {
      #expect(text.contains("\n\(line)"), "\(line)")
    }
  }

  @Test func virtualTimePassesAsItIsPlayed() throws {
    let frames = try frames(try files.export("cast", of: "add Milk\ntoggle 0\nadvance 10s"))
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    let fires = try #require(frames.firstIndex { $0.text.contains(".sortCompletedTodos") })
    let command = try #require(frames.firstIndex { $0.text.contains("advance 10s") })
    let end = try #require(frames.last)
    #expect(abs(frames[fires].time - frames[command].time - 1) < 1e-6)
    #expect(abs(end.time - frames[command].time - 10) < 1e-6)
  }

  @Test func hostileTextCannotControlTheTerminal() throws {
    let frames = try frames(try files.export("cast", of: Sessions.hostile))
    let text = frames.map(\.text).joined().replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(text.contains("\\u{1B}[31mred") && text.contains("\\u{202E}backwards"))
    #expect(
      !text.unicodeScalars.contains {
        $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{2028}" || $0 == "\u{0}"
      }
    )
  }
}
