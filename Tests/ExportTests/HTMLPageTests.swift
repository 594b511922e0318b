import TodoShellCommands
import Core
import TodoShellDebugger
import Foundation
import TestSupport
import Testing
import TodoShellValues

@testable import TodoShellExport
@testable import Menagerie

/// The exported page, in a browser.
struct HTMLPageTests {
  private let files: ExportedFiles

  init() throws { files = try ExportedFiles() }

  @Test(.clients) func worksInABrowser() throws {
    let saved = files.folder.file("saved")
    _ = try files.export("html", of: "add Milk\nsave '\(saved)'")
    let problems = try client(
      "page",
      try files.export("html", of: Sessions.todos, to: "todos.html"),
      try files.export("html", of: Sessions.books, program: "bookshell", to: "books.html"),
      try files.export("html", of: Sessions.hostile, to: "hostile.html"),
      try files.export("html", of: "add Milk\nadd Eggs\ntoggle 1\nskip 1\nadd Tea", to: "left-out.html"),
      try files.export("html", of: "add Milk\ndelete 0", to: "removed.html"),
      try files.export("html", of: "load '\(saved)'\nadd Tea\ncompare '\(saved)'", to: "compared.html"),
      try files.export("html", of: Sessions.likely, to: "likely.html"),
      try pageOfKeysWithDots(),
      try files.export("html", of: "add Milk\nadvance 300ms\nskip 8\ndelete 7\nadd Tea", to: "failed.html"),
      try files.export("html", of: Sessions.moves, to: "moved.html")
    )
    #expect(problems == "")
  }

  private func zoo() -> Interpreter<Zoo.State, Zoo.Action> {
    Interpreter(
      ShellApplication(name: "zoo") { seed, epoch in
        Session(initialState: Zoo.State(), seed: seed, epoch: epoch) { Zoo() }
      }
    )
  }

  private func pageOfKeysWithDots() throws -> String {
    let zoo = zoo()
    for scores in [["a.b": 1, "a": 1], ["a.b": 1, "a": 2], ["a.b": 2, "a": 2]] {
      try zoo.session.send(.binding(.set(\.scores, scores)))
    }
    return try files.folder.write(zoo.exported(as: .html).text, to: "dotted.html")
  }

