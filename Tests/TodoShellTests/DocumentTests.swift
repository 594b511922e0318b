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
        Block(document: file, language: String($0.1), text: String($0.2))
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

  /// A block of a document: commands behind `$`, each with what it prints or the session that it starts; a script; or code.
  struct Block: Sendable, CustomTestStringConvertible {
    let document: URL
    let language: String
    let text: String
    var testDescription: String { "\(document.lastPathComponent): \(text.prefix(40))" }
    var usesAClient: Bool { text.contains("$ nvim ") }

    private static let writing = NSLock()

    func replaceText(with new: String) throws {
      try Self.writing.withLock {
        let old = try String(contentsOf: document, encoding: .utf8)
        try Data(old.replacing("```\(language)\n\(text)```", with: "```\(language)\n\(new)```").utf8).write(
          to: document
        )
      }
    }
  }

  /// Whether the documents are changed to show what the programs print, which is what `make documents` is for.
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil

  static let readme = Document(repository.appending(path: "README.md"))
  /// What is read on the pages of a host, and is not a part of the documentation.
  static let others = [
    "ARCHITECTURE.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md", "CODE_OF_CONDUCT.md",
    "editors/README.md", "editors/vscode/README.md", "editors/jupyter/README.md",
    ".github/PULL_REQUEST_TEMPLATE.md",
  ].map { Document(repository.appending(path: $0)) }

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
    let programs = String(builtProgramPath.dropLast("todoshell".count))
    let editors = repository.appending(path: ".build/python/bin").path
    let path = "\(programs):\(editors):/usr/bin:/bin"
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
    var shown = ""
    for (command, output) in commands {
      let result =
        output.hasPrefix("#0 +0s> ") && !command.contains("|")
        ? try screen(after: command, typing: output, path: path)
        : try run(
          "/bin/sh",
          ["-c", "{ \(command)\n} 2>&1"],
          in: place.url,
          environment: ["PATH": path]
        ).output
      // How long tests took differs each time.
      let isSame = result.replacing(Self.time, with: "") == output.replacing(Self.time, with: "")
      shown += "$ \(command)\n\(isSame ? output : result)"
      if !Self.isUpdating { #expect(isSame, "\(command): \(result)") }
    }
    if Self.isUpdating { try block.replaceText(with: shown) }
  }

  private static var time: Regex<(Substring, Substring)> {
    /(?:failed|passed|not run) in [0-9.]+ (s|ms|µs)(?=\n)/
  }

  /// What is on the screen of a session at a terminal, from its first prompt, once all that the transcript has behind its
  /// prompts has been typed.
  private func screen(after command: String, typing transcript: String, path: String) throws -> String {
    let home = try TemporaryFolder()
    let pty = try PseudoTerminal(
      ["/bin/sh", "-c", "exec \(command)"],
      environment: ["HOME": home.path, "PATH": path, "NO_COLOR": "1", "PAGER": "cat"],
      in: home,
      columns: 120,
      rows: 500
    )
    try pty.waitForPrompt()
    for line in transcript.split(separator: "\n") {
      guard let prompt = line.prefixMatch(of: PseudoTerminal.prompt) else { continue }
      try pty.enter(String(line[prompt.range.upperBound...]))
    }
    let rows = pty.screen.lines.drop { !$0.hasPrefix("#0 ") }.dropLast()
    return rows.map { $0 + "\n" }.joined()
  }

  @Test func runsTheScriptsThatTheDocumentsShow() throws {
    let documents = [Self.readme] + Self.pages + Self.articles
    let run = try run(builtProgramPath, ["test", "-q"] + documents.map(\.file.path))
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let count = Self.blocks("todoscript").count
    #expect(run.output.hasPrefix("\(count) passed"), "\(run.output)")
  }

  static let programs = [
    "Tests/CommandsTests/BuiltIn/Counter.swift", "Tests/Fixtures/Lamp/Lamp.swift",
    "Tests/Fixtures/EggTimer/EggTimer.swift", "Tests/CommandsTests/BuiltIn/Note.swift",
    "Tests/CommandsTests/BuiltIn/CounterTests.swift",
  ]

  /// Programs of which only parts are shown.
  static let programsInParts = [
    "Tests/Fixtures/EggTimerFixed/EggTimer.swift", "Tests/Fixtures/Diary/Diary.swift",
    "Tests/CoreTests/Extending/CachingReducer.swift", "Tests/RealFeatures/Package.swift",
    "Tests/RealFeatures/Shells/PINPad/PINPadShell.swift",
  ]

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

  @Test(arguments: [readme] + others + pages)
  func linksLeadSomewhere(in document: Document) {
    #expect(!document.text.isEmpty)
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
      "Core", "CoreNetworking", "CoreTestSupport", "ShellKit", "TodoShellCommands", "TodoShellDebugger",
      "TodoShellExport", "TodoShellPlatform", "TodoShellServers", "TodoShellSessions", "TodoShellTerminal",
      "TodoShellValues",
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
