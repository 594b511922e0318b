import Foundation
import TestSupport
import Testing

/// A scenario, with the files that it begins with and those that it ends with if no call fails.
struct FaultTrial {
  private let scenario: FaultScenario
  private let library: FaultLibrary
  private let before: [String: [UInt8]]
  private let after: [String: [UInt8]]
  /// The run in which no call fails.
  private let sound: TodoShellRun

  init(_ scenario: FaultScenario) throws {
    self.scenario = scenario
    library = try FaultLibrary.shared.get()
    let folder = try TemporaryFolder()
    for (name, text) in scenario.files { try folder.write(text, to: name) }
    for commands in scenario.before {
      _ = try run(builtProgramPath, ["-q"] + commands.flatMap { ["-c", $0] }, in: folder.url)
    }
    before = try folder.files()
    sound = try library.run(scenario.arguments, in: folder).run
    after = try folder.files()
    #expect(sound.status != 2, "\(scenario): \(sound.errors)")
  }

  /// The numbers of the calls that can fail so.
  ///
  /// - Parameter names: The names of the calls; `nil` for all.
  func calls(thatCanFailWith code: FaultCode, named names: Set<Substring>? = nil) throws -> [Int] {
    let calls = try library.run(scenario.arguments, in: folderBefore(), listing: code).calls
    return calls.indices.filter { calls[$0] != "-" && names?.contains(calls[$0]) != false }.map { $0 + 1 }
  }

  private func folderBefore() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, bytes) in before { try Data(bytes).write(to: folder.url.appending(path: name)) }
    return folder
  }

  /// Runs the scenario with a fault, and checks what it leaves and prints.
  func check(_ fault: Fault) throws {
    let folder = try folderBefore()
    let (run, calls) = try library.run(scenario.arguments, in: folder, fault: fault)
    let files = try folder.files()
    let story: Comment = """
      \(scenario): \(calls.first ?? "no call"), number \(fault.call), \(fault.code)\(fault.lasts ? " lasting" : "")
      status \(run.status) (\(sound.status)), files \(files.keys.sorted()), calls \(calls)
      \(run.errors)
      """
    #expect(!calls.isEmpty, story)
    checkNames(of: files, fault, calls, story)
    for (name, bytes) in files where before.keys.contains(name) || after.keys.contains(name) {
      checkContents(bytes, of: name, fault, story)
    }
    if let journal = scenario.journal { try checkJournal(journal, in: folder, run, fault, calls, story) }
    switch fault.code {
    case .interrupted, .short:
      #expect(run == sound, story)
      #expect(Set(files.keys) == Set(after.keys), story)
      for name in files.keys.sorted() where files[name] != after[name] {
        Issue.record("\(story)\(name): \(String(decoding: files[name] ?? [], as: UTF8.self))")
      }
    case .kill: #expect(run.status == 128 + SIGKILL, story)
    default: checkReport(run, files, fault, calls, story)
    }
  }

  /// A file that has been written is left behind only if it cannot be removed.
  private func checkNames(
    of files: [String: [UInt8]],
    _ fault: Fault,
    _ calls: [Substring],
    _ story: Comment
  ) {
    #expect(Set(before.keys).subtracting(files.keys).isEmpty, story)
    let others = Set(files.keys).subtracting(before.keys).subtracting(after.keys)
    if fault.code == .kill || calls.contains("unlink") {
      #expect(others.allSatisfy { $0.contains(".~replacing~") }, story)
    } else {
      #expect(others.isEmpty, story)
    }
  }

  private func checkContents(_ bytes: [UInt8], of name: String, _ fault: Fault, _ story: Comment) {
    if name == scenario.journal { return }
    if name == scenario.stream {
      return #expect(bytes.starts(with: before[name] ?? []), story)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let tells = scenario.reports.contains(name) && fault.code.reason.map(text.contains) == true
    let isWhole = bytes == before[name] || bytes == after[name]
    #expect(isWhole || tells, "\(story)\(name): \(text)")
  }

  /// A result that is missing is an error that says so.
  private func checkReport(
    _ run: TodoShellRun,
    _ files: [String: [UInt8]],
    _ fault: Fault,
    _ calls: [Substring],
    _ story: Comment
  ) {
    if run.status == sound.status, run.output == sound.output, files == after { return }
    #expect(run.output != sound.output || run.errors != sound.errors, story)
    #expect(run.errors.contains(fault.code.reason ?? "?"), "\(story)\(run.output)")
    // A folder that cannot be made is named instead of the files in it.
    let names = Set(before.keys).union(after.keys).map { $0.prefix { $0 != "/" } }
    #expect(names.contains { run.errors.contains($0) }, story)
    #expect(scenario.failures.isEmpty ? run.status != 0 : scenario.failures.contains(run.status), story)
    if sound.output.hasSuffix("\n42\n") || sound.output == "42\n" {
      #expect(run.output.hasSuffix("42\n"), "the shell continues: \(story)")
    }
  }

  /// The session in memory is the one in the file.
  private func checkJournal(
    _ name: String,
    in folder: TemporaryFolder,
    _ run: TodoShellRun,
    _ fault: Fault,
    _ calls: [Substring],
    _ story: Comment
  ) throws {
    guard FileManager.default.fileExists(atPath: folder.file(name)) else { return }
    let text = String(decoding: try folder.bytes(of: name), as: UTF8.self)
    let load = ["load '\(name)'"] + FaultScenario.look
    let loaded = try TodoShellTests.run(
      builtProgramPath,
      ["-q"] + load.flatMap { ["-c", $0] },
      in: folder.url
    )
    #expect(loaded.status == 0, "\(story)\(loaded.errors)\(text)")
    // Unless the shell does not record, or could not remove a command that it then did not run.
    guard fault.code != .kill, !calls.contains("ftruncate"),
      !["load s", "record s", "record --stop", "save s"].contains(where: { run.errors.contains("\n\($0)\n") }
      ),
      let seen = Self.looked(run.output)
    else { return }
    #expect(Self.looked(loaded.output) == seen, "\(story)\(text)")
  }

  private static func looked(_ output: String) -> Substring? {
    output.range(of: "\"--\"\n").map { output[$0.upperBound...] }
  }
}

extension TemporaryFolder {
  /// The files in the folder and its folders, by their paths in it, without how long something took.
  fileprivate func files() throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    return try Dictionary(
      uniqueKeysWithValues: names.filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file(name), isDirectory: &isFolder)
          && !isFolder.boolValue
      }.map { ($0, Self.withoutTimes(try bytes(of: $0))) }
    )
  }

  private static func withoutTimes(_ bytes: [UInt8]) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    return Array(text.replacing(#/ time="[0-9.]+"/#, with: "").utf8)
  }
}
