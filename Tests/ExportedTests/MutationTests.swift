import Core
import Foundation
import Testing

/// A test that `export swift` wrote.
struct ExportedTest: CustomTestStringConvertible {
  let name: String
  let run: @Sendable () async -> Void
  var testDescription: String { name }

  init(_ name: String, _ run: @escaping @Sendable () async -> Void) {
    (self.name, self.run) = (name, run)
  }
}

/// The exported tests find what is wrong with a feature.
struct MutationTests {
  private func run(_ test: ExportedTest, with mutation: Mutation) async {
    // As a test of its own: the stores of one test share its storages.
    await withDependencies {
      $0 = DependencyValues()
    } operation: {
      await Mutation.$current.withValue(mutation) { await test.run() }
    }
  }

  @Test(arguments: exportedTests)
  func eachLostChangeIsFound(test: ExportedTest) async {
    let correct = Mutation(.none)
    await run(test, with: correct)
    for action in correct.changingActions {
      await withKnownIssue("action \(action)") {
        await run(test, with: Mutation(.lateChange(action: action)))
      }
    }
  }

  @Test(arguments: exportedTests)
  func lostEffectsAreFound(test: ExportedTest) async throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Exported/\(test.name).swift"
    )
    let source = try String(contentsOf: path, encoding: .utf8)
    guard source.contains("store.receive") || source.contains("skipInFlight") else { return }
    await withKnownIssue { await run(test, with: Mutation(.noEffects)) }
  }
}
