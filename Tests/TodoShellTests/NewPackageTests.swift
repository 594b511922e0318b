import Foundation
import TestSupport
import Testing

/// What `make new` creates, and which names it refuses.
struct NewPackageTests {
  private func create(_ arguments: String...) throws -> TodoShellRun {
    try run(repository.appending(path: "Scripts/new").path, arguments)
  }

  private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  /// A program from its `@main` on.
  private func shell(of program: String) throws -> Substring {
    program[try #require(program.range(of: "@main")).lowerBound...]
  }

  @Test func writesThePackageAndTheShellThatTheDocumentShows() throws {
    let folder = try TemporaryFolder()
    let creation = try create("lamp", folder.file("lamp"))
    #expect(creation.status == 0, "\(creation.errors)")

    let manifest = try text("lamp/Package.swift", in: folder)
      .replacing("path: \"\(repository.path)\"", with: "path: \"../todoshell\"")
    #expect(DocumentTests.blocks("swift").contains { $0.text == manifest }, "\(manifest)")

    let lamp = repository.appending(path: "Tests/Fixtures/Lamp/Lamp.swift")
    let documented = try shell(of: String(contentsOf: lamp, encoding: .utf8))
    #expect(try shell(of: text("lamp/Sources/lamp/Lamp.swift", in: folder)) == documented)
  }

  @Test func fillsInTheNamesEverywhere() throws {
    let folder = try TemporaryFolder()
    #expect(try create("counter", folder.file("new")).status == 0)
    for file in [
      "Package.swift", "README.md", ".gitignore", "Sources/counter/Counter.swift",
      "Tests/CounterTests/CounterTests.swift",
    ] {
      let text = try text("new/\(file)", in: folder)
      #expect(!text.isEmpty && text.firstMatch(of: /@[A-Z]+@/) == nil, "\(file)")
    }
    let test = try text("new/Tests/CounterTests/CounterTests.swift", in: folder)
    #expect(test.contains("TestStore(initialState: Counter.State()) { Counter() }"))
  }

  @Test(
    arguments: [
      ("", "NAME is missing"), ("2x", "'2x' is not a Swift identifier"),
      ("a-b", "'a-b' is not a Swift identifier"),
      ("a/b", "'a/b' is not a Swift identifier"), ("é", "'é' is not a Swift identifier"),
      ("class", "'class' is reserved in Swift"), ("self", "'self' is reserved in Swift"),
      ("any", "'Any' is reserved in Swift"), ("state", "the package needs the 'State' of Swift"),
      ("core", "the library has a 'core' of its own"), ("store", "the library has a 'store' of its own"),
    ]
  )
  func refusesANameThatDoesNotCompile(name: String, error: String) throws {
    let folder = try TemporaryFolder()
    let creation = try create(name, folder.file("new"))
    #expect(creation.status == 64)
    #expect(creation.errors.hasPrefix("error: \(error)"), "\(creation.errors)")
    #expect(creation.errors.contains("\nhelp: "), "\(creation.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("new")))
  }

  @Test func refusesAFolderThatExists() throws {
    let folder = try TemporaryFolder()
    let creation = try create("counter", folder.path)
    #expect(creation.status == 64)
    #expect(creation.errors.hasPrefix("error: '\(folder.path)' already exists\nhelp: "), "\(creation.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func dependsOnATagOfARepository() throws {
    let folder = try TemporaryFolder()
    let commands = """
      git init -q library.git && cd library.git &&
      git -c user.name=N -c user.email=E commit -q --allow-empty -m First && git tag 1.2.3
      """
    #expect(try run("/bin/sh", ["-c", commands], in: folder.url).status == 0)
    let url = "file://\(folder.file("library.git"))"
    #expect(try create("counter", folder.file("new"), url, "1.2.3").status == 0)
    let manifest = try text("new/Package.swift", in: folder)
    #expect(manifest.contains(".package(url: \"\(url)\", from: \"1.2.3\", traits: []),"), "\(manifest)")
    #expect(manifest.contains(".product(name: \"Core\", package: \"library\"),"), "\(manifest)")

    let missing = try create("counter", folder.file("other"), url, "2.0.0")
    #expect(missing.status == 64)
    #expect(missing.errors.contains("has no tag 2.0.0"), "\(missing.errors)")
  }
}
