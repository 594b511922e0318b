import Foundation
import TestSupport
import Testing

/// What `make install` installs, and what the shells make of the completions.
struct InstallTests {
  private func stage(_ arguments: String...) throws -> TodoShellRun {
    try run(repository.appending(path: "Scripts/stage").path, arguments)
  }

  private func files(in folder: TemporaryFolder) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.file(path), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  @Test func installsTheProgramAndWhatBelongsToItAndTakesAllOfItAway() throws {
    let folder = try TemporaryFolder()
    let staging = try stage(builtProgramPath, folder.file("usr"))
    #expect(staging.status == 0, "\(staging.errors)")
    let installed = files(in: folder)
    for file in [
      "usr/bin/todoshell", "usr/share/man/man1/todoshell.1", "usr/share/man/man5/todoscript.5",
      "usr/share/bash-completion/completions/todoshell",
      "usr/share/zsh/site-functions/_todoshell", "usr/share/fish/vendor_completions.d/todoshell.fish",
      "usr/share/doc/todoshell/LICENSE", "usr/share/doc/todoshell/docs/language.md",
      "usr/share/doc/todoshell/copyright", "usr/share/doc/todoshell/docs/events.schema.json",
      "usr/share/todoshell/examples/01-first-tour.todoscript", "usr/share/todoshell/examples/todos.todoprops",
      "usr/share/todoshell/editors/nvim/lsp/todoscript.lua",
      "usr/share/todoshell/editors/emacs/todoscript-mode.el",
      "usr/share/todoshell/editors/vscode/package.json",
    ] {
      #expect(installed.contains(file), "\(file)")
    }
    #expect(try run(folder.file("usr/bin/todoshell"), ["--version"]).output == todoshell("--version").output)
    #expect(try stage("--remove", folder.file("usr")).status == 0)
    #expect(files(in: folder) == [])
  }

  @Test func theTarballsReadmeRemovesAllOfItToo() throws {
    let readme = try String(contentsOf: repository.appending(path: "Scripts/dist-README"), encoding: .utf8)
    let removal = try #require(readme.range(of: "  rm -r "))
    let folder = try TemporaryFolder()
    #expect(try stage(builtProgramPath, folder.path).status == 0)
    let run = try run("/bin/sh", ["-c", String(readme[removal.lowerBound...])], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(files(in: folder) == [])
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func aShellTakesTheCompletions(shell: String) throws {
    let path = ["/bin/", "/usr/bin/"].map { $0 + shell }.first(
      where: FileManager.default.isExecutableFile(atPath:)
    )
    guard let path else { return }
    let folder = try TemporaryFolder()
    let generated = try todoshell("--generate-completion-script", shell)
    // What 'CompletionScript' adds to the script of swift-argument-parser.
    #expect(generated.output.contains("todoscript"))
    let script = try folder.write(generated.output, to: "completions")
    let check = try run(path, ["-n", script])
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors == "")
  }

  @Test func bashCompletesOptionsValuesAndScripts() throws {
    let folder = try TemporaryFolder()
    try folder.write(try todoshell("--generate-completion-script", "bash").output, to: "completions")
    for name in ["one.todoscript", "two.txt"] { try folder.write("", to: name) }
    func completions(of words: String...) throws -> [String] {
      let line = words.joined(separator: " ")
      let code = """
        . ./completions
        COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
        COMP_LINE='\(line)' COMP_POINT=\(line.count)
        read -ra registered < <(complete -p todoshell)
        "${registered[-2]}" todoshell "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let run = try run("/bin/bash", ["--norc", "-c", code], in: folder.url)
      return run.output.split(separator: "\n").map { String($0).trimmingCharacters(in: .whitespaces) }
    }
    #expect(try completions(of: "todoshell", "--se") == ["--seed", "--session"])
    #expect(try completions(of: "todoshell", "--color", "a") == ["auto", "always"])
    #expect(try completions(of: "todoshell", "o") == ["one.todoscript"])
    #expect(try completions(of: "todoshell", "t") == ["test", "tour"])
    #expect(try completions(of: "todoshell", "n") == ["new-notebook"])
    #expect(try completions(of: "todoshell", "test", "t") == [])
    #expect(try completions(of: "todoshell", "test", "o") == ["one.todoscript"])
    #expect(try completions(of: "todoshell", "test", "--f") == ["--filter"])
    #expect(try completions(of: "todoshell", "--f") == ["--format"])
    let options = try completions(of: "todoshell", "test", "--")
    #expect(Set(options).isSuperset(of: ["--jobs", "--update", "--report"]), "\(options)")
    #expect(Set(options).isDisjoint(with: ["--check", "--session", "--continue"]), "\(options)")
  }

  /// The wrapper is defined before the end, where the file calls the function when zsh loads it.
  @Test func zshOffersScriptsWhereThereIsNoSubcommand() throws {
    let script = try todoshell("--generate-completion-script", "zsh").output
    let wrapper = try #require(script.firstRange(of: "_files -g '*.todoscript'\n}\n"))
    let end = try #require(script.firstRange(of: "if [[ \"${funcstack[1]}\" = _todoshell ]]"))
    #expect(script.contains("functions -c _todoshell ") && wrapper.upperBound <= end.lowerBound)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
  func fishCompletesWithExplanations() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(try todoshell("--generate-completion-script", "fish").output, to: "c.fish")
    let options = try run("/usr/bin/fish", ["-N", "-c", "source \(script); complete -C 'todoshell --sess'"])
    #expect(options.output.hasPrefix("--session\t"), "\(options.output)\(options.errors)")
    func completions(of line: String) throws -> [Substring] {
      try run("/usr/bin/fish", ["-N", "-c", "source \(script); complete -C '\(line)'"], in: folder.url).output
        .split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    }
    #expect(try completions(of: "todoshell te") == ["test"])
    #expect(try completions(of: "todoshell test te") == [])
    #expect(try completions(of: "todoshell test --f") == ["--filter"])
    #expect(try completions(of: "todoshell --f") == ["--format"])
  }
}
