import Foundation
import TestSupport
import Testing

/// What a run of the real binary printed, and how it ended.
struct TodoShellRun: Equatable {
  /// The exit code; 128 and more for a signal, as a shell has it.
  let status: Int32
  let output: String
  let errors: String
}

/// The folder of the repository.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Runs the real binary, without a terminal, to its end.
///
/// The streams are files, not pipes: nothing can block, however much is printed.
func todoshell(
  _ arguments: String...,
  input: String = "",
  in folder: URL = repository,
  environment: [String: String] = [:]
) throws -> TodoShellRun {
  try run(builtProgram("todoshell"), arguments, input: Data(input.utf8), in: folder, environment: environment)
}

/// Runs a program without a terminal, to its end.
func run(
  _ program: String,
  _ arguments: [String],
  input: Data = Data(),
  in folder: URL = repository,
  environment: [String: String] = [:]
) throws -> TodoShellRun {
  let streams = try TemporaryFolder()
  let names = ["input", "output", "errors"]
  let files = names.map { streams.url.appending(path: $0) }
  try input.write(to: files[0])
  for file in files[1...] { try Data().write(to: file) }
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.environment = ["PATH": "/usr/bin:/bin", "HOME": streams.url.path, "LC_ALL": "C.UTF-8"]
    .merging(sanitizerOptions) { $1 }.merging(environment) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: files[0])
  process.standardOutput = try FileHandle(forWritingTo: files[1])
  process.standardError = try FileHandle(forWritingTo: files[2])
  try process.run()
  process.waitUntilExit()
  let isSignal = process.terminationReason == .uncaughtSignal
  return TodoShellRun(
    status: process.terminationStatus + (isSignal ? 128 : 0),
    output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
    errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
  )
}

/// Sources a script that a breakpoint from outside ends once there are two todos, its last command not being run.
///
/// - Parameters:
///   - script: The script.
///   - remark: What is said of the part of it that was running.
func expectPause(in script: String, saying remark: String) throws {
  let folder = try TemporaryFolder()
  try folder.write(script, to: "inner")
  try folder.write("break todos.count == 2\nsource inner\nprint todos.count\n", to: "outer")
  let run = try run(builtProgramPath, ["-q", "outer"], in: folder.url)
  #expect(run.errors == "")
  #expect(run.output.contains("\(remark)\n"), "\(run.output)")
  #expect(run.output.contains("the last command of inner did not run\n"), "\(run.output)")
  #expect(run.output.hasSuffix("\n2\n"), "\(run.output)")
}

extension TemporaryFolder {
  var url: URL { URL(filePath: path) }

  /// Makes a folder in the folder, with all that lead to it.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }
}
