import Foundation
import TestSupport
import Testing

/// Features written for the Composable Architecture, built with the modules in `Compatibility`. They are a package of their
/// own, whose first build takes some minutes. Its folder for builds is shared by the tests.
@Suite(.serialized) struct RealFeatureTests {
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
    let file: String
    /// An expression, or else whole statements.
    let expression, statement: String?
    let becomes, property: String
    /// The commands before the search, if it does not begin at the start, and its options.
    let start: [String]?
    let options: String?

    /// The name of the feature.
    var feature: String { String(file.prefix { $0 != "/" }) }
    var was: String { expression ?? statement ?? "" }

    /// The text that does either, as an environment variable says.
    func seeded(as number: Int) -> String {
      expression == nil
        ? "if seededFault == \(number) { \(becomes) } else { \(was) }"
        : "(seededFault == \(number) ? \(becomes) : \(was))"
    }
  }

  private static func faults() throws -> [Fault] {
    let data = try Data(contentsOf: package.appending(path: "faults.json"))
    return try JSONDecoder().decode([Fault].self, from: data)
  }

  @Test func haveThreeFaultsToFindEach() throws {
    let faults = try Self.faults()
    let features = Dictionary(grouping: faults, by: \.feature)
    #expect(features.count == 10 && features.values.allSatisfy { $0.count == 3 })
    for fault in faults {
      let file = Self.package.appending(path: "Sources/\(fault.file)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.ranges(of: fault.was).count == 1 && fault.was != fault.becomes, "\(fault)")
    }
  }

  /// One build has all faults; a variable of the environment chooses one.
  @Test(.clients) func haveFaultsThatASearchFinds() throws {
    let faults = try Self.faults()
    let copy = repository.appending(path: ".build/faulty-features")
    try Self.writeCopy(with: faults, to: copy)
    var environment = ProcessInfo.processInfo.environment
    environment["FEATURES"] = copy.path
    let script = repository.appending(path: "Scripts/real-features").path
    let build = try run(script, ["build"], environment: environment)
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    for (index, fault) in faults.enumerated() {
      let shell = Self.products.appending(path: "debug/\(fault.feature.lowercased())-shell").path
      let search = "explore --workers 1 --runs 500 \(fault.options ?? "") \(fault.property)"
      // As above, for clients without preview values.
      let commands = ["-q", "--live"] + ((fault.start ?? []) + [search]).flatMap { ["-c", $0] }
      environment["SEEDED_FAULT"] = "\(index + 1)"
      let found = try run(shell, commands, environment: environment)
      #expect(found.status == 1 && found.output.contains("\nexpect "), "\(fault)\n\(found.errors)")
      environment["SEEDED_FAULT"] = nil
      let sound = try run(shell, commands, environment: environment)
      #expect(sound.status == 0, "\(fault)\n\(sound.output)\(sound.errors)")
    }
  }

  /// Writes the package with faults; only files that change, so that others are not compiled again.
  private static func writeCopy(with faults: [Fault], to copy: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: copy, withIntermediateDirectories: true)
    for path in try files.subpathsOfDirectory(atPath: package.path) where !path.hasPrefix(".build") {
      let (original, target) = (package.appending(path: path), copy.appending(path: path))
      guard let text = try? String(contentsOf: original, encoding: .utf8) else {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        continue
      }
      var seeded = text
      for (index, fault) in faults.enumerated() where path == "Sources/\(fault.file)" {
        seeded = seeded.replacing(fault.was, with: fault.seeded(as: index + 1))
      }
      if seeded != text {
        seeded += """

          private let seededFault = ProcessInfo.processInfo.environment["SEEDED_FAULT"].flatMap { Int($0) } ?? 0

          """
        seeded = "import Foundation\n" + seeded
      }
      if seeded != (try? String(contentsOf: target, encoding: .utf8)) {
        try Data(seeded.utf8).write(to: target)
      }
    }
  }
}
