import TodoShellCommands
import Core
import TodoShellDebugger
import Foundation
import TestSupport
import Testing

@testable import TodoShellExport
@testable import Menagerie

/// Tests exported as Swift. Those in `Tests/ExportedTests/Exported` are compiled and run as the target `ExportedTests`.
struct SwiftTestFileTests {
  /// Where the exported tests are; `make exported-tests` writes them.
  private static let folder = repository.appending(path: "Tests/ExportedTests/Exported")
  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_EXPORTED_TESTS"] != nil
  private let files: ExportedFiles

  init() throws { files = try ExportedFiles() }

  /// A session of a program.
  struct Recipe: Sendable, CustomTestStringConvertible {
    let program: String
    let name: String
    let script: String
    var testDescription: String { name }
  }

  private static let recipes: [Recipe] =
    examples("examples", of: "todoshell") + examples("examples/books", of: "bookshell")
    + (1...4).map {
      Recipe(program: "todoshell", name: "randomTodos\($0)", script: RandomScript.todos(seed: $0))
    }
    + (1...3).map {
      Recipe(program: "bookshell", name: "randomBooks\($0)", script: RandomScript.books(seed: $0))
    }
    + [
      Recipe(program: "todoshell", name: "branches", script: Sessions.todos),
      Recipe(program: "todoshell", name: "hostile", script: hostile),
      // Several functions.
      Recipe(program: "todoshell", name: "long", script: "repeat 50 as i add Todo $i\ntoggle 3\nrun"),
    ]

  private static func examples(_ folder: String, of program: String) -> [Recipe] {
    let path = repository.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
    // What dependencies answer cannot be exported.
    let exported = names.filter { $0.hasSuffix(".todoscript") && !$0.hasSuffix("-answers.todoscript") }
    return exported.sorted().compactMap { name in
      let script = try? String(contentsOf: path.appending(path: name), encoding: .utf8)
      let stem = name.dropLast(".todoscript".count)
      let words = stem.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return script.map { Recipe(program: program, name: "test\(words.joined())", script: $0) }
    }
  }

