import Core
import Glibc

/// A session as it lies in a file: a script that begins with whose it is, and then with `begin`.
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
/// Each command takes one line, in the form in which it was typed. A line that starts with `#:` says what the command
/// above it does not: see ``SessionEntry/Outcome``.
struct SessionFile {
  /// The name that errors show.
  let path: String
  /// Its commands.
  let script: ScriptSource
  /// A last line without an end, which was not written to its end.
  let torn: (line: Int, text: String)?
  /// How many bytes come before that.
  let completeLength: Int
  /// What its lines end with: an editor may have given it others than a shell writes.
  let lineEnd: [UInt8]

  private let outcomes: [Int: SessionEntry.Outcome]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - program: The program whose session it must be.
  /// - Complexity: O(n).
  init(reading path: String, program: String) throws(SessionFileError) {
    let contents: [UInt8]?
    do throws(SystemError) { contents = try AtomicFile.read(path) } catch { throw SessionFileError(error) }
    guard let contents else { throw SessionFileError(SystemError("read", subject: path, code: ENOENT)) }
    try self.init(contents, path: path, program: program)
  }

  init(_ bytes: [UInt8], path: String, program: String) throws(SessionFileError) {
    self.path = path
    completeLength = bytes.lastIndex(of: .newline).map { $0 + 1 } ?? 0
    let complete = bytes[..<completeLength]
    lineEnd = complete.suffix(2).first == .carriageReturn ? [.carriageReturn, .newline] : [.newline]
    let lines = complete.split(separator: .newline, omittingEmptySubsequences: false).map(\.withoutMarks)
    let first = String(decoding: lines.first ?? [], as: UTF8.self)
    if let problem = SessionFormat.problem(with: first, program: program) {
      // What has no line end at all is shown by its start.
      let start = completeLength == 0 ? String(decoding: bytes.prefix(800), as: UTF8.self) : first
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
    script = ScriptSource(complete, name: path, path: path)
    var outcomes: [Int: SessionEntry.Outcome] = [:]
    for (index, line) in lines.enumerated() where line.first == UInt8(ascii: "#") {
      outcomes[index + 1] = SessionEntry.Outcome(line: Substring(decoding: line, as: UTF8.self))
    }
    self.outcomes = outcomes
  }

  /// How the command on a line went.
  func outcome(of line: CommandLine) -> SessionEntry.Outcome {
    outcomes[line.lines.upperBound + 1] ?? .init()
  }
}

extension Substring {
  fileprivate init(decoding bytes: ArraySlice<UInt8>, as _: UTF8.Type) {
    self = String(decoding: bytes, as: UTF8.self)[...]
  }
}
