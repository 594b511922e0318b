import Foundation
import TestSupport
import Testing

/// The language server and the files in `editors`, in the hands of clients that are not ours: pytest-lsp with pygls,
/// Neovim, and Emacs with eglot.
struct LanguageServerTests {
  private static let fixtures = repository.appending(path: "Tests/Fixtures/LanguageServer")
  private static let python = repository.appending(path: ".build/python/bin")

  /// The programs that a client starts are those that were built.
  private static func environment(in folder: TemporaryFolder) -> [String: String] {
    let built = builtProgramPath.dropLast("/todoshell".count)
    return [
      "PATH": "\(built):\(python.path):/usr/bin:/bin", "HOME": folder.path, "TODOSHELL": builtProgramPath,
      "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8",
    ]
  }

  @Test(.clients, arguments: ["test_language_server.py", "test_grammar.py"])
  func passesTheTestsOfItsClients(file: String) throws {
    let python = Self.python.appending(path: "python3").path
    let folder = try TemporaryFolder()
    let run = try run(
      python,
      ["-m", "pytest", "-q", "-p", "no:cacheprovider", file],
      in: Self.fixtures,
      environment: Self.environment(in: folder)
    )
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test(.clients) func servesNeovim() throws {
    let neovim = Self.python.appending(path: "nvim").path
    let folder = try TemporaryFolder()
    let run = try run(
      neovim,
      [
        "--headless", "--clean", "--cmd", "set rtp^=\(repository.appending(path: "editors/nvim").path)",
        "-S", Self.fixtures.appending(path: "check.lua").path, "script.todoscript",
      ],
      in: folder.url,
      environment: Self.environment(in: folder)
    )
    #expect(run.status == 0 && run.errors.contains("ok"), "\(run.output)\(run.errors)")
  }

  private static let hasEmacs: Bool = {
    let check = "(progn (require 'package) (package-initialize) (require 'eglot))"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["emacs", "--batch", "-q", "--eval", check]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Emacs is not on PyPI, so it may be missing.
  @Test(.clients, .enabled(if: hasEmacs, "Emacs with eglot is not installed")) func servesEmacs() throws {
    let folder = try TemporaryFolder()
    func emacs(_ arguments: String...) throws -> TodoShellRun {
      try run(
        "/usr/bin/env",
        ["emacs", "--batch", "-q"] + arguments,
        in: folder.url,
        environment: Self.environment(in: folder)
      )
    }
    let mode = repository.appending(path: "editors/emacs/todoscript-mode.el").path
    let check = Self.fixtures.appending(path: "check.el").path
    let session = try emacs("-l", mode, "-l", check, folder.file("script.todoscript"))
    #expect(session.status == 0 && session.errors.hasSuffix("ok\n"), "\(session.output)\(session.errors)")
    let copy = try folder.write(String(contentsOfFile: mode, encoding: .utf8), to: "todoscript-mode.el")
    let compiled = try emacs(
      "--eval",
      "(setq byte-compile-error-on-warn t)",
      "-f",
      "batch-byte-compile",
      copy
    )
    #expect(compiled.status == 0, "\(compiled.errors)")
  }

  /// The syntax files colour any first word, so that no list of commands can be out of date.
  @Test(arguments: [
    "nvim/syntax/todoscript.vim", "emacs/todoscript-mode.el", "vscode/syntaxes/todoscript.tmLanguage.json",
  ])
  func theSyntaxFilesNameNoCommandButThoseOfBlocks(path: String) throws {
    let text = try String(contentsOf: repository.appending(path: "editors/\(path)"), encoding: .utf8)
    for name in ["toggle", "advance", "expect", "undo", "goto", "print"] {
      #expect(!text.contains(name), "\(name)")
    }
  }
}
