import Foundation
import TestSupport
import Testing

/// What a live session answers besides commands, for front ends that show pages.
struct LiveQuestionTests {
  /// The events of a session with these requests.
  private func events(_ requests: String...) throws -> [[String: Any]] {
    let run = try run(
      builtProgramPath,
      ["-i", "--format", "json"],
      input: Data(requests.map { $0 + "\n" }.joined().utf8)
    )
    return try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func event(_ name: String, of requests: String...) throws -> [String: Any] {
    let run = try run(
      builtProgramPath,
      ["-i", "--format", "json"],
      input: Data(requests.map { $0 + "\n" }.joined().utf8)
    )
    let line = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("{\"event\":\"\(name)\"") })
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    (#"add Milk"#, "complete", nil), (#"# only a comment"#, "complete", nil),
    (#"repeat 2\n  add X"#, "incomplete", 2), (#"macro a\n  repeat 2"#, "incomplete", 4),
    (#"add \\"#, "incomplete", 2), (#"add \"Milk"#, "incomplete", 0), (#".todos("#, "incomplete", 2),
    (#"nonsense"#, "invalid", nil), (#"add 'x"#, "invalid", nil),
    (#"repeat 2\n  nonsense\nend"#, "invalid", nil),
  ])
  func aTextIsCheckedWithoutRunning(text: String, status: String, indent: Int?) throws {
    let check = try event("check", of: #"{"id":1,"check":"\#(text)"}"#)
    #expect(check["status"] as? String == status)
    #expect(check["indent"] as? Int == indent)
    #expect((check["diagnostics"] != nil) == (status == "invalid"))
  }

  @Test func anErrorHasACodeAndItsLineInTheText() throws {
    let check = try event("check", of: #"{"id":1,"check":"add A\nnonsense 'x'","file":"In [3]"}"#)
    let error = try #require((check["diagnostics"] as? [[String: Any]])?.first)
    #expect(error["code"] as? String == "unknown-command")
    #expect(error["file"] as? String == "In [3]")
    #expect(error["line"] as? Int == 2)
  }

  @Test func whatHasBeenDefinedIsKnown() throws {
    let macro = #"{"id":1,"command":"macro twice ITEM\n  add $ITEM\n  add $ITEM\nend"}"#
    #expect(
      try event("check", of: macro, #"{"id":2,"check":"twice Milk"}"#)["status"] as? String == "complete"
    )
    let help = try event("inspection", of: macro, #"{"id":2,"inspect":"twice Milk","at":2}"#)
    #expect((help["text"] as? String)?.hasPrefix("twice ITEM\n\nA macro:") == true, "\(help)")
  }

  @Test(arguments: [
    ("add Milk\\ntoggle 0", 12, 9, 15, "toggle TODO…"),
    ("expect todos.count == 3", 14, 7, 18, "todos.count: Int"),
    ("state --outline", 8, 6, 15, "--outline"),
    // A thumb with a skin tone is one Character and two code points.
    ("add 👍🏽\\ntoggle 0", 12, 7, 13, "toggle TODO…"),
    ("add Milk\\r\\ntoggle 0", 15, 10, 16, "toggle TODO…"),
    ("add \\\\\\n  Milk\\ntoggle 0", 13, 13, 19, "toggle TODO…"),
  ])
  func inspectingSaysWhatAHoverSays(text: String, place: Int, start: Int, end: Int, beginning: String) throws
  {
    let found = try event("inspection", of: #"{"id":1,"inspect":"\#(text)","at":\#(place)}"#)
    #expect(found["from"] as? Int == start)
    #expect(found["to"] as? Int == end)
    #expect((found["text"] as? String)?.hasPrefix(beginning) == true, "\(found)")
  }

  @Test func theWordToCompleteIsFoundByCodePoints() throws {
    let found = try event("completions", of: #"{"id":1,"complete":"add 👍🏽\r\ntog 0","at":11}"#)
    #expect(found["from"] as? Int == 8)
    #expect(found["word"] as? String == "tog")
  }

  @Test func completionKnowsTheLinesBefore() throws {
    let found = try event("completions", of: #"{"id":1,"complete":"macro twice\n  add X\nend\ntwi"}"#)
    #expect(found["word"] as? String == "twi")
    #expect((found["items"] as? [[String: Any]])?.first?["text"] as? String == "twice")
  }

  @Test func answersAndMomentsHaveTheFormsThatARequestAsksFor() throws {
    let command = #""command":"add Milk\ntree""#
    for (request, forms) in [
      ("{\(command)}", ["text"]), (#"{\#(command),"forms":[]}"#, []),
      (#"{\#(command),"forms":["text","html","svg"]}"#, ["html", "svg", "text"]),
    ] {
      let events = try events(request)
      let tree = try #require(events.first { $0["answer"] as? String == "tree" })
      #expect(["html", "svg", "text"].filter { tree[$0] != nil } == forms)
      let moment = try #require(events.first { $0["event"] as? String == "moment" })
      #expect(["html", "text"].filter { moment[$0] != nil } == forms.filter { $0 != "svg" })
    }
    let line = try events("tree").first { $0["answer"] as? String == "tree" }
    #expect(line?["text"] == nil, "a line that is no object asks for nothing")
  }

  @Test func aRequestWithoutStepsSaysWhereItEnded() throws {
    let events = try events(#"{"id":1,"command":"add A\ntree\nundo","steps":false}"#)
    #expect(events.dropFirst().dropLast().map { $0["event"] as? String } == ["answer", "done"])
    #expect(events[2]["moment"] as? Int == 0)
  }

  @Test func theLinesOfANamedRequestCountFromOne() throws {
    let error = try event("diagnostic", of: "add A", #"{"command":"add B\ntoggle 9","file":"In [2]"}"#)
    #expect(error["line"] as? Int == 2)
    #expect((error["text"] as? String)?.hasPrefix("In [2]:2:8: error: no todo 9") == true, "\(error)")
  }

  @Test func aViewShowsWhatAPersonLooksAt() throws {
    let view = try event("view", of: "add <b>", "toggle 0", "advance 2s", #"{"id":1,"view":0}"#)
    let html = try #require(view["html"] as? String)
    #expect(html.contains("0 [x] &lt;b>"), "the list, escaped: \(html)")
    #expect(html.contains("<b>#0 → #6</b>, +2s"))
    #expect(html.contains("<summary>6 moments</summary>"))
    #expect(html.contains("<summary><code>todos</code>"))
    #expect((view["svg"] as? String)?.contains("sends #5") == true)
    #expect(view["text"] as? String == "0 [x] <b>\n  todos: + [0] Todo \"<b>\"")
  }

  @Test func whatIsPresentedHasButtons() throws {
    let run = try run(
      builtProgram("bookshell"),
      ["-i", "--format", "json"],
      input: Data("search le guin\nadvance 1s\nopen 0\nborrow\nnote X\nkeep\nreturn\n{\"view\":0}\n".utf8)
    )
    #expect(
      run.output.contains(
        #""buttons":[{"label":"Return it","command":"press 0","role":"destructive"},{"label":"Cancel","command":"press 1","role":"cancel"},{"label":"Dismiss screen","command":"dismiss 0","role":"cancel"}]"#
      ),
      "\(run.output)"
    )
  }

  @Test func exportToTheOutputPrintsWhatTheFileWouldContain() throws {
    let folder = try TemporaryFolder()
    for format in ["html", "redux", "swift", "trace", "itf", "dot", "mermaid", "cast"] {
      let script = "add Milk\ntoggle 0\nadvance 2s\n"
      let printed = try run(
        builtProgramPath,
        ["-q"],
        input: Data((script + "export \(format) -").utf8),
        in: folder.url
      )
      _ = try run(
        builtProgramPath,
        ["-q"],
        input: Data((script + "export --force \(format) file").utf8),
        in: folder.url
      )
      let file = String(decoding: try folder.bytes(of: "file"), as: UTF8.self)
      // A test is named after its file.
      #expect(printed.output.count >= file.count - 10, "\(format)")
      if format != "swift" {
        #expect(printed.output == (file.hasSuffix("\n") ? file : file + "\n"), "\(format)")
      }
    }
  }
}

extension LiveQuestionTests {
  @Test func anExportedTraceIsRepeatedWithItsMapping() throws {
    let folder = try TemporaryFolder()
    let add = "action addTodoButtonTapped: .addTodoButtonTapped"
    try folder.write("variable n = todos.count\ntaken last\npicks chosen\n\(add)\n", to: "m.itfmap")
    let lines = [
      ".addTodoButtonTapped", "export --with m.itfmap itf t.itf.json", "begin",
      "import itf t.itf.json m.itfmap",
    ]
    let run = try run(builtProgramPath, lines.flatMap { ["-c", $0] }, in: folder.url)
    #expect(run.status == 0 && run.output.contains("2 states of t.itf.json agree"), "\(run)")
  }

  @Test func questionsAreAnsweredWhileACommandRuns() throws {
    let process = Process()
    process.executableURL = URL(filePath: builtProgramPath)
    process.arguments = ["-i", "--format", "json"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer { process.terminate() }
    func send(_ line: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }
    var received = ""
    func wait(for text: String) throws {
      while !received.contains(text) {
        let more = output.fileHandleForReading.availableData
        try #require(!more.isEmpty, "the shell ended without \(text)")
        received += String(decoding: more, as: UTF8.self)
      }
    }
    try send(#"{"id":1,"command":"explore --runs 1000000000 always todos.count < 99"}"#)
    try wait(for: #""event":"progress""#)
    try send(#"{"id":2,"complete":"tog"}"#)
    try wait(for: #""event":"completions","id":2"#)
    try send(#"{"id":3,"inspect":"toggle 0","at":0}"#)
    try wait(for: #""event":"inspection","id":3"#)
    #expect(!received.contains(#""event":"done","id":1"#))
    try send(#"{"id":4,"interrupt":1}"#)
    try wait(for: #"{"event":"done","id":1,"isComplete":false,"reason":"interrupted""#)
    try wait(for: #""event":"done","id":4,"isComplete":true"#)
  }
}
