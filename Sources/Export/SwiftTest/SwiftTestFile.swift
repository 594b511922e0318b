import TodoShellCommands
import Core
import TodoShellValues

/// The line as a Swift Testing test: a `TestStore` that repeats what was sent and when, and asserts every change of the
/// state and every action of an effect.
struct SwiftTestFile {
  private let session: AnySession
  private let debugger: AnyDebugger
  private let program: String
  private let name: String

  /// - Parameters:
  ///   - debugger: The debugger of the session.
  ///   - program: The name of the program.
  ///   - file: The name of the file, which names the test.
  init(of debugger: AnyDebugger, program: String, file: String) {
    session = debugger.session
    self.debugger = debugger
    self.program = program
    name = Self.testName(file)
  }

  /// The compiler needs about 2 GB of memory for a thousand moments.
  private static let mostMoments = 2_000

  /// What the file contains, for the answer of `export`.
  var content: String { "\(counted(session.line.count, "moment")) of this branch" }

  /// The text of the file.
  ///
  /// - Throws: A `CommandFailure` if a test store cannot repeat the line, or if interrupted.
  func text() throws -> String {
    guard session.line.count > 1 else {
      throw CommandFailure(
        "there is nothing to test yet",
        hint: "run the commands that the test should repeat"
      )
    }
    guard session.line.count <= Self.mostMoments else {
      throw CommandFailure(
        "a test of \(session.line.count) moments would take the compiler minutes; at most \(Self.mostMoments) are written",
        hint: "'save FILE' writes a script, which can have any length"
      )
    }
    let source = SwiftSource()
    let moments = session.line.map { session.moments[$0] }
    source.note(session.stateType)
    let store = store(moments[0], source)
    var steps = SwiftTestSteps(session: session, source: source)
    for (before, moment) in zip(moments, moments.dropFirst()) {
      try debugger.checkInterruption()
      try steps.add(moment, after: before)
    }
    steps.end(at: moments[moments.count - 1])
    let modules = source.modules.subtracting(["Core", "Foundation", "FoundationEssentials", "Swift"]).sorted()
    let imports =
      ["import Core", "import Foundation", "import Testing", ""] + modules.map { "@testable import \($0)" }
    let functions = functions(store, steps.parts)
    let extent = "\(counted(moments.count, "moment")) in \(moments[moments.count - 1].now.formatted)"
    let lines =
      ["// Exported from a session of \(program.controlCharactersEscaped): \(extent) of virtual time."]
      + imports
      + functions
    return lines.joined(separator: "\n")
  }

  /// The test, and a function for each part of a long one.
  private func functions(_ start: [String], _ parts: [[String]]) -> [String] {
    func function(_ declaration: String, _ body: [String]) -> [String] {
      let lines = body.flatMap { SwiftLayout.wrapped($0.isEmpty ? "" : "  \($0)") }
      return ["", "\(declaration) {"] + lines + ["}"]
    }
    guard parts.count > 1 else {
      return function("@Test func \(name)() async", start + [""] + (parts.first ?? [])) + [""]
    }
    let store = "TestStore<\(dumpTypeName(session.stateType)), \(dumpTypeName(session.actionType))>"
    let parameters = "_ store: \(store), _ clock: TestClock<Duration>"
    let names = parts.indices.map { "\(name)Part\($0 + 1)" }
    let test = function("@Test func \(name)() async", start + names.map { "await \($0)(store, clock)" })
    let functions = zip(names, parts).flatMap { name, part in
      function("private func \(name)(\(parameters)) async", part)
    }
    return test + functions + [""]
  }

  /// The clock and the store, with the dependencies of a session.
  private func store(_ start: AnyMoment, _ source: SwiftSource) -> [String] {
    let generators = session.generatorsAtStart
    var arguments = ["clock: clock"]
    if generators.seed != 0 { arguments.append("seed: \(generators.seed)") }
    let epoch = debugger.recorder.origin.epoch
    if epoch != Date(timeIntervalSinceReferenceDate: 0), let epoch = source.text(epoch) {
      arguments.append("epoch: \(epoch)")
    }
    if generators.nextUUID != 0 { arguments.append("firstUUID: \(generators.nextUUID)") }
    var lines = ["let clock = TestClock()"]
    let type = SwiftSource.name(of: session.stateType) ?? "State"
    let state = start.withState { source.text($0) }
    if state == nil {
      lines.append("// The initial state cannot be written in Swift: create it as the program does.")
    }
    lines.append("let store = TestStore(initialState: \(state ?? "\(type)()")) {")
    lines.append("  \(reducer)")
    lines.append("} withDependencies: {")
    lines.append("  $0.useSessionValues(\(arguments.joined(separator: ", ")))")
    if session.setsDependencies {
      lines.append("  // The program sets dependencies for its sessions: set the same ones here.")
    }
    for name in session.liveDependencies {
      lines.append(
        "  // The session used the live value of \(name), and so does this test: replace the value here."
      )
    }
    return lines + ["}"]
  }

  /// The expression that creates the feature.
  private var reducer: String {
    let type = session.reducerType
    if let name = SwiftSource.name(of: type), name != ".init" { return "\(name)()" }
    // The composition of several reducers has no name of its own: it is probably that of the feature around its state.
    let state = SwiftSource.name(of: session.stateType) ?? ""
    let feature = state.split(separator: ".").dropLast().joined(separator: ".")
    return "\(feature.isEmpty ? "Feature" : feature)()"
  }

  /// A function name from a file's name: `01-first-tour.swift` is `test01FirstTour`.
  private static func testName(_ file: String) -> String {
    let stem = AtomicFile.name(of: file).prefix { $0 != "." }
    let words = stem.split { !($0.isLetter || $0.isNumber) || !$0.isASCII }
    guard let first = words.first else { return "session" }
    let name =
      first.prefix(1).lowercased() + first.dropFirst()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return first.first?.isNumber == true || Self.keywords.contains(name)
      ? "test" + name.prefix(1).uppercased() + name.dropFirst() : name
  }

  /// The keywords that could be the name of a file.
  private static var keywords: Set<String> {
    let words = """
      as associatedtype break case catch class continue default defer deinit do else enum extension \
      fallthrough false fileprivate for func guard if import in init inout internal is let nil operator \
      private protocol public repeat return self static struct subscript super switch throw throws true \
      try typealias var where while
      """
    return Set(words.split(separator: " ").map(String.init))
  }
}
