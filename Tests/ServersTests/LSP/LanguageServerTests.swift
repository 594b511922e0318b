import TodoShellCommands
import Core
import TodoShellServers
import TestSupport
import Testing
import TodoShellValues

/// The Language Server Protocol, message by message; a real client tries all of its requests in `LanguageServerTests` of
/// the program.
struct LanguageServerMessageTests {
  private enum Step: Equatable {
    case up
  }

  /// The result of a request about a document.
  private func result(of method: String, _ params: String = "", in text: String) throws -> JSON? {
    try answer(to: method, params, in: text)?["result"]
  }

  /// The answer to a request about a document.
  ///
  /// - Parameter others: What the client sends next.
  private func answer(
    to method: String,
    _ params: String = "",
    in text: String,
    then others: [String] = []
  ) throws -> JSON? {
    let params = #"{"textDocument":{"uri":"untitled:1"}\#(params)}"#
    let request = #"{"jsonrpc":"2.0","id":1,"method":"textDocument/\#(method)","params":\#(params)}"#
    return try messages(after: [request] + others, in: text).first { $0["id"] == 1 }
  }

  private static var application: ShellApplication<Int, Step> {
    ShellApplication(name: "counter") { seed, epoch in
      Session(initialState: 0, seed: seed, epoch: epoch) { EmptyReducer() }
    }
  }

  /// What the server sends after a document was opened.
  private func messages(after others: [String], in text: String) throws -> [JSON] {
    let document = #""textDocument":{"uri":"untitled:1""#
    let open = #"\#(document),"languageId":"todoscript","version":1,"text":\#(JSON.string(text).text)}"#
    let lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{\#(open)}}"#,
    ]
    let answers = try answers(to: lines + others) { channel in
      _ = try LanguageServer(Interpreter(Self.application), variables: [:], channel: channel).run()
    }
    return try answers.map { try JSON(parsing: $0.utf8) }
  }

  @Test(arguments: ["yy.todoscript", "./yy.todoscript", "../nowhere/./yy.todoscript"])
  func aSourcedScriptNeedNotBeSaved(path: String) throws {
    func open(_ name: String, _ text: String) -> String {
      let document =
        #"{"uri":"file:///nowhere/\#(name)","languageId":"todoscript","version":1,"text":"\#(text)"}"#
      return #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#
    }
    let others = [open("yy.todoscript", "undo 1"), open("a", "source \(path)"), open("b", "source ./../x")]
    let published = try messages(after: others, in: "").compactMap { $0["params"] }
    func errors(_ name: String) -> [String]? {
      published.last { $0["uri"]?.string == "file:///nowhere/\(name)" }?["diagnostics"]?.elements?
        .compactMap { $0["message"]?.string }
    }
    #expect(errors("a") == [])
    #expect(errors("b")?.first?.contains("cannot read '/x'") == true, "\(published)")
  }

