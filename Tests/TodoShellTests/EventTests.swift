import Foundation
import TestSupport
import Testing

/// `--format json`: what programs are told.
struct EventTests {
  private typealias Event = [String: Any]

  private func events(_ text: String) throws -> [Event] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Event, "\($0)")
    }
  }

  private func names(_ events: [Event]) -> [String] { events.compactMap { $0["event"] as? String } }

  @Test func eachEventIsALine() throws {
    let script = "add Milk\ntoggle 0\nadvance 1s\nlist\nundo\nexpect todos.count == 1\n"
    let run = try todoshell("--format", "json", input: script)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      names(try events(run.output)) == [
        "began", "command", "moment", "moment", "command", "moment", "command", "moment", "moment", "command",
        "output", "command", "travelled", "command", "expectation", "ended", "summary",
      ]
    )
    let lines = run.output.split(separator: "\n")
    #expect(
      lines[2]
        == #"{"event":"moment","moment":1,"parent":0,"time":"0s","nanoseconds":0,"cause":"action","action":".addTodoButtonTapped","origin":"typed","command":"add Milk","patch":[{"op":"add","path":"/todos/0","value":{"id":"00000000-0000-0000-0000-000000000000","description":"","isComplete":false}}]}"#
    )
    #expect(
      lines[7]
        == #"{"event":"moment","moment":4,"parent":3,"time":"1s","nanoseconds":1000000000,"cause":"clock","command":"advance 1s","patch":[]}"#
    )
    #expect(lines[10] == #"{"event":"output","text":"0 [x] Milk"}"#)
  }

  @Test func echoTellsNoCommandTwice() throws {
    let run = try todoshell("--format", "json", "-e", "-c", "set echo on", "-c", "advance 1s")
    #expect(names(try events(run.output)) == ["began", "command", "command", "moment", "ended", "summary"])
  }

  @Test func errorsAreEventsToo() throws {
    let run = try todoshell("--format", "json", "-k", input: "toggle 9\nexpect 1 == 2\n")
    #expect(run.status == 1)
    #expect(run.errors == "")
    let all = try events(run.output)
    let diagnostics = all.filter { $0["event"] as? String == "diagnostic" }
    #expect(diagnostics.map { $0["line"] as? Int } == [1, 2])
    #expect(diagnostics.map { $0["column"] as? Int } == [8, 8])
    #expect(diagnostics[0]["message"] as? String == "no todo 9; the list is empty")
    #expect(all.contains { $0["event"] as? String == "expectation" && $0["holds"] as? Bool == false })
    let bad = try todoshell("--format", "json", input: "togle 0\n")
    #expect(bad.status == 2)
    #expect(names(try events(bad.output)) == ["diagnostic", "notice", "summary"])
  }

  @Test func aMisuseHasThePlaceOfItsCommandAndThatInTheCode() throws {
    let script = "advance 1s\n .todos(.element(id: UUID(9), action: .binding(.set(\\.isComplete, true))))\n"
    let run = try todoshell("--format", "json", input: script)
    #expect(run.status == 0 && run.errors == "")
    let diagnostic = try #require(try events(run.output).first { $0["event"] as? String == "diagnostic" })
    #expect(diagnostic["severity"] as? String == "warning")
    #expect(diagnostic["file"] as? String == "-")
    #expect(diagnostic["line"] as? Int == 2 && diagnostic["column"] as? Int == 2)
    #expect(diagnostic["length"] as? Int == 73)
    #expect(diagnostic["site"] as? String == "TodoShell/Todos.swift:80")
    #expect((diagnostic["message"] as? String)?.contains("missing element") == true)
  }

  @Test func whatIsWrongWithoutAPlaceIsADiagnosticToo() throws {
    let events = try events(todoshell("--format", "json", "no-such-file").output)
    let diagnostic = try #require(events.first { $0["event"] as? String == "diagnostic" })
    #expect(diagnostic["severity"] as? String == "error")
    #expect((diagnostic["message"] as? String)?.contains("no-such-file") == true)
    #expect(diagnostic["line"] == nil)
  }

  @Test func expectedOutputIsThatOfAText() throws {
    let run = try todoshell(
      "--format",
      "json",
      input: "add Milk\n| #1 +0s .addTodoButtonTapped  (typed)\n| …\n"
    )
    #expect(run.status == 0, "\(run.output)")
    #expect(names(try events(run.output)).contains("expectation"))
  }

  @Test(
    arguments: ["examples", "examples/books"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: repository.appending(path: folder).path)) ?? [])
        .filter { $0.hasSuffix(".todoscript") }.sorted().map { "\(folder)/\($0)" }
    }
  )
  func whoeverAppliesThePatchesHasTheState(script: String) throws {
    let program = builtProgram(script.contains("/books/") ? "bookshell" : "todoshell")
    let folder = try TemporaryFolder()
    let text = try String(contentsOf: repository.appending(path: script), encoding: .utf8)
    // A session that is recorded cannot begin anew.
    let begins = text.contains("\nbegin")
    try folder.write(text + (begins ? "\nsave kept\n" : ""), to: "script")
    let options = ["--format", "json"] + (begins ? [] : ["--session", "kept"])
    let run = try run(program, options + ["script"], in: folder.url)
    #expect(run.status == 0)
    let state = try state(after: events(run.output))
    let again = try TodoShellTests.run(
      program,
      ["--format", "json", "--session", "kept", "-c", "clock"],
      in: folder.url
    )
    let loaded = try events(again.output).last { $0["event"] as? String == "began" }?["state"]
    #expect(state as? NSDictionary == loaded as? NSDictionary)
    #expect(state is NSDictionary)
  }

  private func state(after events: [Event]) throws -> Any {
    var state: Any = NSNull()
    for event in events {
      if let begun = event["state"] { state = begun }
      guard ["moment", "travelled"].contains(event["event"] as? String) else { continue }
      for change in event["patch"] as? [Event] ?? [] {
        let path = try #require(change["path"] as? String)
        let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
          String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
        let operation = try #require(change["op"] as? String)
        state = try changed(state, names[...], operation, change["value"])
      }
    }
    return state
  }

  /// The document after one change, as RFC 6902 has it.
  private func changed(
    _ document: Any,
    _ path: ArraySlice<String>,
    _ operation: String,
    _ value: Any?
  ) throws -> Any {
    guard let name = path.first else { return try #require(value) }
    let isLast = path.count == 1
    if var object = document as? [String: Any] {
      if isLast, operation == "remove" {
        let removed = object.removeValue(forKey: name)
        _ = try #require(removed)
      } else if isLast, operation == "add" {
        object[name] = value
      } else {
        object[name] = try changed(try #require(object[name]), path.dropFirst(), operation, value)
      }
      return object
    }
    var array = try #require(document as? [Any])
    let index = try #require(Int(name))
    try #require(array.indices.contains(index) || isLast && operation == "add" && index == array.count)
    if isLast, operation == "remove" {
      array.remove(at: index)
    } else if isLast, operation == "add" {
      array.insert(try #require(value), at: index)
    } else {
      array[index] = try changed(array[index], path.dropFirst(), operation, value)
    }
    return array
  }

  private let fiveMoments = "add A\nadd B\ntoggle 0\nadvance 1s\n"

  /// Every moment that there is has an event, with the number and parent that it has.
  @Test(
    arguments: [
      "skip 1", "skip #5", "skip 5\nskip --restore 5", "amend 1 add C", "amend 5 advance 2s",
      "amend 5 --before 3",
      "undo 2\nadd C\nundo\nredo", "skip 1\nskip 8", "verify", "run", "-q skip 1",
    ]
  )
  func everyMomentIsAnEvent(script: String) throws {
    let isQuiet = script.hasPrefix("-q ")
    let script = fiveMoments + (isQuiet ? String(script.dropFirst(3)) : script) + "\ninfo\n"
    let run = try run(
      builtProgramPath,
      ["--format", "json"] + (isQuiet ? ["-q"] : []),
      input: Data(script.utf8)
    )
    #expect(run.status == 0, "\(run)")
    let all = try events(run.output)
    let made = all.filter { $0["event"] as? String == "moment" }
    #expect(made.compactMap { $0["moment"] as? Int } == Array(1...made.count))
    let info = try #require(all.last { $0["answer"] as? String == "statistics" })
    #expect(info["moments"] as? Int == made.count + 1)
    var current = 0
    for event in all where ["began", "moment", "travelled"].contains(event["event"] as? String) {
      if let parent = event["parent"] as? Int { #expect(parent == current) }
      if let moment = event["moment"] as? Int { current = moment }
    }
    _ = try state(after: all)
  }

  @Test func aBranchThatIsDoneAgainStartsFromItsFork() throws {
    let all = try events(todoshell("--format", "json", input: fiveMoments + "skip 5\n").output)
    let last = try #require(all.lastIndex { $0["event"] as? String == "command" })
    #expect(
      names(Array(all[last...])) == ["command", "travelled", "moment", "answer", "ended", "summary"]
    )
    #expect(all[last + 1]["moment"] as? Int == 4 && all[last + 2]["parent"] as? Int == 4)
  }

  @Test func whatFailsWhenItIsDoneAgainIsAWarning() throws {
    let all = try events(todoshell("--format", "json", input: fiveMoments + "skip 1\nskip 8\n").output)
    #expect(!all.contains { $0["event"] as? String == "notice" })
    let warnings = all.filter { $0["severity"] as? String == "warning" }
    #expect(
      warnings.map { $0["message"] as? String } == ["'toggle 0' of #10 failed: no todo 0; the list is empty"]
    )
  }

  @Test func everyEventIsInTheHelp() throws {
    let help = try todoshell("-c", "help json").output
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(todoshell("--event-schema").output.utf8)) as? Event
    )
    let forms = try #require(schema["oneOf"] as? [Event])
    #expect(forms.count > 40)
    for form in forms {
      let properties = try #require(form["properties"] as? [String: Event])
      let kind = properties["answer"] ?? properties["event"]
      let name = try #require(kind?["const"] as? String)
      #expect(help.contains("\n  \(name) "), "\(name)")
    }
  }

  /// `make schema` writes the file anew.
  @Test func theSchemaIsThatOfTheTypes() throws {
    let file = repository.appending(path: "docs/events.schema.json")
    let isSame = try todoshell("--event-schema").output == String(contentsOf: file, encoding: .utf8)
    #expect(
      isSame,
      "'make schema' writes docs/events.schema.json anew; a change that a program might notice needs another EventFormat.version"
    )
  }

  /// Built-in commands answer: no line of theirs is mere text.
  @Test(arguments: [("todoshell", "todos.todoscript"), ("bookshell", "books.todoscript")])
  func noBuiltInCommandPrints(program: String, script: String) throws {
    let own = ["list", "books", "show-list"]
    var command = ""
    for event in try events(try outputOfEveryCommand(program, script)) {
      if event["event"] as? String == "command" { command = event["text"] as? String ?? "" }
      guard event["event"] as? String == "output" else { continue }
      #expect(own.contains { command.contains($0) }, "\(command) printed \(event["text"] ?? "")")
    }
  }

  /// What is printed for each example, and for scripts of every command, is as the schema says: by a validator that is
  /// not ours.
  @Test(.clients) func everyEventIsValid() throws {
    let folder = try TemporaryFolder()
    var lines = 0
    func note(_ output: String) throws {
      lines += 1
      try folder.write(output, to: "\(lines).events")
    }
    for script in try Self.examples() {
      try note(
        run(
          builtProgram(script.contains("/books/") ? "bookshell" : "todoshell"),
          ["--format", "json", repository.appending(path: script).path],
          in: folder.url
        ).output
      )
    }
    for (program, script) in [("todoshell", "todos.todoscript"), ("bookshell", "books.todoscript")] {
      try note(outputOfEveryCommand(program, script))
    }
    let python = repository.appending(path: ".build/python/bin/python3").path
    let checker = repository.appending(path: "Tests/Fixtures/validate-events.py").path
    let schema = repository.appending(path: "docs/events.schema.json").path
    let files = (1...lines).map { folder.file("\($0).events") }
    let run = try run(python, [checker, schema] + files, in: folder.url)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  private func outputOfEveryCommand(_ program: String, _ script: String) throws -> String {
    let source = repository.appending(path: "Tests/Fixtures/EveryCommand")
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try folder.write(String(contentsOf: source.appending(path: name), encoding: .utf8), to: name)
    }
    return try run(builtProgram(program), ["--format", "json", script], in: folder.url).output
  }

  private static func examples() throws -> [String] {
    try ["examples", "examples/books"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: folder).path)
        .filter { $0.hasSuffix(".todoscript") }.sorted().map { "\(folder)/\($0)" }
    }
  }
}