  @Test(.clients, arguments: ["todoshell", "bookshell"], 1...2)
  func namesTheWritersThatWhyNames(program: String, seed: Int) throws {
    let script = program == "todoshell" ? RandomScript.todos(seed: seed) : RandomScript.books(seed: seed)
    let page = try files.export("html", of: script, program: program)
    // `why` refuses elements of sets, and the buttons of an alert have other names there.
    let writers = try Writer.all(of: page).filter { !$0.value.contains(/borrowed\[|\.actions/) }
    #expect(writers.count > 100)
    let questions = writers.map { "goto \($0.moment)\nwhy \($0.value)" }.joined(separator: "\n")
    let output = try run(
      builtProgram(program),
      ["-q", "-k", "--format", "json"],
      input: "load '\(page)'\n\(questions)\n"
    ).output
    let answers = output.split(separator: "\n").filter { $0.contains("\"answer\":\"blame\"") }.map {
      $0.firstMatch(of: /"by":{"moment":(\d+)/).map { Int($0.1) } ?? nil
    }
    #expect(answers.count == writers.count)
    for (writer, answer) in zip(writers, answers) { #expect(writer.number == answer, "\(writer)") }
  }

  /// Lists, with and without ids, and dictionaries.
  @Test(.clients) func namesTheWritersOfMembersThatWhyNames() throws {
    let zoo = zoo()
    for notes in [
      ["b", "c"], ["a", "b", "c"], ["a", "c"], ["c", "c", "c"], ["c", "c"], ["b", "c", "c"],
    ] {
      try zoo.session.send(.binding(.set(\.notes, notes)))
      try zoo.session.send(.visited(notes[0]))
    }
    for (id, name) in [(1, "Zebra"), (2, "Ape"), (3, "Lion")] {
      try zoo.session.send(.born(Zoo.Animal(id: id, name: name)))
    }
    for action in [Zoo.Action.sorted, .left(2), .alert(.presented(.feed(3))), .sorted] {
      try zoo.session.send(action)
    }
    let page = try files.folder.write(zoo.exported(as: .html).text, to: "zoo.html")
    let writers = try Writer.all(of: page)
    #expect(writers.count > 100)
    let tags = writers.filter { $0.value.hasPrefix("tags[") }
    #expect(Set(tags.suffix(3).map(\.number)) == [2, 4, 8], "members of a set are followed")
    for writer in writers where !writer.value.hasPrefix("tags[") {
      let answer = try zoo.debugger.blame(
        Expression(parsing: SourceText(writer.value)),
        at: zoo.debugger.session.moments[writer.moment]
      )
      #expect(writer.number == answer.cause?.moment.number, "\(writer)")
    }
  }

  /// The moment that a page says to have written a value.
  private struct Writer {
    let moment: Int
    let value: String
    let number: Int?

    /// The writers of the values that a page shows, at all moments.
    static func all(of page: String) throws -> [Writer] {
      try client("writers", page).split(separator: "\n").map { line in
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        try #require(parts.count == 3 && parts[2] != "?", "\(line)")
        return Writer(moment: try #require(Int(parts[0])), value: String(parts[1]), number: Int(parts[2]))
      }
    }
  }

  /// `page.html` contains the hashes of its script and style; with others, a browser would ignore both.
  @Test(arguments: [("<script>", "</script>", "script-src"), ("<style>", "</style>", "style-src")])
  func policyAllowsTheScriptAndStyleOfThePage(start: String, end: String, directive: String) throws {
    let page = try files.text(try files.export("html", of: "add Milk"))
    let from = try #require(page.range(of: start))
    let to = try #require(page.range(of: end, range: from.upperBound..<page.endIndex))
    let sum = try run("/usr/bin/sha256sum", [], input: String(page[from.upperBound..<to.lowerBound])).output
    let digits = Array(sum.prefix(64))
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    let hash = Data(bytes).base64EncodedString()
    #expect(page.contains("\(directive) 'sha256-\(hash)';"), "write sha256-\(hash) into page.html")
  }

  @Test func isTheSameEachTime() throws {
    let pages = try ["a.html", "b.html"].map { name in
      try files.text(try files.export("html", of: Sessions.todos, to: name))
    }
    #expect(pages[0] == pages[1])
  }

  @Test(arguments: [Sessions.todos, Sessions.hostile])
  func loadsAsTheSessionThatWasExported(script: String) throws {
    let page = try files.export("html", of: script)
    let saved = try files.export("html", of: "load '\(page)'", to: "again.html")
    // Failures are not a part of a session.
    func session(_ path: String) throws -> String {
      try files.text(path).replacing(/"failures":\[.*?\],"moments"/, with: "\"moments\"")
        .replacing(/, <strong class="failed">.*?<\/strong>/, with: "")
    }
    #expect(try session(saved) == session(page))
  }

  @Test func refusesToRecordInAnExportedFile() throws {
    let page = try files.export("html", of: Sessions.todos)
    let text = try files.text(page)
    let recorded = files.folder.file("recorded")
    for (options, script) in [
      (["--session", page], "add More"), (["--session", recorded], "load '\(page)'\nadd More"),
      ([], "load '\(page)'\nrecord '\(page)'"), ([], "load '\(page)'\nsave --force '\(page)'"),
    ] {
      let run = try run(builtProgram("todoshell"), ["-q"] + options, input: script)
      #expect(run.status != 0, "\(script)")
      #expect(!run.errors.isEmpty)
      #expect(try files.text(page) == text)
    }
  }
}
