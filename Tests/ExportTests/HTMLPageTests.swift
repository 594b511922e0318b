import Commands
import Core
import Foundation
import TestSupport
import Testing

@testable import Export
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

  private func pageOfKeysWithDots() throws -> String {
    let zoo = Interpreter(
      ShellApplication(name: "zoo") { seed, epoch in
        Session(initialState: Zoo.State(), seed: seed, epoch: epoch) { Zoo() }
      }
    )
    for scores in [["a.b": 1, "a": 1], ["a.b": 1, "a": 2], ["a.b": 2, "a": 2]] {
      try zoo.session.send(.binding(.set(\.scores, scores)))
    }
    return try files.folder.write(zoo.exported(as: .html).text, to: "dotted.html")
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
