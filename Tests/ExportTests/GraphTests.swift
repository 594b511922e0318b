import Foundation
import TestSupport
import Testing

/// Exported graphs, drawn by the programs that they are for.
struct GraphTests {
  private struct Drawing: Decodable {
    let nodes: [String]
    let edges: Int
    let scripts: Int
  }

  private static let scripts = [Sessions.todos, Sessions.hostile, "add Milk\nadd Eggs\nskip 1\ntree"]
  private let files: ExportedFiles

  init() throws { files = try ExportedFiles() }

  /// The number of rows that 'tree --full' draws.
  private func rows(_ script: String) throws -> Int {
    let tree = try run(
      builtProgram("todoshell"),
      ["-q", "-k"],
      input: "\(script)\nprint 4242\ntree --full\n"
    ).output
    return try #require(tree.components(separatedBy: "4242\n").last).split(separator: "\n").count
  }

  @Test(.clients, arguments: scripts)
  func graphvizDrawsEachRowOfTheTree(script: String) throws {
    let graph = try files.export("dot", of: script)
    let drawn = try run("/usr/bin/dot", ["-Tplain", graph])
    #expect(drawn.status == 0 && drawn.errors == "", "\(drawn.errors)")
    let lines = drawn.output.split(separator: "\n")
    let count = try rows(script)
    #expect(lines.count { $0.hasPrefix("node ") } == count)
    #expect(lines.count { $0.hasPrefix("edge ") } == count - 1)
  }

  @Test(.clients) func graphvizShowsHostileTextAsText() throws {
    let drawn = try run("/usr/bin/dot", ["-Tsvg", try files.export("dot", of: Sessions.hostile)])
    #expect(drawn.output.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "\(drawn.output)")
    #expect(!drawn.output.contains("<script"))
  }

  @Test(.clients) func graphvizShowsEntitiesAsTheyAreWritten() throws {
    let drawn = try run("/usr/bin/dot", ["-Tsvg", try files.export("dot", of: "add \"&lt;b&gt; &amp;\"")])
    #expect(drawn.output.contains("&amp;lt;b&amp;gt; &amp;amp;"), "\(drawn.output)")
  }

  @Test func aRunningScriptIsNotOverwritten() throws {
    let text = "add Milk\nexport --force dot '\(files.folder.file("script.todoscript"))'\n"
    let path = try files.folder.write(text, to: "script.todoscript")
    let run = try run(builtProgram("todoshell"), ["-q", path])
    #expect(run.status == 1 && run.errors.contains("is a running script"), "\(run.errors)")
    #expect(try files.text(path) == text)
  }

  @Test(.clients) func mermaidDrawsEachRowOfTheTree() throws {
    let graphs = try Self.scripts.enumerated().map { number, script in
      try files.export("mermaid", of: script, to: "\(number).mermaid")
    }
    let output = try client("mermaid", graphs)
    let drawings = try output.split(separator: "\n").map {
      try JSONDecoder().decode(Drawing.self, from: Data($0.utf8))
    }
    try #require(drawings.count == Self.scripts.count)
    for (script, drawing) in zip(Self.scripts, drawings) {
      let count = try rows(script)
      #expect(drawing.nodes.count == count && drawing.edges == count - 1 && drawing.scripts == 0)
    }
    #expect(drawings[0].nodes.contains("#4 +0sadd Eggs[fork]"), "\(drawings[0].nodes)")
    #expect(drawings[1].nodes.contains { $0.contains("<script>alert(1)</script>") }, "\(drawings[1].nodes)")
  }

  @Test func aLongHistoryIsFoldedForMermaid() throws {
    let graph = try files.text(try files.export("mermaid", of: "repeat 600 add Milk"))
    #expect(graph.contains("597 commands") || graph.contains(" commands<br/>"), "\(graph)")
    #expect(graph.split(separator: "\n").count < 30)
  }

  @Test func aHistoryWithTooManyBranchesForMermaidIsRefused() throws {
    let path = files.folder.file("tree.mermaid")
    let script = "repeat 501\nadd Milk\nundo\nend\nexport mermaid '\(path)'"
    let run = try run(builtProgram("todoshell"), ["-q"], input: script)
    #expect(run.status == 1 && !FileManager.default.fileExists(atPath: path))
    #expect(
      run.errors.contains("Mermaid draws at most 500 edges: too few for the history, with 50"),
      "\(run.errors)"
    )
    #expect(run.errors.contains("help: 'export dot FILE' has no limit"), "\(run.errors)")
  }

  /// The states and the transitions that an exploration reports.
  private func counts(_ exploration: String) throws -> (states: Int, transitions: Int) {
    let run = try run(builtProgram("todoshell"), ["--format", "json", "-c", exploration])
    let line = try #require(
      run.output.split(separator: "\n").first { $0.contains("\"answer\":\"exploration\"") }
    )
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    return (try #require(answer["states"] as? Int), try #require(answer["transitions"] as? Int))
  }

  /// The second one is too large to try everything, so that half of its sequences are random.
  @Test(
    .clients,
    arguments: [
      "explore --graph --depth 2 --only add,toggle,clear",
      "explore --graph --depth 6 --runs 300 --only add,toggle",
    ]
  )
  func graphvizDrawsEachExploredState(exploration: String) throws {
    let graph = files.folder.file("states.dot")
    let explored = try run(
      builtProgram("todoshell"),
      ["-q", "-c", exploration, "-c", "export --explored dot '\(graph)'"]
    )
    #expect(explored.status == 0, "\(explored.errors)")
    let drawn = try run("/usr/bin/dot", ["-Tplain", graph])
    #expect(drawn.status == 0 && drawn.errors == "", "\(drawn.errors)")
    let counts = try counts(exploration)
    #expect(counts.states > 5)
    let lines = drawn.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("node ") } == counts.states)
    #expect(lines.count { $0.hasPrefix("edge ") } == counts.transitions)
  }

  @Test(.clients) func mermaidDrawsExploredStates() throws {
    let exploration = "explore --graph --depth 2 --only add,toggle,clear"
    let graph = files.folder.file("states.mermaid")
    _ = try run(
      builtProgram("todoshell"),
      ["-q", "-c", exploration, "-c", "export --explored mermaid '\(graph)'"]
    )
    let drawing = try JSONDecoder().decode(Drawing.self, from: Data(try client("mermaid", graph).utf8))
    let counts = try counts(exploration)
    #expect(drawing.nodes.count == counts.states && drawing.edges == counts.transitions)
  }

  @Test(arguments: [
    ("export --explored dot x", "no explored states are recorded"),
    ("export --explored html x", "html files do not show explored states"),
    ("explore --graph --runs 4000\nexport --explored mermaid x", "Mermaid draws at most 500 edges"),
    ("explore --graph --depth 1\nbegin --seed 1\nexport --explored dot x", "no explored states are recorded"),
  ])
  func saysWhyExploredStatesCannotBeWritten(script: String, message: String) throws {
    let path = files.folder.file("x")
    let run = try run(builtProgram("todoshell"), ["-q"], input: script.replacing(/x$/, with: "'\(path)'"))
    #expect(run.status == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(run.errors.contains("error: \(message)"), "\(run.errors)")
  }
}
