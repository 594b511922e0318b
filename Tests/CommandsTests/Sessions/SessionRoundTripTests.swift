import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Whatever was done in a session, its file brings it back: the tree, the states, the marks, the moves.
struct SessionRoundTripTests {
  private static let blocks: UInt64 = 10
  private static let runs = UInt64(rounds(40))

  @Test(arguments: 0..<blocks)
  func whatIsSavedIsLoaded(block: UInt64) throws {
    let folder = try TemporaryFolder()
    let (journal, saved) = (folder.file("journal"), folder.file("saved"))
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) {
      var generator = SeededGenerator(seed: seed)
      let lines = (0..<Int.random(in: 1...40, using: &generator)).map { _ in Self.command(&generator) }
      let comment: Comment = "seed \(seed): \(lines.joined(separator: "; "))"
      try? FileManager.default.removeItem(atPath: journal)
      let recorded = RecordedShell(CounterShell.application, session: journal, seed: seed)
      for line in lines { recorded.run(line) }
      recorded.run("save --force \(saved)")
      #expect(try folder.bytes(of: "journal") == folder.bytes(of: "saved"), comment)
      for option in ["", "--expect "] {
        recorded.run("save \(option)\(saved)")
        let loaded = RecordedShell(CounterShell.application)
        loaded.run("load \(saved)")
        #expect(loaded.err.text == "", comment)
        #expect(loaded.everything == recorded.everything, comment)
        #expect(loaded.record == recorded.record, comment)
        // What is in flight must go on the same, too.
        for shell in [loaded, recorded] { shell.run("break -d", "run") }
        #expect(loaded.everything == recorded.everything, comment)
        recorded.run("undo")
      }
    }
  }

  private static func command(_ generator: inout SeededGenerator) -> String {
    let moment = generator.below(12)
    let other = generator.below(12)
    return switch generator.below(30) {
    case 0...3: "up"
    case 4: "up \(generator.below(3) + 1)"
    case 5: "down"
    case 6...8: "soon"
    case 9: "advance \(generator.below(5) * 300)ms"
    case 10: "run"
    case 11: "step"
    case 12, 13: "undo"
    case 14: "redo"
    case 15: "goto -\(generator.below(3) + 1)"
    case 16: "goto +1"
    case 17: "goto \(moment)"
    case 18: "goto -"
    case 19: "mark \(generator.one(of: "a", "b", "'a note: why?'")) \(moment)"
    case 20:
      generator.one(
        of: "mark -d a",
        "goto a",
        "goto 50%",
        "goto @-300ms",
        "goto @+1s",
        "goto --changed count"
      )
    case 21: "skip \(moment)"
    case 22: "skip --restore \(moment)"
    case 23: "amend \(moment) \(generator.one(of: "up 2", "advance 1s", "soon", "value"))"
    case 24: "amend \(moment) --before \(other)"
    case 25: "set limit \(generator.one(of: 1, 2, 100_000))"
    case 26: generator.one(of: "break count == 2", "break .up", "break -d")
    case 27: generator.one(of: ".up", ".upLater", ".down")
    default: generator.one(of: "value", "expect count == 1", "verify", "log", "goto 99")
    }
  }
}
