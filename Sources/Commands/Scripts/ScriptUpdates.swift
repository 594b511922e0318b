import Core
import TodoShellSystem

/// The updates to the expected output of all scripts that ran.
package final class ScriptUpdates {
  private struct Edit {
    /// The physical lines to remove.
    var removed: Set<Int>
    /// The lines to insert after the edit's line.
    var lines: [String]
    /// The failure that it resolves.
    var failure: Failure?
  }

  /// The edits by file and by the line after which lines are inserted or replaced.
  private var edits: [String: [Int: Edit]] = [:]
  /// The failures in files that could not be updated.
  package private(set) var remaining: [Failure] = []
  /// The edits that have been written.
  private var written: [String: [Int: Edit]] = [:]
  /// The text of each file when it was read, by its resolved path.
  private var texts: [String: [UInt8]] = [:]
  /// The resolved path of each script.
  private var paths: [String: String] = [:]
  /// The files whose text changed during the run.
  private var changed: Set<String> = []
  /// The first output at each location of expected output, and whether it differs from that.
  private var outputs: [SourceLocation: (printed: [String], isEdited: Bool)] = [:]
  /// The lines in spellings of earlier versions, by file and number.
  private var respelled: [String: [Int: Respelling]] = [:]
  /// The files with output that varies, which are not updated.
  private var conflicts: Set<String> = []

  package init() {
  }

  /// A failed expectation of a script.
  package typealias Failure = (script: String, diagnostic: Diagnostic)

  /// Keeps the text of a script, which must still be unchanged when the script is updated.
  ///
  /// - Parameter table: The commands, whose former spellings in it are updated.
  /// - Complexity: O(*n*) in the length of the script.
  package func note(_ script: ScriptSource, _ table: CommandTable) {
    guard script.isRegularFile, let path = script.path else { return }
    let target = AtomicFile.resolvingLinks(path)
    paths[path] = target
    if texts[target, default: script.bytes] != script.bytes { changed.insert(target) }
    texts[target] = script.bytes
    respelled[target] = table.respelledLines(of: script.bytes)
  }

  /// Records the output of a command with expected output.
  ///
  /// - Parameters:
  ///   - difference: The difference from the expected output.
  ///   - failure: The failure that remains if the file cannot be updated.
  ///   - printed: The complete output.
  ///   - expected: The expected output in the script.
  /// - Throws: An error if the command, in a block or a script that runs more than once, printed something else before,
  ///   so that no lines match both.
  func note(
    _ difference: ExpectedOutput.Difference?,
    _ failure: Failure?,
    of printed: [String],
    from expected: ExpectedOutput
  ) throws(Diagnostic) {
    let first = expected.lines[0]
    let name = first.source.page.file
    let file = paths[name] ?? name
    let place = SourceLocation(file: file, line: first.lines.lowerBound, column: 1)
    if let earlier = outputs[place] {
      if earlier.printed == printed || difference == nil && !earlier.isEdited { return }
      conflicts.insert(file)
      throw first.source.diagnostic(
        "--update cannot write this output, which is not the same each time",
        notes: ["printed before:"] + ExpectedOutput.shown(earlier.printed) + ["and now:"]
          + ExpectedOutput.shown(printed),
        hint: "write … for what differs; '\(name)' is not changed"
      )
    }
    outputs[place] = (printed, difference != nil)
    guard let difference else { return }
    let removed = expected.lines[difference.expected].map(\.lines.lowerBound)
    let anchor = expected.lines[
      max(0, min(difference.expected.lowerBound, expected.lines.count) - (removed.isEmpty ? 1 : 0))
    ]
    edits[file, default: [:]][removed.first ?? anchor.lines.lowerBound] = Edit(
      removed: Set(removed),
      lines: difference.printed.map(ExpectedOutput.written),
      failure: failure
    )
  }

  /// Rewrites the lines that differ, each script atomically. A script that changed since it ran is not updated.
  ///
  /// - Parameter console: Where to report each script and the number of updated commands.
  /// - Returns: The exit code.
  package func write(to console: Console) -> Int32 {
    let names = Dictionary(paths.map { ($1, $0) }) { min($0, $1) }
    var status = ExitStatus.success
    let files = Set(edits.keys).union(respelled.filter { !$0.value.isEmpty }.keys)
    for file in files.sorted() {
      let edits = edits[file, default: [:]]
      let name = names[file] ?? file
      let failures = edits.inOrderOfKeys.compactMap(\.value.failure)
      // The conflict has been reported.
      if conflicts.contains(file) {
        remaining += failures
        continue
      }
      do {
        if try rewrite(file, name, edits) {
          written[file] = edits
          let spellings = respelled[file, default: [:]].count
          let parts = [(edits.count, "expected output"), (spellings, "spelling")].filter { $0.0 > 0 }
          let text = parts.map { "the \($0.1) of \(counted($0.0, "command"))" }.joined(separator: ", ")
          console.note("updated \(name): \(text)")
          continue
        }
        console.report("'\(name)' changed while it ran and was not updated")
      } catch {
        console.report(error.description)
      }
      remaining += failures
      status = ExitStatus.inputOutput
    }
    edits = [:]
    return status
  }

  /// Where a line of a script is after the script was rewritten.
  package func newLocation(_ location: SourceLocation) -> SourceLocation {
    var location = location
    let before = written[paths[location.file] ?? location.file, default: [:]].filter {
      $0.key < location.line
    }
    for edit in before.values { location.line += edit.lines.count - edit.removed.count }
    return location
  }

  /// - Returns: Whether the file was unchanged.
  private func rewrite(_ file: String, _ name: String, _ edits: [Int: Edit]) throws(SystemError) -> Bool {
    guard let text = texts[file] else { throw SystemError("write", subject: name, code: EINVAL) }
    // Other shells that update the same script wait, and then find it changed.
    let lock = try FileLock(folder: AtomicFile.folder(of: file))
    defer { lock.release() }
    guard !changed.contains(file), try AtomicFile.read(file) == text else { return false }
    try AtomicFile.checkProtection(of: file)
    try AtomicFile.replace(file, with: Self.applying(edits, respelled[file, default: [:]], to: text))
    return true
  }

  private static func applying(
    _ edits: [Int: Edit],
    _ respelled: [Int: Respelling],
    to bytes: [UInt8]
  ) -> [UInt8] {
    let removed = edits.values.reduce(into: Set<Int>()) { $0.formUnion($1.removed) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var number = 1
    // A last line without a line end gets that of the line before.
    var lineEnd = [UInt8.newline]
    for line in bytes.allLines {
      let isLast = line.endIndex == bytes.endIndex
      if !isLast { lineEnd = line.last == .carriageReturn ? [.carriageReturn, .newline] : [.newline] }
      if !removed.contains(number) {
        result += respelled[number]?.applied(to: line) ?? Array(line)
        if !isLast { result.append(.newline) }
      }
      if let edit = edits[number] {
        if isLast, !removed.contains(number) {
          result += line.last == .carriageReturn ? [.newline] : lineEnd
        }
        let indentation = line.prefix { $0.isBlank }
        for text in edit.lines { result += indentation + Array(text.utf8) + lineEnd }
      }
      number += 1
    }
    return result
  }
}
