import Core
import TestSupport
import Testing
import TodoShellValues

@testable import TodoShellCommands

/// The tree of random scripts.
struct ScriptTreeTests {
  static let lines = [
    "up", "up 2", ".up(by: 2)", "up x", "nonsense", "print count", "print 'x", "let a = 1", "print $a",
    "repeat 2", "repeat 2 as i", "repeat $a", "repeat x", "repeat", "repeat 2 up", "repeat 2 repeat 3 up",
    "repeat 2 repeat 2", "repeat --help", "end", "end", "end", "end x", "macro m", "macro m x y=1", "macro",
    "macro m 1", "macro --help", "m", "| 1", "| …", "", "# c", "up \\\n  2", "\u{7}",
  ]

  static func script(_ random: inout SeededGenerator) -> String {
    (0..<random.below(40)).map { _ in
      String(repeating: " ", count: random.below(3)) + lines[random.below(lines.count)]
    }.joined(separator: "\n")
  }

  /// The tree, a line for each part of a node, indented by its depth.
  private func shape(_ nodes: [ScriptNode], indent: String = "") -> [String] {
    nodes.flatMap { node -> [String] in
      let head =
        switch node.item {
        case .command(let line): line.text
        case .error(let diagnostic): "error: \(diagnostic.message)"
        }
      let block = node.block.map {
        shape($0.nodes, indent: indent + "  ") + ["\(indent)\($0.end?.text ?? "?")"]
      }
      return [indent + head] + node.expected.map { "\(indent)\($0.text)" } + (block ?? [])
    }
  }

  private let table = Tally.application.erased.table

  private func nodes(_ text: String) -> [ScriptNode] { ScriptSource(text.utf8, name: "s").nodes(table) }

  @Test func theTreeIsTheSameAfterFormattingAndWhenItsLinesAreReadAgain() {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let text = Self.script(&random)
      let tree = shape(nodes(text))
      let script = Tally.edited(text)
      #expect(shape(script.nodes) == tree, "seed \(seed):\n\(text)")
      for change in ScriptFormatter(script).changes().reversed() {
        script.replace(script.text.line(change.line), with: change.text)
      }
      #expect(shape(script.nodes) == tree, "seed \(seed):\n\(text)")
      for (line, depth, _) in script.nodes.lines {
        let indentation = script.text.bytes[script.text.line(line.lines.lowerBound - 1)].prefix {
          $0 == .space
        }
        #expect(indentation.count == 2 * depth, "seed \(seed), \(line.text):\n\(text)")
      }
      let lines = nodes(text).lines.map(\.line)
      var again = ScriptTree(table, of: lines)
      // Lines that cannot be read are missing, but not the commands and blocks around them.
      let commands = nodes(text).commands.map(\.text)
      #expect(again.finish().commands.map(\.text) == commands, "seed \(seed):\n\(text)")
    }
  }

  /// A long script is read in pieces, each of which ends anywhere.
  @Test func theTreeIsTheSameHoweverItIsTaken() {
    for seed in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      let lines = nodes(Self.script(&random)).lines.map(\.line)
      var whole = ScriptTree(table, of: lines)
      var (pieces, taken) = (ScriptTree(table), [ScriptNode]())
      for line in lines {
        pieces.append(.command(line))
        if random.below(2) == 0 { taken += pieces.takeComplete() }
      }
      taken += pieces.finish()
      #expect(shape(taken) == shape(whole.finish()), "seed \(seed)")
    }
  }

  /// All front ends check the same tree.
  @Test func aCheckAnEditorAndThePromptFindTheSameErrors() throws {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let text = Self.script(&random)
      let parser = ScriptParser(table: table)
      _ = try parser.program(ScriptSource(text.utf8, name: "s"))
      let checked = parser.diagnostics.map(Problem.init)
      let edited = EditedScript(text.utf8, name: "s", parser: ScriptParser(table: table))
      #expect(edited.diagnostics.map(Problem.init) == checked, "seed \(seed):\n\(text)")
      let interpreter = Interpreter(Tally.application)
      if !checked.isEmpty {
        let typed = interpreter.execute(text).diagnostics.compactMap(\.diagnostic).map(Problem.init)
        #expect(typed == checked, "seed \(seed):\n\(text)")
      }
      var input = TypedInput(table)
      input.append(text)
      #expect(!input.goesOn || !checked.isEmpty, "seed \(seed):\n\(text)")
      let answer = interpreter.check(text, name: "s", id: nil)
      if answer.status != .incomplete {
        #expect((answer.status == .complete) == checked.isEmpty, "seed \(seed):\n\(text)")
      }
    }
  }

  private struct Problem: Equatable {
    let message: String
    let line: Int
    let column: Int

    init(_ diagnostic: Diagnostic) {
      message = diagnostic.message
      (line, column) = (diagnostic.location.line, diagnostic.location.column)
    }
  }

  @Test func blocksOfAnyDepthAndLengthAreRead() throws {
    let depth = 100_000
    let deep = String(repeating: "repeat 2\n", count: depth) + String(repeating: "end\n", count: depth)
    let parser = ScriptParser(table: table)
    _ = try parser.program(ScriptSource(deep.utf8, name: "s"))
    #expect(parser.diagnostics.first?.message == "blocks nest at most 32 levels")
    let long = "repeat 2\n" + String(repeating: "up\n", count: 100_005) + "end\nup\n"
    let other = ScriptParser(table: table)
    _ = try other.program(ScriptSource(long.utf8, name: "s"))
    #expect(
      other.diagnostics.map(\.message) == ["a block can have at most 100000 commands; this one has 100005"]
    )
    #expect(other.diagnostics.first?.location.line == 1)
  }
}
