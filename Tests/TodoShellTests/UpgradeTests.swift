import Foundation
import TestSupport
import Testing

/// What earlier versions wrote can be read, and programs written for them can read what this one prints, as
/// `docs/upgrades.md` promises.
struct UpgradeTests {
  private typealias Object = [String: Any]

  private static let forms = repository.appending(path: "Tests/Fixtures/Forms/1")

  @Test(arguments: [
    ("todos.session", "todos"), ("todos.html", "todos"), ("todos.json", "todos"), ("books.session", "books"),
    ("interrupted.session", "interrupted"),
  ])
  func aSessionLoadsAsItWas(file: String, answers: String) throws {
    let folder = try Self.folder()
    let looks = [
      "load \(file)", "state", "tree --full", "effects --all", "marks", "watch", "break", "screen",
    ]
    let run = try run(
      builtProgram(answers == "books" ? "bookshell" : "todoshell"),
      ["--format", "json"] + looks.flatMap { ["-c", $0] },
      in: folder.url
    )
    #expect(run.status == 0, "\(run.output)")
    let new = try Self.answers(run.output).dropFirst()
    let old = try Self.answers(String(contentsOfFile: folder.file("\(answers).answers"), encoding: .utf8))
    #expect(new.count == old.count)
    for (new, old) in zip(new, old) { Self.expect(new, has: old, at: "\(old["answer"] ?? "")") }
  }

  @Test func partsOfAnExplorationAreMerged() throws {
    let folder = try Self.folder()
    let run = try todoshell(
      "--format",
      "json",
      "-c",
      "explore --merge todos-1.part todos-2.part",
      in: folder.url
    )
    #expect(run.status == 0, "\(run.output)")
    let exploration = try #require(
      Self.answers(run.output).first { $0["answer"] as? String == "exploration" }
    )
    #expect(exploration["sequences"] as? Int == 400)
    #expect((exploration["properties"] as? [Object])?.count == 2)
  }

  /// A program that reads each event, answer and member of the old schema finds them in the new one.
  @Test func eventsHaveNotLostMembers() throws {
    let old = try Self.object(Self.forms.appending(path: "events.schema.json"))
    let new = try Self.object(repository.appending(path: "docs/events.schema.json"))
    let (oldForms, newForms) = (try Self.formsByName(old), try Self.formsByName(new))
    #expect(oldForms.count > 40)
    for (name, form) in oldForms { Self.expect(newForms[name], covers: form, name) }
  }

  /// Scripts, and sessions of versions before 1.0.0, have commands as they were typed.
  @Test(arguments: ["todoshell", "bookshell"])
  func anAbbreviationStaysThatOfItsCommand(program: String) throws {
    let lines = try String(contentsOf: Self.forms.appending(path: "prefixes"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ") }.filter { $0[0] == program }
    #expect(lines.count > 60)
    func help(_ column: Int) throws -> TodoShellRun {
      try run(builtProgram(program), ["-q", "-k"] + lines.flatMap { ["-c", "help \($0[column])"] })
    }
    #expect(try help(1) == help(2))
  }

  @Test func aSessionOfANewerVersionIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("# todoshell session 2\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\n", to: "s")
    let run = try todoshell("-c", "load s", in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("this session was written by another version of todoshell"), "\(run.errors)")
  }

  /// A copy, because what is read may be recorded in.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: forms.path) {
      try FileManager.default.copyItem(atPath: forms.appending(path: name).path, toPath: folder.file(name))
    }
    return folder
  }

  private static func answers(_ text: String) throws -> [Object] {
    try text.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object
    }
    .filter { $0["event"] as? String == "answer" }
  }

  private static func object(_ file: URL) throws -> Object {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Object)
  }

  /// Everything in an old answer is in the new one, which may have more members.
  private static func expect(_ new: Any?, has old: Any, at path: String) {
    switch old {
    case let old as Object:
      // Lines of the source move.
      for (name, value) in old where name != "site" {
        expect((new as? Object)?[name], has: value, at: "\(path).\(name)")
      }
    case let old as [Any]:
      let new = new as? [Any] ?? []
      #expect(new.count == old.count, "\(path)")
      for (index, (new, old)) in zip(new, old).enumerated() { expect(new, has: old, at: "\(path)[\(index)]") }
    default: #expect(new as? NSObject == old as? NSObject, "\(path)")
    }
  }

  /// The schema of each event, each answer and each definition by its name.
  private static func formsByName(_ schema: Object) throws -> [String: Object] {
    var result = try #require(schema["$defs"] as? [String: Object])
    for form in try #require(schema["oneOf"] as? [Object]) {
      let properties = try #require(form["properties"] as? [String: Object])
      let names = ["event", "answer"].compactMap { properties[$0]?["const"] as? String }
      result[names.joined(separator: " ")] = form
    }
    return result
  }

  private static func expect(_ new: Object?, covers old: Object, _ name: String) {
    let required = Set(new?["required"] as? [String] ?? [])
    #expect(required.isSuperset(of: old["required"] as? [String] ?? []), "\(name) is no longer complete")
    let members = new?["properties"] as? [String: Object] ?? [:]
    for (member, form) in old["properties"] as? [String: Object] ?? [:] {
      // What a member means may be described in other words.
      let (was, now) = (
        form.filter { $0.key != "description" }, members[member]?.filter { $0.key != "description" }
      )
      // What could be any value may be said to be of a type.
      #expect(
        now as NSDictionary? == was as NSDictionary || was.isEmpty && now != nil,
        "\(name).\(member) is no longer as it was"
      )
    }
  }
}
