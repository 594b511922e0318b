import Foundation
import TestSupport
import Testing

/// What the README, the pages in `docs/` and the articles of the API documentation show is what happens, and their links
/// lead somewhere.
struct DocumentTests {
  struct Document: Sendable, CustomTestStringConvertible {
    let file: URL
    let text: String
    var testDescription: String { file.lastPathComponent }

    init(_ file: URL) {
      self.file = file
      text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    var blocks: [Block] {
      text.matches(of: Document.fencedBlock).map {
        Block(document: testDescription, language: String($0.1), text: String($0.2))
      }
    }

    /// The text without the blocks, in which `#` starts a comment and not a heading.
    var prose: String { text.replacing(Document.fencedBlock, with: "") }

    /// The relative links, with their anchors.
    var links: [String] {
      prose.matches(of: /\]\(([^()\s]+)\)/).map { String($0.1) }.filter { !$0.contains(":") }
    }

    /// The names that GitHub gives the headings.
    var anchors: [String] {
      prose.matches(of: /(?m)^#+ (.+)$/).map { heading in
        heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      }
    }

    private static var fencedBlock: Regex<(Substring, Substring, Substring)> {
      /(?m)^```(\w*)\n((?:(?!^```).*\n)*)```$/
    }
  }

  /// A block of a document: commands behind `$`, each with what it prints; a script; or code.
  struct Block: Sendable, CustomTestStringConvertible {
    let document: String
    let language: String
    let text: String
    var testDescription: String { "\(document): \(text.prefix(40))" }
    var usesAClient: Bool { text.contains("$ nvim ") }
  }

  static let readme = Document(repository.appending(path: "README.md"))
  static let contributing = Document(repository.appending(path: "CONTRIBUTING.md"))

  static let pages: [Document] = {
    let folder = repository.appending(path: "docs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { Document(folder.appending(path: $0)) }
  }()

  /// The articles of the API documentation.
  static let articles: [Document] = {
    let sources = repository.appending(path: "Sources")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
    let articles = names.filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
    return articles.sorted().map { Document(sources.appending(path: $0)) }
  }()

  static func blocks(_ language: String) -> [Block] {
    ([readme] + pages + articles).flatMap(\.blocks).filter { $0.language == language }
  }

  @Test func thereAreBlocksOfAllKinds() {
    for language in ["console", "todoscript", "swift"] {
      #expect(!Self.blocks(language).isEmpty, "\(language)")
    }
  }

  @Test(arguments: blocks("console").filter { !$0.usesAClient })
  func printsWhatTheDocumentShows(_ block: Block) throws { try check(block) }

  @Test(.clients, arguments: blocks("console").filter(\.usesAClient))
  func printsWhatTheDocumentShowsOfAClient(_ block: Block) throws { try check(block) }

  private func check(_ block: Block) throws {
    let folder = String(builtProgramPath.dropLast("todoshell".count))
    let editors = repository.appending(path: ".build/python/bin").path
    var commands: [(command: String, output: String)] = []
    for line in block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), ""))
      } else if let last = commands.indices.last {
        commands[last].output += line + "\n"
      }
    }
    #expect(!commands.isEmpty)
    // The files that a command writes must not stay in the repository.
    let place = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: repository.path) {
      let file = repository.appending(path: name).path
      try FileManager.default.createSymbolicLink(atPath: place.file(name), withDestinationPath: file)
    }
    for (command, output) in commands {
      let run = try run(
        "/bin/sh",
        ["-c", "{ \(command)\n} 2>&1"],
        in: place.url,
        environment: ["PATH": "\(folder):\(editors):/usr/bin:/bin"]
      )
      #expect(run.output == output, "\(command)")
    }
  }

  @Test(arguments: blocks("todoscript"))
  func runsTheScriptsThatTheDocumentShows(_ block: Block) throws {
    let run = try todoshell("-q", input: block.text)
    #expect(run.status == 0, "\(run.errors)")
  }

  static let programs = [
    "Tests/CommandsTests/BuiltIn/Counter.swift", "Tests/Fixtures/Lamp/Lamp.swift",
    "Tests/Fixtures/EggTimer/EggTimer.swift", "Tests/CommandsTests/BuiltIn/Note.swift",
    "Tests/CommandsTests/BuiltIn/CounterTests.swift",
  ]

  /// Programs of which only parts are shown.
  static let programsInParts = ["Tests/Fixtures/EggTimerFixed/EggTimer.swift"]

  @Test(arguments: programs)
  func showsTheProgramThatTheTestsUse(path: String) throws {
    let program = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    #expect(Self.blocks("swift").contains { $0.text == program })
  }

  @Test(arguments: blocks("swift").filter { !$0.text.hasPrefix("// swift-tools-version") })
  func showsOnlyCodeOfProgramsThatTheTestsUse(_ block: Block) throws {
    let programs = try (Self.programs + Self.programsInParts).map {
      try String(contentsOf: repository.appending(path: $0), encoding: .utf8)
    }
    #expect(programs.contains { $0.contains(block.text) })
  }

  @Test func aWholeProgramHasThirtyLinesOrSo() throws {
    let programs = Self.blocks("swift").filter { $0.text.contains("@main") && $0.text.contains("import") }
    #expect(!programs.isEmpty)
    for program in programs { #expect(program.text.split(separator: "\n").count <= 32) }
  }

  @Test(arguments: [readme, contributing] + pages)
  func linksLeadSomewhere(in document: Document) {
    let folder = document.file.deletingLastPathComponent()
    for link in document.links {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let target = parts[0].isEmpty ? document.file : folder.appending(path: parts[0])
      #expect(FileManager.default.fileExists(atPath: target.path), "\(link)")
      if parts.count > 1 { #expect(Document(target).anchors.contains(parts[1]), "\(link)") }
    }
  }

  @Test(
    arguments: [
      "Core", "CoreNetworking", "CoreTestSupport", "Values", "Platform", "Debugger", "Commands", "Servers",
      "Export",
      "Terminal", "ShellKit",
    ]
  )
  func aModuleHasAnArticle(_ module: String) {
    #expect(Self.articles.contains { $0.text.hasPrefix("# ``\(module)``\n") })
  }

  @Test(arguments: pages)
  func theReadmeLinksEachPage(_ page: Document) {
    #expect(Self.readme.links.contains("docs/\(page.file.lastPathComponent)"))
  }
}
