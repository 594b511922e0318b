import Foundation
import TestSupport
import Testing

@testable import Core
@testable import TodoShellSessions
@testable import TodoShellCommands
@testable import TodoShellDebugger

/// The law of what-ifs: whatever was skipped, brought back, amended or moved, the shell is where a new one comes to that is
/// given the commands of the line alone.
struct WhatIfLawTests {
  typealias RosterShell = RecordedShell<Roster.State, Roster.Action>

  private static let blocks: UInt64 = 10
  private static let runs = UInt64(rounds(40))

  @Test(arguments: 0..<blocks)
  func doingCommandsAgainIsAsTypingThem(block: UInt64) {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) { checkLaw(seed: seed) }
  }

  private func checkLaw(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let shell = RosterShell(.roster, seed: seed)
    var lines: [String] = []
    for _ in 0..<Int.random(in: 4...24, using: &generator) {
      guard Int.random(in: 0..<5, using: &generator) == 0 else {
        lines.append(Self.command(in: shell, &generator))
        shell.run(lines[lines.count - 1])
        continue
      }
      let expected = tryOut(in: shell, &lines, &generator)
      guard let expected else { continue }
      let comment: Comment = "seed \(seed): \(lines.joined(separator: "; "))"
      let fresh = RosterShell(.roster, seed: seed)
      expected.forEach { $0.type(in: fresh) }
      #expect(Transcript(shell) == Transcript(fresh), comment)
      let again = RosterShell(.roster, seed: seed)
      shell.shell.recorder.entries.forEach { again.run($0.text) }
      #expect(again.everything == shell.everything, comment)
      // What is in flight must go on the same, and ids must be dealt on from the same place.
      for shell in [shell, fresh] { shell.run("run", "add last") }
      #expect(Transcript(shell) == Transcript(fresh), comment)
      if Bool.random(using: &generator) { shell.run("goto -") }
    }
  }

  /// Tries something out.
  ///
  /// - Returns: What is then to be typed into a new shell to come to the same; `nil` if it was refused.
  private func tryOut(
    in shell: RosterShell,
    _ lines: inout [String],
    _ generator: inout SeededGenerator
  ) -> [TypedTurn]? {
    let line = shell.shell.session.core.timeline.lineTurns
    var expected = line.map(TypedTurn.init)
    let there = line.indices.filter { !line[$0].moments.isEmpty }
    guard let index = there.randomElement(using: &generator), let moment = line[index].moments.last,
      let other = there.randomElement(using: &generator), let target = line[other].moments.first
    else { return nil }
    var words: [String]
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      words = ["skip \(moment)"]
      expected.remove(at: index)
    case 1:
      guard !expected[index].isPart else { return nil }
      words = ["skip \(moment)", "unskip \(moment)"]
    case 2:
      let command = generator.one(
        of: "add new",
        "toggle 0",
        "toggle all",
        "advance 700ms",
        "draw",
        "remove last"
      )
      words = ["amend \(moment) \(command)"]
      expected[index] = TypedTurn(text: command)
    default:
      words = ["move-moment \(moment) before \(target)"]
      let moved = expected.remove(at: index)
      expected.insert(moved, at: index < other ? other - 1 : other)
    }
    for text in words {
      lines.append(text)
      let count = shell.shell.session.movements.count
      shell.run(text)
      if shell.shell.session.movements.count == count { return nil }
    }
    return expected
  }

  private static func command(in shell: RosterShell, _ generator: inout SeededGenerator) -> String {
    let moment = generator.below(shell.shell.session.moments.count)
    return switch generator.below(24) {
    case 0...4: "add \(generator.one(of: "Ann", "Bob", "Cid", "Dan"))"
    case 5...8: "toggle \(generator.one(of: "0", "1", "last", "all", "0 1"))"
    case 9: "remove \(generator.below(3))"
    case 10, 11: "draw"
    case 12...14: "advance \(generator.below(5) * 300)ms"
    case 15: "run"
    case 16: "step"
    case 17, 18: "undo"
    case 19: "redo"
    case 20, 21: "back"
    case 22: "goto \(moment)"
    default: ".rename(UUID(\(generator.below(3))), \"Eve\")"
    }
  }

  /// A command as it was typed, or the beginning of what it did.
  struct TypedTurn {
    let text: String
    var isPart = false
    var inputCount = 0
    var lastLimit = InputLimit()

    init(text: String) { self.text = text }

    init(_ turn: LineTurn) {
      text = turn.turn.label ?? ""
      isPart = turn.isPart
      inputCount = turn.inputs.count
      lastLimit = turn.inputs.last?.limit ?? InputLimit()
    }

    func type(in shell: RosterShell) {
      let count = shell.shell.session.turns.count
      // The clock goes no further than it did before the line left the command.
      if let time = lastLimit.time, inputCount == 1 {
        shell.run("advance \(time.formatted)")
      } else {
        shell.run(text)
      }
      guard isPart, shell.shell.session.turns.count > count, let turn = shell.shell.session.turns.last,
        turn.inputs.count >= inputCount
      else { return }
      let moments = turn.inputs[inputCount - 1].moments
      shell.run("goto \(moments.lowerBound + min(lastLimit.moments ?? .max, moments.count) - 1)")
    }
  }

  /// What is to be the same, with moments named by their place on the line.
  struct Transcript: Equatable {
    let state: String
    let effects: [String]

    init(_ shell: RosterShell) {
      let session = shell.shell.session
      let depths = Dictionary(uniqueKeysWithValues: zip(session.line, 0...))
      state = "+\(session.now) \(String(customDumping: session.state))"
      effects = session.effects.map {
        "\($0.id) of \(depths[$0.moment] ?? -1) until \($0.deadline, default: "-")"
      }
    }
  }
}
