import Foundation
import TestSupport
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  /// A block of the README: commands behind `$`, each with what it prints; or a script.
  struct Block: Sendable, CustomTestStringConvertible {
    let language: String
    let text: String
    var testDescription: String { String(text.prefix(40)) }
  }

  static let blocks: [Block] = {
    let text = (try? String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)) ?? ""
    return text.matches(of: /(?m)^```(\w+)\n((?:(?!^```).*\n)*)```$/).map {
      Block(language: String($0.1), text: String($0.2))
    }
  }()

  @Test func thereAreBlocksOfBothKinds() {
    #expect(Self.blocks.contains { $0.language == "console" })
    #expect(Self.blocks.contains { $0.language == "todoscript" })
  }

  @Test(arguments: blocks.filter { $0.language == "console" })
  func printsWhatTheReadmeShows(_ block: Block) throws {
    let folder = String(builtProgramPath.dropLast("todoshell".count))
    var commands: [(command: String, output: String)] = []
    for line in block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), ""))
      } else if let last = commands.indices.last {
        commands[last].output += line + "\n"
      }
    }
    #expect(!commands.isEmpty)
    for (command, output) in commands {
      let run = try run(
        "/bin/sh",
        ["-c", "{ \(command)\n} 2>&1"],
        environment: ["PATH": "\(folder):/usr/bin:/bin"]
      )
      #expect(run.output == output, "\(command)")
    }
  }

  @Test(arguments: ["Tests/ShellKitTests/Commands/Counter.swift", "Tests/Fixtures/Lamp/Lamp.swift"])
  func showsTheProgramThatTheTestsUse(path: String) throws {
    let program = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    #expect(Self.blocks.contains { $0.language == "swift" && $0.text == program })
  }

  @Test func aWholeProgramHasThirtyLinesOrSo() throws {
    let block = Self.blocks.first { $0.language == "swift" && $0.text.contains("@main") }
    #expect((block?.text.split(separator: "\n").count ?? .max) <= 30)
  }

  @Test(arguments: blocks.filter { $0.language == "todoscript" })
  func runsTheScriptsThatTheReadmeShows(_ block: Block) throws {
    let run = try todoshell("-q", input: block.text)
    #expect(run.status == 0, "\(run.errors)")
  }
}