  @Test func theErrorsOfRandomScriptsAreThoseOfACheck() throws {
    let lines = [
      "undo 1", "nonsense", "print 'x", "let a = 1", "print $a", "repeat 2", "repeat $a", "repeat x",
      "repeat 2 repeat 2", "end", "end", "end x", "macro m", "macro m x y=1", "m", "| 1", "# c",
      "undo \\\n 2",
    ]
    for seed in 0..<UInt64(rounds(40)) {
      var random = SeededGenerator(seed: seed)
      let text = (0..<random.below(30)).map { _ in lines[random.below(lines.count)] }.joined(separator: "\n")
      let parser = ScriptParser(table: Self.application.erased.table)
      _ = try parser.program(ScriptSource(text.utf8, name: "untitled:1"))
      let published = try messages(after: [], in: text).last { $0["params"]?["diagnostics"] != nil }
      let found = try #require(published?["params"]?["diagnostics"]?.elements).map { error in
        let message = error["message"]?.string?.split(separator: "\n").first ?? ""
        return "\((error["range"]?["start"]?["line"]?.int ?? 0) + 1): \(message)"
      }
      #expect(
        found == parser.diagnostics.map { "\($0.location.line): \($0.message)" },
        "seed \(seed):\n\(text)"
      )
    }
  }

  @Test func aRequestForColoursCanBeCancelled() throws {
    let text = String(repeating: "undo 1\n", count: rounds(2_500))
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#
    for method in ["semanticTokens/full", "semanticTokens/full/delta"] {
      let params = method.hasSuffix("delta") ? #","previousResultId":"0""# : ""
      let cancelled = try #require(try answer(to: method, params, in: text, then: [cancel]))
      #expect(cancelled["error"]?["code"]?.int == -32_800, "\(cancelled.text.prefix(200))")
      #expect(try result(of: method, params, in: text)?["data"] != nil)
    }
  }

  @Test func onlyTheLastOfTheChangesThatWaitIsChecked() throws {
    let changes = ["x", "undo", "y"].enumerated().map { version, text in
      let document = #""textDocument":{"uri":"untitled:1","version":\#(version + 2)}"#
      let params = #"{\#(document),"contentChanges":[{"text":"\#(text)"}]}"#
      return #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":\#(params)}"#
    }
    let reports = try messages(after: changes, in: "undo").filter { $0["params"]?["diagnostics"] != nil }
    #expect(reports.map { $0["params"]?["version"]?.int } == [1, 4])
    #expect(reports.last?["params"]?["diagnostics"]?.elements?.count == 1)
  }

  @Test(arguments: [(0, 99, true), (1, 0, false), (7, 2, false)])
  func nothingIsShownBelowTheLastLine(line: Int, character: Int, isShown: Bool) throws {
    let position = #","position":{"line":\#(line),"character":\#(character)}"#
    let hover = try #require(try result(of: "hover", position, in: "help"))
    #expect((hover != .null) == isShown, "\(hover.text)")
  }

  @Test(arguments: [
    ("set diff ", 1), ("set  diff ", 1), ("set 'a b", 0), (#"set "a b" "#, 1), (#"set "a \" b" "#, 1),
    ("set diff \\\n  ", 1),
  ])
  func aQuotedArgumentIsOneParameter(text: String, active: Int) throws {
    let lines = text.split(separator: "\n")
    let position = #","position":{"line":\#(lines.count - 1),"character":\#(lines[lines.count - 1].count)}"#
    let help = try #require(try result(of: "signatureHelp", position, in: text))
    #expect(help["signatures"]?.elements?.first?["label"]?.string == "set [NAME [VALUE]]", "\(help.text)")
    #expect(help["activeParameter"]?.int == active)
  }

  @Test(arguments: [
    ("repeat ", "repeat N [as NAME] [COMMAND]", "N"),
    ("repeat 3 und", "repeat N [as NAME] [COMMAND]", "COMMAND"),
    ("repeat 3 set diff ", "set [NAME [VALUE]]", "VALUE"),
    ("repeat 3 as i goto ", "goto MOMENT", "MOMENT"), ("watch -d ", "watch -d [N]", "[N]"),
    ("expect --trace a ", "expect --trace FILE [MAPPING]", "[MAPPING]"),
    ("goto --changed ", "goto --changed [--all] PATH", "PATH"),
    ("repeat 3 as i ", "repeat N [as NAME] [COMMAND]", "COMMAND"),
    ("why not self == ", "why [--all] [not] EXPR [at N]", "[not] EXPR [at N]"),
    ("alias d = set diff\nd ", "set [NAME [VALUE]]", "VALUE"),
    ("macro buy what number=2\n  .up\nend\nbuy Milk ", "buy WHAT [NUMBER]", "[NUMBER]"),
    ("macro buy what\n  .up\nend\nbuy ", "buy WHAT", "WHAT"),
  ])
  func theParameterAtTheCursorIsActive(text: String, usage: String, parameter: String) throws {
    let lines = text.split(separator: "\n")
    let position = #","position":{"line":\#(lines.count - 1),"character":\#(lines[lines.count - 1].count)}"#
    let help = try #require(try result(of: "signatureHelp", position, in: text))
    let signature = try #require(help["signatures"]?.elements?.first, "\(help.text)")
    let label = try #require(signature["label"]?.string)
    #expect(label == usage)
    let active = try #require(help["activeParameter"]?.int)
    let found = try #require(signature["parameters"]?.elements?[active]["label"])
    let range = (found.elements ?? []).compactMap(\.int)
    #expect(found.string ?? String(Array(label)[range[0]..<range[1]]) == parameter, "\(help.text)")
  }

  @Test func blocksThatAreTooDeepAreNotIndented() throws {
    let depth = 4_000
    let text = String(repeating: "repeat 2\n", count: depth) + String(repeating: "end\n", count: depth)
    let edits = try #require(try result(of: "formatting", #","options":{"tabSize":2}"#, in: text))
    #expect((1...64).contains(edits.elements?.count ?? 0), "the lines of 32 blocks, two for each")
  }
}
