import Core
import Foundation
import Glibc

/// Expected output that is to be rewritten, in all scripts that ran.
final class ScriptUpdates {
  private struct Edit: Equatable {
    /// The physical lines that go.
    var removed: Set<Int>
    /// What comes behind the line that the edit belongs to.
    var lines: [String]
  }

  /// By file, and by the number of the line that the new ones follow or replace.
  private var edits: [String: [Int: Edit]] = [:]

  /// Notes that a command printed something else than what stands behind it.
  ///
  /// - Parameter isRepeated: Whether it printed something before, in a block.
  /// - Returns: Whether that can be written down; not if the command printed yet something else before, in a script that
  ///   runs more than once.
  func note(
    _ difference: ExpectedOutput.Difference,
    from expected: ExpectedOutput,
    isRepeated: Bool
  ) -> Bool {
    let removed = expected.lines[difference.expected].map(\.lines.lowerBound)
    let anchor = expected.lines[
      max(0, min(difference.expected.lowerBound, expected.lines.count) - (removed.isEmpty ? 1 : 0))
    ]
    let edit = Edit(removed: Set(removed), lines: difference.printed.map(ExpectedOutput.written))
    let number = removed.first ?? anchor.lines.lowerBound
    let file = anchor.source.line.file
    if let earlier = edits[file]?[number] { return earlier == edit }
    // In the first round all of it was as expected.
    if isRepeated { return false }
    edits[file, default: [:]][number] = edit
    return true
  }

  /// Rewrites the scripts, each at once, and of each only the lines that differ.
  ///
  /// - Parameter report: Told of each script, and how many commands in it have other lines now.
  /// - Throws: `SystemError`; scripts that were not rewritten are as they were.
  func write(report: (_ file: String, _ count: Int) -> Void) throws(SystemError) {
    for (file, edits) in edits.sorted(by: { $0.key < $1.key }) {
      guard try OpenFile(path: file, flags: O_RDONLY | O_NONBLOCK).isRegular else {
        throw SystemError("write", subject: file, code: EINVAL)
      }
      let bytes = try AtomicFile.read(file) ?? []
      try AtomicFile.replace(file, with: Self.applying(edits, to: bytes))
      report(file, edits.count)
    }
    edits = [:]
  }

  private static func applying(_ edits: [Int: Edit], to bytes: [UInt8]) -> [UInt8] {
    let removed = edits.values.reduce(into: Set<Int>()) { $0.formUnion($1.removed) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var number = 1
    for line in bytes.split(separator: .newline, omittingEmptySubsequences: false) {
      let isLast = line.endIndex == bytes.endIndex
      if !removed.contains(number) {
        result += line
        if !isLast { result.append(.newline) }
      }
      if let edit = edits[number] {
        if isLast, !removed.contains(number) { result.append(.newline) }
        let indentation = line.prefix { $0.isBlank }
        let end = line.last == .carriageReturn ? [.carriageReturn, .newline] : [UInt8.newline]
        for text in edit.lines { result += indentation + Array(text.utf8) + end }
      }
      number += 1
    }
    return result
  }
}
