import Core
import TodoShellPlatform

/// A sequence of steps in a corpus, as a script: what leads to it, the steps, and what checks the result.
struct SavedSequence {
  let comments: [String]
  let setup: [String]
  let steps: [String]
  let end: [String]

  private static var startMark: String { "# explore: start" }
  private static var endMark: String { "# explore: end" }

  /// The lines of the script.
  var lines: [String] { comments + setup + [Self.startMark] + steps + [Self.endMark] + end }

  /// The steps in a script: between the marks, or all commands if there are none.
  ///
  /// - Throws: The first error, which is in the file.
  static func steps(in bytes: [UInt8], file: String) throws(Diagnostic) -> [ScriptLine] {
    let script = try Script.lines(of: bytes, file: file)
    let lines = bytes.allLines.map { line in
      String(decoding: line.last == .carriageReturn ? line.dropLast() : line, as: UTF8.self)
    }
    // Lines are numbered from 1.
    let start = lines.firstIndex { $0 == startMark }.map { $0 + 1 } ?? 0
    let end = lines.firstIndex { $0 == endMark }.map { $0 + 1 } ?? .max
    return script.filter { $0.lines.lowerBound > start && $0.lines.upperBound < end }
  }

  /// Writes it to a file in a folder, unless the folder has a sequence of the same kind with these steps.
  ///
  /// - Parameter kind: The beginning of the file's name.
  func save(in folder: String, kind: String) throws(SystemError) {
    let path = "\(folder)/\(kind)-\(stableName(of: steps.joined(separator: "\n"))).todoscript"
    guard try AtomicFile.read(path) == nil else { return }
    try AtomicFile.makeFolder(folder, mode: 0o777)
    let text = lines.joined(separator: "\n") + "\n"
    try AtomicFile.replace(path, with: text.utf8, newMode: 0o666)
  }
}

/// A file of a corpus that is tried.
struct ReplayedFile {
  let path: String
  /// The steps, with their lines in the file.
  var steps: [(step: StepRecord, line: Int)] = []
  /// Why it cannot be replayed completely, if it was found out.
  var refusal: (line: Int, reason: any Error)?
}
