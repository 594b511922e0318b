import Foundation
import TestSupport
import Testing

/// Features written for the Composable Architecture, built with the modules in `Compatibility`. They are a package of their
/// own, whose first build takes some minutes.
struct RealFeatureTests {
  private static let package = repository.appending(path: "Tests/RealFeatures")
  private static let products = repository.appending(path: ".build/real-features")

  @Test(.clients) func compileUnchangedPassTheirTestsAndRunTheirScripts() throws {
    let script = repository.appending(path: "Scripts/real-features").path
    let tests = try run(script, ["test"], environment: ProcessInfo.processInfo.environment)
    #expect(tests.status == 0, "\(tests.output)\(tests.errors)")

    let scripts = Self.package.appending(path: "Scripts")
    for name in try FileManager.default.contentsOfDirectory(atPath: scripts.path) {
      let shell = Self.products.appending(path: "debug/\(name.replacing(".todoscript", with: "-shell"))").path
      // Some clients have no preview values, and their live ones harm nothing.
      let script = try run(shell, ["-q", "--live", scripts.appending(path: name).path])
      #expect(script.status == 0, "\(script.output)\(script.errors)")
    }
  }

  @Test func nameNoModuleOfThisPackage() throws {
    for folder in ["Sources", "Tests"] {
      let files = Self.package.appending(path: folder)
      for name in try FileManager.default.subpathsOfDirectory(atPath: files.path)
      where name.hasSuffix(".swift") {
        let text = try String(contentsOf: files.appending(path: name), encoding: .utf8)
        #expect(!text.contains(/import (Core|CoreTestSupport|Sessions|ShellKit)\b/), "\(name)")
      }
    }
  }

  /// A fault for a search to find: in a file of the sources, a text that occurs once, another in its place, and a property
  /// that this violates.
  private struct Fault: Decodable {
    let file, was, becomes, property: String
  }

  @Test func haveThreeFaultsToFindEach() throws {
    let data = try Data(contentsOf: Self.package.appending(path: "faults.json"))
    let faults = try JSONDecoder().decode([Fault].self, from: data)
    let features = Dictionary(grouping: faults) { $0.file.prefix { $0 != "/" } }
    #expect(features.count == 10 && features.values.allSatisfy { $0.count == 3 })
    for fault in faults {
      let file = Self.package.appending(path: "Sources/\(fault.file)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.ranges(of: fault.was).count == 1 && fault.was != fault.becomes, "\(fault)")
      #expect(!fault.property.isEmpty)
    }
  }
}
