import Foundation
import TestSupport
import Testing

/// Whenever a shell that saves is ended: its session is whole, and no other file is left, or, if it was killed just
/// before the new file took its name, none after the next time.
struct SaveKillTests {
  private static let kills = rounds(2)

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func noSignalLeavesAPartOrAFile(signal: Int32) throws {
    var generator = SeededGenerator(seed: UInt64(signal))
    let folder = try TemporaryFolder()
    let session = folder.file("s")
    for _ in 0..<Self.kills {
      let pty = try PseudoTerminal(
        [builtProgramPath, "-q", "-c", "repeat 50 add a", "-c", "repeat 1000000 save --force '\(session)'"],
        environment: ["HOME": "/nonexistent"]
      )
      let before = try? FileManager.default.attributesOfItem(atPath: session)[.systemFileNumber] as? Int
      while before == (try? FileManager.default.attributesOfItem(atPath: session)[.systemFileNumber] as? Int)
      {}
      for _ in 0..<generator.below(500_000) { spins &+= 1 }
      pty.signal(signal)
      #expect(try pty.waitForEnd() == .signalled(signal))
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
      #expect(names == ["s"] || signal == SIGKILL && names == [".s.~replacing~", "s"], "\(names)")
      let text = String(decoding: try folder.bytes(of: "s"), as: UTF8.self)
      #expect(text.hasSuffix("\n" + String(repeating: "add a\n", count: 50)), "\(text)")
    }
    let load = "load '\(session)'"
    let save = "save --force '\(session)'"
    #expect(try todoshell("-q", "-c", load, "-c", "print todos.count", "-c", save).output == "50\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s"])
  }

  @Test func aSessionIsNotReplacedWhileAnotherShellBeginsToRecordInIt() throws {
    let folder = try TemporaryFolder()
    let program = "'\(builtProgramPath)' -q"
    let run = try run(
      "/bin/bash",
      [
        "-c",
        """
        \(program) -c 'add a' -c 'save s'
        (until [ -e done ]; do \(program) -c 'add b' -c 'repeat 20 save --force s'; done) >saves 2>&1 &
        for i in 1 2 3 4 5 6 7 8 9 10 11 12; do \(program) --session s -c 'add c' -c 'add d'; done 2>records
        touch done; wait
        grep -c 'removed or replaced' records
        """,
      ],
      in: folder.url
    )
    let records = try String(contentsOfFile: folder.file("records"), encoding: .utf8)
    #expect(run.output == "0\n", "\(records)")
  }
}

/// Counts what was spun, so that it is not left out.
nonisolated(unsafe) private var spins = 0
