import Foundation
import TestSupport
import Testing

/// Scripts that source each other are checked in full, and in a bounded time.
struct SourcingTests {
  /// Scripts that each source the next one twice, the last of which is `leaf`.
  private func doubling(_ leaf: String, levels: Int = 24) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for number in 0..<levels {
      try folder.write("source s\(number + 1)\nsource s\(number + 1)\n", to: "s\(number)")
    }
    try folder.write(leaf, to: "s\(levels)")
    return folder
  }

  private func check(_ folder: TemporaryFolder) throws -> TodoShellRun {
    try run(builtProgramPath, ["--check", "s0"], in: folder.url)
  }

  @Test(
    arguments: [
      "clock\n", "let x = 1\n", "let x = todos.count\n", "alias a = clock\n", "macro m\nclock\nend\n",
      "macro m a b=1\nrepeat 2\nclock\nend\nend\nmacro n\nm 1\nend\n", "macro m\nend\nunmacro m\n",
    ]
  )
  func aScriptIsCheckedOnceForEachMeaning(leaf: String) throws {
    #expect(try check(doubling(leaf)) == TodoShellRun(status: 0, output: "", errors: ""))
  }

  @Test func aScriptThatMeansSomethingElseEachTimeIsAnError() throws {
    let run = try check(
      doubling("let x = \"a$x\"\n").writing("let x = \"\"\nsource s1\nsource s1\n", to: "s0")
    )
    #expect(run.status == 2)
    #expect(
      run.errors.contains(
        "error: scripts are sourced too often with different variables, aliases or macros"
      )
    )
    #expect(run.errors.hasSuffix("1 error; nothing was run\n"), "\(run.errors)")
  }

  @Test func theValuesOfVariablesArePartOfTheMeaning() throws {
    let folder = try TemporaryFolder()
    try folder.write("let f = \"good\"\nsource inner\nlet f = \"bad\"\nsource inner\n", to: "main")
    try folder.write("source $f\n", to: "inner")
    try folder.write("add Milk\n", to: "good")
    try folder.write("togle 0\n", to: "bad")
    let run = try TodoShellTests.run(builtProgramPath, ["-q", "main"], in: folder.url)
    #expect(run.status == 2 && run.output == "")
    #expect(
      run.errors == """
        bad:1:1: error: unknown command 'togle'
        togle 0
        ^~~~~
        note: sourced at inner:1:8
        note: sourced at main:4:8
        help: did you mean 'toggle'?
        1 error; nothing was run

        """
    )
  }
}

extension TemporaryFolder {
  fileprivate func writing(_ text: String, to name: String) throws -> Self {
    try write(text, to: name)
    return self
  }
}
