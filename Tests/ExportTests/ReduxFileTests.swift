import Foundation
import TestSupport
import Testing

/// Exported files for Redux DevTools, imported as its importer does.
struct ReduxFileTests {
  private let files: ExportedFiles

  init() throws { files = try ExportedFiles() }

  /// The moments of the line and the state at each, from the shell that loads a file.
  private func states(_ file: String, program: String) throws -> String {
    func values(_ lines: [String]) throws -> [String] {
      let run = try run(builtProgram(program), ["--format", "json"], input: lines.joined(separator: "\n"))
      try #require(run.status == 0, "\(run.output)")
      return try run.output.split(separator: "\n").compactMap { line in
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard event?["event"] as? String == "answer" else { return nil }
        switch event?["answer"] as? String {
        case "value":
          let range = try #require(line.firstRange(of: "\"value\":"))
          return String(line[range.upperBound...].dropLast())
        case "log":
          return (event?["moments"] as? [[String: Any]])?.map { "\($0["moment"] ?? "")" }.joined(
            separator: " "
          )
        default: return nil
        }
      }
    }
    let line = try #require(try values(["load '\(file)'", "log"]).first).split(separator: " ")
    let visits = line.flatMap { ["goto \($0)", "state"] }
    return try values(["load '\(file)'"] + visits).joined(separator: "\n") + "\n"
  }

  @Test(
    .clients,
    arguments: [
      ("todoshell", Sessions.todos), ("bookshell", Sessions.books), ("todoshell", Sessions.hostile),
      ("todoshell", ""),
    ]
  )
  func theImporterShowsTheStatesOfTheShell(program: String, script: String) throws {
    let file = try files.export("redux", of: script, program: program, to: "redux.json")
    let states = try files.folder.write(try states(file, program: program), to: "states")
    #expect(try client("redux", file, states) == "")
  }

  @Test func theFurthestTimeIsWritten() throws {
    let file = try files.export("redux", of: "add Milk\nadvance 2000000000000000000s")
    #expect(try files.text(file).contains("2000000000978307200000"))
  }

  @Test func loadsAsTheSessionThatWasExported() throws {
    let file = try files.export("redux", of: Sessions.todos, to: "first.json")
    let again = try files.export("redux", of: "load '\(file)'", to: "second.json")
    #expect(try files.text(again) == files.text(file))
  }

  @Test func aFileThatContainsNoSessionIsRefused() throws {
    for text in [
      "{\"sessionFile\":3}", "{\"sessionFile\":\"unfinished", "<!doctype html>\n<p>something else</p>", "{}",
    ] {
      let path = try files.folder.write(text, to: "other")
      let run = try run(builtProgram("todoshell"), ["-q"], input: "load '\(path)'")
      #expect(run.status != 0, "\(text)")
      #expect(run.errors.contains("not a session file"), "\(run.errors)")
    }
  }
}
