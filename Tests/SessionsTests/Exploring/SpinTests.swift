import TodoShellSessions
import Core
import Foundation
import TestSupport
import Testing

/// Two features whose effects matter, and what spin says about their translations in `Tests/Fixtures/Promela`.
@Suite(.clients) struct SpinTests {
  @Test(arguments: [false, true]) func spinAgreesOnAStarvedSave(isFixed: Bool) throws {
    try check(StarvedSave.self, isFixed: isFixed)
  }

  @Test(arguments: [false, true]) func spinAgreesOnEndlessLoading(isFixed: Bool) throws {
    try check(EndlessLoading.self, isFixed: isFixed)
  }

  private func check<Bug: SeededBug>(_ bug: Bug.Type, isFixed: Bool) throws {
    let search = try explore(bug, isFixed: isFixed, Bug.property)
    let claim = try spin("\(bug)", ["-DCLAIM"] + (isFixed ? ["-DFIXED"] : []))
    switch search.verdicts[0] {
    case .holds: #expect(isFixed && !claim.fails)
    case .fails: #expect(!isFixed && claim.fails)
    default: Issue.record("\(search.verdicts[0])")
    }
    // What holds keeps the search from ending before all states have been found.
    let whole = try explore(bug, isFixed: isFixed, .always("anything") { _ in true })
    let model = try spin("\(bug)", isFixed ? ["-DFIXED"] : []).states
    #expect(whole.coverage.isComplete && model == whole.coverage.states)
  }

  private func explore<Bug: SeededBug>(
    _ bug: Bug.Type,
    isFixed: Bool,
    _ property: Property<Bug.State, Bug.Action>
  ) throws -> Exploration<Bug.State, Bug.Action> {
    let exploration = try Exploration(of: [property], from: Bug.session(isFixed: isFixed), steps: Bug.steps)
    exploration.run()
    return exploration
  }

  /// Checks a model with some definitions.
  ///
  /// - Returns: Whether its claim fails, and the number of its states.
  private func spin(_ model: String, _ definitions: [String]) throws -> (fails: Bool, states: Int?) {
    let folder = try TemporaryFolder()
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Promela/\(model).pml").standardized.path
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.arguments =
      [
        // -o2: variables that no condition depends on count, too. -E: a state in which nothing can be done is no error.
        "-c", "{ spin -o2 -a \"$@\" && cc -w -o pan pan.c && ./pan -a -E; } >out 2>&1", "sh",
      ] + definitions + [path]
    try process.run()
    process.waitUntilExit()
    let output = String(decoding: try folder.bytes(of: "out"), as: UTF8.self)
    let errors = try #require(output.firstMatch(of: /errors: (\d+)/), "\(output)")
    return (errors.1 != "0", output.firstMatch(of: /(\d+) states, stored/).flatMap { Int($0.1) })
  }
}
