import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A shortened script needs each of its commands: if any one of them is left out, it no longer fails in the same way.
struct MinimalScriptTests {
  /// A random session, and a condition that may be false at its end.
  private typealias Candidate = (inout SeededGenerator) -> (lines: [String], condition: String)

  @Test func scriptsOfARosterAreMinimal() throws {
    try check(.roster) { generator in
      let lines = (0..<Int.random(in: 5...60, using: &generator)).map { _ in
        generator.one(
          of: "add \(generator.one(of: "Milk", "Brown eggs", "b"))",
          "toggle \(generator.below(4))",
          "toggle all",
          "draw",
          "remove \(generator.below(3))",
          "advance \(generator.one(of: 1, 500, 999, 5_000))ms",
          "step",
          "run"
        )
      }
      let condition = generator.one(
        of: "entries.count < \(1 + generator.below(6))",
        "lots.count < \(1 + generator.below(5))",
        "lots.count < 2 || effects.count > 0",
        "entries.allSatisfy(!\\.isDone)",
        "effects.isEmpty || entries.count < 2",
        "entries.count(where: \\.isDone) < 2 || effects.count > 0",
        "entries.count >= before(entries.count)",
        "after .sort, lots.count < \(1 + generator.below(4))",
        "never .toggle",
        "entries.contains(\\.isDone) leads-to lots.count > 1 within \(generator.below(3))s"
      )
      return (lines, condition)
    }
  }

  @Test func scriptsOfACounterAreMinimal() throws {
    try check(CounterShell.application) { generator in
      let lines = (0..<Int.random(in: 5...40, using: &generator)).map { _ in
        generator.one(
          of: "up",
          "up \(1 + generator.below(5))",
          "down",
          "down",
          "soon",
          "step",
          "advance \(generator.one(of: 1, 500, 1_000, 2_500))ms"
        )
      }
      let condition = generator.one(
        of: "count < \(1 + generator.below(9))",
        "count == 0 || effects.isEmpty",
        "effects.count < \(1 + generator.below(4))",
        "count - before(count) < \(1 + generator.below(4))",
        "now < \(1 + generator.below(4))s",
        "count % \(2 + generator.below(4)) != 1",
        "always count < \(3 + generator.below(5))",
        "effects.isEmpty until count > \(1 + generator.below(3)) within 5s"
      )
      return (lines, condition)
    }
  }

  @Test func scriptsOfASearchThatDoesNotCancelAreMinimal() throws {
    let application = ShellApplication(name: "search", vocabulary: .search) { seed, epoch in
      Session(initialState: Search.State(), seed: seed, epoch: epoch) { Search(cancels: false) }
    }
    try check(application) { generator in
      let lines = (0..<Int.random(in: 5...40, using: &generator)).map { _ in
        generator.one(
          of: "type \(generator.one(of: "a", "swift", "swift core"))",
          "clear",
          "run",
          "step",
          "advance \(generator.one(of: 1, 150, 300, 400))ms"
        )
      }
      let condition = generator.one(
        of: "answered == query",
        "effects.count < 1",
        "answered.count <= \(generator.below(6))",
        "answered == \"\" || query != \"\"",
        "query != before(query) || effects.isEmpty",
        "after .answered, answered == query",
        "query != \"\" leads-to answered == query",
        "query == \"\" until answered != \"\" within 1s",
        "eventually answered != \"\" within 300ms"
      )
      return (lines, condition)
    }
  }

  /// Shortens random sessions to the failure of an expectation, or of the first command that fails.
  private func check<State, Action>(
    _ application: ShellApplication<State, Action>,
    _ candidate: Candidate
  ) throws {
    /// The error of the last line, without numbers; `nil` if there is none, or an earlier line fails.
    func failure(of lines: [String]) throws -> String? {
      let shell = RecordedShell(application)
      _ = try shell.shell.execute(ScriptSource(lines.joined(separator: "\n").utf8, name: "-"))
      shell.shell.console.flush()
      // A warning may say that nothing tested a property.
      let error = shell.err.text.split(separator: "\n").first { $0.hasPrefix("-:") } ?? ""
      return error.hasPrefix("-:\(lines.count):") ? error.filter { !$0.isNumber } : nil
    }
    var failures = 0
    var seed: UInt64 = 0
    while failures < rounds(25) {
      seed += 1
      var generator = SeededGenerator(seed: seed)
      var (lines, condition) = candidate(&generator)
      lines.append("expect \(condition)")
      // Run only up to the first failure: a shell that keeps going would shorten to the last one.
      let shell = RecordedShell(application)
      var end: String?
      for line in lines where end == nil {
        shell.run(line)
        if shell.err.text.contains("error: ") { end = line }
      }
      guard let end else { continue }
      failures += 1
      shell.run("shorten")
      let script = shell.out.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
      let expected = try failure(of: script)
      #expect(expected != nil && script.last == end, "seed \(seed): \(shell.out.text)\(shell.err.text)")
      for left in script.indices.dropLast() {
        var shorter = script
        shorter.remove(at: left)
        #expect(try failure(of: shorter) != expected, "seed \(seed): \(script) does not need \(script[left])")
      }
    }
  }
}
