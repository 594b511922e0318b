import Foundation
import Testing

/// Every script in the folder of examples, on the real binary.
@Suite struct ExampleTests {
  static let examples: [String] = {
    let folder = repository.appending(path: "examples").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".todoscript") }.sorted().map { "examples/\($0)" }
  }()

  @Test func thereAreAtLeastFive() {
    #expect(Self.examples.count >= 5)
  }

  @Test(arguments: examples)
  func showsWhatItClaims(_ example: String) throws {
    let run = try todoshell("run", example)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    let script = try String(contentsOf: repository.appending(path: example), encoding: .utf8)
    #expect(script.hasPrefix("# "), "it begins by saying what it shows")
    #expect(script.contains("\nexpect "), "it checks what it shows")
  }

  @Test func allRunAtOnceWithASummary() throws {
    let run = try run(builtProgramPath, ["run"] + Self.examples)
    let count = Self.examples.count
    #expect(run.output.hasSuffix("\n\(count) scripts, \(count) ok, 0 failed\n"))
  }
}
