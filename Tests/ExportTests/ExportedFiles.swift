import Foundation
import TestSupport
import Testing

/// The folder of the repository.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The result of a program.
struct ProgramRun {
  let status: Int32
  let output: String
  let errors: String
}

/// Runs a program to its end. The streams are files, so that nothing can block.
func run(
  _ program: String,
  _ arguments: [String],
  input: String = "",
  environment: [String: String] = [:]
) throws -> ProgramRun {
  let streams = try TemporaryFolder()
  for (name, text) in [("input", input), ("output", ""), ("errors", "")] { try streams.write(text, to: name) }
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.currentDirectoryURL = repository
  process.environment = ["PATH": "/usr/bin:/bin", "HOME": streams.path, "LC_ALL": "C.UTF-8"]
    .merging(sanitizerOptions) { $1 }.merging(environment) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: URL(filePath: streams.file("input")))
  process.standardOutput = try FileHandle(forWritingTo: URL(filePath: streams.file("output")))
  process.standardError = try FileHandle(forWritingTo: URL(filePath: streams.file("errors")))
  try process.run()
  process.waitUntilExit()
  func text(_ name: String) throws -> String { String(decoding: try streams.bytes(of: name), as: UTF8.self) }
  return ProgramRun(status: process.terminationStatus, output: try text("output"), errors: try text("errors"))
}

/// Runs one of the scripts in `Clients`, each of which prints what is wrong with the files given to it.
func client(_ name: String, _ files: String...) throws -> String { try client(name, files) }

/// Runs one of the scripts in `Clients` on files.
func client(_ name: String, _ files: [String]) throws -> String {
  let python = repository.appending(path: ".build/python/bin/python").path
  let script = repository.appending(path: "Tests/ExportTests/Clients/\(name).py").path
  let run = try run(python, ["-B", script] + files)
  try #require(run.status == 0, "\(run.errors)")
  return run.output
}

/// Files exported from sessions of the real programs.
struct ExportedFiles {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Exports the session of a script.
  ///
  /// - Returns: The path of the file.
  @discardableResult
  func export(
    _ format: String,
    of script: String,
    program: String = "todoshell",
    to name: String? = nil
  ) throws -> String {
    let path = folder.file(name ?? "file.\(format)")
    let run = try run(
      builtProgram(program),
      ["-q", "-k"],
      input: "\(script)\nexport --force \(format) '\(path)'\n"
    )
    try #require(FileManager.default.fileExists(atPath: path), "\(run.errors)")
    return path
  }

  func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}

/// Sessions to export.
enum Sessions {
  /// Two branches, a mark, effects that send and one that is cancelled, and a failed expectation.
  ///
  /// #1 and #2 add Milk, #3 and #4 add Eggs, #5 to #10 are the first branch, #11 to #13 the second.
  static let todos = """
    add Milk
    add Eggs
    mark fork
    toggle 0
    advance 400ms
    toggle 1
    advance 2s
    goto fork
    toggle 0
    run
    expect todos.count == 9
    """

  /// A violation that could be avoided until it occurred.
  static let likely =
    "add\nadd\nadd\nexplore --along --depth 2 --runs 200 always todos.count < 3\nundo 3\nadd Milk"

  /// Todos that move, also when another one is removed or has changed.
  static let moves =
    "add D\nadd C\nadd B\nadd A\nmove 0 end\nmove 2 0\nmove 3 0\ndelete 0\nmove 0 2\ntoggle 0\nrun"

  /// An alert on a page on a stack.
  static let books = """
    search wizard
    run
    open 0
    borrow
    advance 14d
    """

  /// A text that tries to end an element, begin a script, hide, or control a terminal.
  static let hostile = """
    add "<script>alert(1)</script>"
    add "</script><script>alert(2)</script><!-- ]]> --> \\" \\\\ ' `"
    add "line\\u{2028}separator \\u{202E}backwards\\u{202C} \\u{1B}[31mred\\u{0} {{script}}"
    """
}
