import Foundation
import TestSupport
import Testing

/// `--format json`: what programs are told.
@Suite struct EventTests {
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
        "begin", "command", "action", "action", "command", "action", "command", "clock", "action", "command",
        "output", "command", "travel", "command", "expectation", "end", "summary",
      ]
    )
    let lines = run.output.split(separator: "\n")
    #expect(
      lines[2]
        == #"{"event":"action","moment":1,"parent":0,"time":"0s","nanoseconds":0,"action":".addTodoButtonTapped","origin":"typed","patch":[{"op":"add","path":"/todos/0","value":{"id":"00000000-0000-0000-0000-000000000000","description":"","isComplete":false}}]}"#
    )
    #expect(
      lines[7] == #"{"event":"clock","moment":4,"parent":3,"time":"1s","nanoseconds":1000000000,"patch":[]}"#
    )
    #expect(lines[10] == #"{"event":"output","text":"0 [x] Milk"}"#)
  }

  @Test func echoTellsNoCommandTwice() throws {
    let run = try todoshell("--format", "json", "-e", "-c", "set echo on", "-c", "advance 1s")
    #expect(names(try events(run.output)) == ["begin", "command", "command", "clock", "end", "summary"])
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
    #expect(names(try events(bad.output)) == ["diagnostic", "message", "summary"])
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
    #expect(diagnostic["site"] as? String == "TodoShell/Todos.swift:81")
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
    let loaded = try events(again.output).last { $0["event"] as? String == "begin" }?["state"]
    #expect(state as? NSDictionary == loaded as? NSDictionary)
    #expect(state is NSDictionary)
  }

  private func state(after events: [Event]) throws -> Any {
    var state: Any = NSNull()
    for event in events {
      if let begun = event["state"] { state = begun }
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
      "skip 1", "skip #5", "skip 5\nunskip 5", "amend 1 add C", "amend 5 advance 2s",
      "move-moment 5 before 3",
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
    let made = all.filter { ["action", "clock"].contains($0["event"] as? String) }
    #expect(made.compactMap { $0["moment"] as? Int } == Array(1...made.count))
    let info = all.compactMap { $0["text"] as? String }.joined(separator: "\n")
    #expect(info.contains("moments    \(made.count + 1)"), "\(info)")
    var current = 0
    for event in all {
      if let parent = event["parent"] as? Int { #expect(parent == current) }
      if let moment = event["moment"] as? Int { current = moment }
    }
    _ = try state(after: all)
  }

  @Test func aBranchThatIsDoneAgainStartsFromItsFork() throws {
    let all = try events(todoshell("--format", "json", input: fiveMoments + "skip 5\n").output)
    let last = try #require(all.lastIndex { $0["event"] as? String == "command" })
    #expect(
      names(Array(all[last...])) == ["command", "travel", "clock", "end", "summary"]
    )
    #expect(all[last + 1]["moment"] as? Int == 4 && all[last + 2]["parent"] as? Int == 4)
  }

  @Test func whatFailsWhenItIsDoneAgainIsAWarning() throws {
    let all = try events(todoshell("--format", "json", input: fiveMoments + "skip 1\nskip 8\n").output)
    #expect(!all.contains { $0["event"] as? String == "message" })
    let warnings = all.filter { $0["severity"] as? String == "warning" }
    #expect(
      warnings.map { $0["message"] as? String } == ["'toggle 0' of #10 failed: no todo 0; the list is empty"]
    )
  }

  @Test func everyEventIsInTheHelp() throws {
    let help = try todoshell("-c", "help json").output
    for name in [
      "begin", "command", "action", "clock", "travel", "output", "expectation", "diagnostic", "message",
      "end",
      "summary",
    ] {
      #expect(help.contains("\n  \(name) "), "\(name)")
    }
  }
}