  /// Texts that could end a literal or a comment, or be read as something else.
  private static let hostile = #"""
    \#(Sessions.hostile)
    add '"""; fatalError() /* */ // \(1 + 1) #"'
    .addTodoButtonTapped
    .todos(.element(id: UUID(3), action: .binding(.set(\.description, "\u{301}combining \u{200D}\u{FEFF}\u{2029}\r\n\t\\0 👩‍👩‍👧 $0 \u{E000}"))))
    edit 0 ","
    edit 0 ") } ; {"
    delete 0
    """#

  /// Compares a file with the one in the folder, or writes it there.
  private func check(_ text: String, _ name: String) throws {
    let path = Self.folder.appending(path: "\(name).swift")
    if Self.isUpdating { try text.write(to: path, atomically: true, encoding: .utf8) }
    let known = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    #expect(text == known, "'make exported-tests' updates it")
  }

  @Test(arguments: recipes)
  func isTheTestThatIsCompiledAndRun(recipe: Recipe) throws {
    let file = try files.export(
      "swift",
      of: recipe.script,
      program: recipe.program,
      to: "\(recipe.name).swift"
    )
    try check(try files.text(file), recipe.name)
  }

  @Test func allAreListed() throws {
    let tests = Self.recipes.map { "  ExportedTest(\"\($0.name)\", \($0.name)),\n" }.joined()
    try check("let exportedTests: [ExportedTest] = [\n\(tests)]\n", "exportedTests")
    guard !Self.isUpdating else { return }
    let known = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(known == (Self.recipes.map(\.name) + ["exportedTests", "zoo"]).map { "\($0).swift" }.sorted())
  }

  private func zoo(seed: UInt64 = 0) -> Debugger<Zoo.State, Zoo.Action> {
    Debugger(program: "zoo", origin: SessionOrigin(seed: seed)) { seed, epoch in
      Session(initialState: Zoo.State(), seed: seed, epoch: epoch) { Zoo() }
    }
  }

  private func exported(_ debugger: Debugger<Zoo.State, Zoo.Action>) throws -> String {
    try SwiftTestFile(of: debugger, program: "zoo", file: "zoo.swift").text()
  }

  @Test func valuesOfManyTypesAreWritten() throws {
    let zoo = zoo(seed: 7)
    let changes: [BindingAction<Zoo.State>] = [
      .set(\.number, 0), .set(\.ratio, -.infinity), .set(\.ratio, 1e-300), .set(\.text, "\"\\(count)\"\n"),
      .set(\.letter, "👩‍👩‍👧"), .set(\.date, Date(timeIntervalSinceReferenceDate: 12.75)),
      .set(\.url, URL(string: "https://example.com/?q=\"")), .set(\.url, nil),
      .set(\.id, UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID(1)),
      .set(\.data, Data([0, 255])),
      .set(\.price, Decimal(string: "0.1") ?? 0), .set(\.delay, .milliseconds(1_250)),
      .set(\.delay, Duration(secondsComponent: 1, attosecondsComponent: 1)), .set(\.tags, ["b", "a"]),
      .set(\.tags, ["b", "c"]), .set(\.scores, ["b": 1, "a": 2]), .set(\.scores, ["b": 3]),
      .set(\.notes, ["x", "y"]), .set(\.notes, ["x"]), .set(\.place.visits, 2), .set(\.range, 1..<2),
      .set(\.mood, .moving(to: "Pond", in: .seconds(2))),
      .set(\.animals, [Zoo.Animal(id: 9, name: "Owl", weight: nil)]),
    ]
    for change in changes { try zoo.send(.binding(change)) }
    for (id, name) in [(1, "Emu"), (2, "Cat"), (3, "Ant")] {
      try zoo.send(.born(Zoo.Animal(id: id, name: name, weight: Double(id))))
    }
    for action: Zoo.Action in [
      .sorted, .askedToClose, .alert(.presented(.feed(1))), .askedToClose, .alert(.presented(.close)),
      .left(2), .dice,
      .visited("Ann"), .visited("Ann"), .visited("Bob"), .hired("Lee"), .reported, .ringButtonTapped,
    ] {
      try zoo.send(action)
    }
    try zoo.advance(by: .seconds(2))
    try zoo.send(.ringButtonTapped)
    try check(try exported(zoo), "zoo")
  }

  @Test func anActionOnlyTheFeatureCanCreateIsRefused() throws {
    let zoo = zoo()
    try zoo.send(.binding(.set(\.keeper, Zoo.Keeper(name: "Lee"))))
    #expect {
      try exported(zoo)
    } throws: { error in
      let failure = error as? CommandFailure
      return failure?.message.hasPrefix("the action of #1 cannot be written in Swift: ") == true
        && failure?.hint?.contains("'skip 1' leaves it out") == true
    }
  }

  @Test func aSessionWithoutCommandsIsRefused() {
    #expect(throws: CommandFailure.self) { try exported(zoo()) }
  }

  @Test func aTestTooLongForTheCompilerIsRefused() throws {
    let zoo = zoo()
    for _ in 0..<2_000 { try zoo.send(.sorted) }
    #expect {
      try exported(zoo)
    } throws: {
      ($0 as? CommandFailure)?.message.hasPrefix("a test of 2001 moments would take the compiler minutes")
        == true
    }
  }

  @Test func anActionBeforeWaitingEffectsIsRefused() throws {
    let path = files.folder.file("x.swift")
    // #3 moves the clock, and the effect has been woken; in a test, it would continue before the next action.
    let run = try run(
      builtProgram("todoshell"),
      ["-q", "-k"],
      input: "add Milk\ntoggle 0\nadvance 1s\ngoto 4\nadd Eggs\nexport swift '\(path)'"
    )
    #expect(run.status == 1)
    #expect(run.errors.contains("a test cannot repeat #6"), "\(run.errors)")
    #expect(run.errors.contains("help: in a test, they continue first"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [
    ("01-first-tour.swift", "test01FirstTour"), ("MilkTests.swift", "milkTests"),
    ("default.swift", "testDefault"),
    ("ü.swift", "session"), ("a b$c\"d.test.swift", "aBCD"), (".swift", "session"),
  ])
  func isNamedForItsFile(file: String, test: String) throws {
    let debugger = zoo()
    try debugger.send(.dice)
    let text = try SwiftTestFile(of: debugger, program: "zoo", file: "/tmp/x/\(file)").text()
    #expect(text.contains("@Test func \(test)() async {"), "\(text)")
  }

  @Test func linesAreBrokenBetweenElements() {
    let long = String(repeating: "x", count: 60)
    let lines = SwiftLayout.wrapped("  store.send(.a(\"(,\\\"\(long)\", [1], B { c; d }), [2, 3]) {")
    #expect(
      lines == [
        "  store.send(", "    .a(\"(,\\\"\(long)\", [1], B { c; d }),", "    [2, 3]", "  ) {",
      ]
    )
  }
}
