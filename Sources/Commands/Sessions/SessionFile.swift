import Core
import TodoShellPlatform

/// A session file: a script that begins with a header naming the program, followed by `begin`.
///
/// ```
/// # todoshell session 1
/// begin --seed 0 --epoch 2001-01-01T00:00:00Z
/// add Milk
/// advance 10s
/// #: stopped 7
/// undo
/// ```
///
/// Each command takes one line, as it was typed. A line that starts with `#:` records the outcome of the command above
/// it; see ``SessionEntry/Outcome``.
package struct SessionFile {
  /// The name in errors.
  let path: String
  /// Its commands.
  let script: ScriptSource
  /// A last line without a line end, which was not written completely.
  let torn: (line: Int, text: String)?
  /// The number of bytes before it.
  let completeLength: Int
  /// The command at its end that was removed because the feature trapped in it.
  let trapped: String?
  /// Its line ends, which an editor may have changed.
  let lineEnd: [UInt8]

  /// Whether it is part of an exported file, which cannot be recorded in.
  private(set) var isEmbedded = false

  private var outcomes: [Int: SessionEntry.Outcome] = [:]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - program: The program whose session it must be.
  ///   - readsExports: Whether it may be an exported file that contains a session file.
  /// - Complexity: O(n).
  init(reading path: String, program: String, readsExports: Bool = false) throws(SessionFileError) {
    let contents: [UInt8]
    do { contents = try AtomicFile.contents(of: path) } catch {
      throw SessionFileError(error)
    }
    let embedded = readsExports ? EmbeddedSession.contents(of: contents) : nil
    try self.init(embedded ?? contents, path: path, program: program)
    isEmbedded = embedded != nil
  }

  /// Reads the contents of a file.
  package init(_ bytes: [UInt8], path: String, program: String) throws(SessionFileError) {
    self.path = path
    completeLength = bytes.lastIndex(of: .newline).map { $0 + 1 } ?? 0
    let complete = bytes[..<completeLength]
    lineEnd = complete.suffix(2).first == .carriageReturn ? [.carriageReturn, .newline] : [.newline]
    let lines = complete.allLines.map(\.withoutMarks)
    let first = String(decoding: lines.first ?? [], as: UTF8.self)
    if let problem = SessionFormat.problem(with: first, program: program) {
      // A file without any line end is identified by its start.
      let start = completeLength == 0 ? String(decoding: bytes.prefix(800), as: UTF8.self) : first
      let problem = SessionFormat.problem(with: start, program: program) ?? problem
      let text = String(start.prefix(200))
      throw .content(
        Diagnostic(
          problem.message,
          location: SourceLocation(file: path, line: 1, column: 1),
          length: text.count,
          sourceLine: text,
          hint: problem.hint
        ),
        status: ExitStatus.doesNotParse
      )
    }
    let tail = bytes[completeLength...]
    torn = tail.isEmpty ? nil : (lines.count, String(decoding: tail.withoutMarks, as: UTF8.self))
    let last = String(decoding: lines.dropLast().last ?? [], as: UTF8.self)
    trapped = last.hasPrefix(TrapWatch.comment) ? String(last.dropFirst(TrapWatch.comment.count)) : nil
    script = ScriptSource(complete, name: path, path: path)
    for (index, line) in lines.enumerated() where line.first == .hash {
      outcomes[index + 1] = SessionEntry.Outcome(line: String(decoding: line, as: UTF8.self)[...])
    }
  }

  /// The outcome of the command on a line.
  func outcome(of line: ScriptLine) -> SessionEntry.Outcome {
    outcomes[line.lines.upperBound + 1] ?? .init()
  }
}
