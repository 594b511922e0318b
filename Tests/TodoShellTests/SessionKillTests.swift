import Foundation
import TestSupport
import Testing

/// Whenever a shell that records its session is killed: what it had acknowledged is in the file, and the file loads.
struct SessionKillTests {
  private static let blocks: UInt64 = 4
  private static let kills = rounds(6)
  /// After so many kills a new file is begun, so that what is loaded each time stays small.
  private static let killsPerFile = 12

  @Test(arguments: 0..<blocks)
  func noKillLosesAnAcknowledgedCommand(block: UInt64) throws {
    var generator = SeededGenerator(seed: block)
    let folder = try TemporaryFolder()
    var session = RecordedCommands(path: folder.file("0"))
    for kill in 0..<Self.kills / Int(Self.blocks) {
      if kill % Self.killsPerFile == 0 { session = RecordedCommands(path: folder.file("\(kill)")) }
      try session.typeAndKill(in: folder, using: &generator)
    }
    try session.checkThatItLoads(in: folder)
  }
}

/// A session file, and what is known to be in it.
private struct RecordedCommands {
  let path: String
  /// How many commands are in the file.
  private var count = 0

  init(path: String) {
    self.path = path
  }

  /// Each makes two moments, so the prompt tells how many have run.
  private func command(_ number: Int) -> String { "add todo-\(number)" }

  /// Starts a shell on the file, types commands, and kills it somewhere in between.
  mutating func typeAndKill(in folder: TemporaryFolder, using generator: inout SeededGenerator) throws {
    let pty = try PseudoTerminal(
      [builtProgramPath, "-q", "--no-rc", "--session", path],
      environment: ["HOME": folder.path],
      columns: 100,
      rows: 40
    )
    // What was acknowledged to the one that was killed before is there.
    try pty.wait(atPrompt: "#\(2 * count) +0s> ")
    let typed = 1 + generator.below(6)
    for number in count..<count + typed - 1 {
      try pty.send(command(number) + "\r")
      try pty.wait(atPrompt: "#\(2 * number + 2) +0s> ")
    }
    try pty.send(command(count + typed - 1) + "\r")
    // Spinning, unlike sleeping, ends at instants that lie as close to each other as the machine's own steps.
    for _ in 0..<generator.below(200_000) { spins &+= 1 }
    pty.signal(SIGKILL)
    #expect(try pty.waitForEnd() == .signalled(SIGKILL))
    let isAcknowledged = pty.screen.textBeforeCursor == "#\(2 * (count + typed)) +0s> "
    try check(atLeast: count + typed - (isAcknowledged ? 0 : 1), atMost: count + typed)
  }

  /// Reads the file: it holds the commands in order, as many as were acknowledged, and perhaps the next.
  private mutating func check(atLeast least: Int, atMost most: Int) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().dropFirst(2)
    #expect((least...most).contains(lines.count), "\(path): \(text)")
    #expect(Array(lines) == (0..<lines.count).map { Substring(command($0)) })
    count = lines.count
  }

  /// Loads the file in a batch.
  func checkThatItLoads(in folder: TemporaryFolder) throws {
    let run = try todoshell("-q", "-c", "load '\(path)'", "-c", "print todos.count", in: folder.url)
    #expect(run.output == "\(count)\n")
    #expect(run.errors == "")
  }
}

/// Counts what was spun, so that it is not left out.
nonisolated(unsafe) private var spins = 0
