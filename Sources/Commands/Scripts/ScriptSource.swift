import Core
import Glibc

/// Where a script comes from. It can be read from its start as often as is needed: what can be read only once, such as a
/// pipe, is kept.
package final class ScriptSource {
  /// The most bytes of a pipe or a device that are kept. Whoever has more to say has made a mistake, such as
  /// `yes | shell`, or can say it in a file, which may have any length.
  static var mostKept: Int { 256 << 20 }

  /// The name that errors show.
  package let name: String
  /// The file that it is, which the paths in it are relative to; `nil` for what is none.
  let path: String?
  private let firstLine: Int
  private let content: Content

  private enum Content {
    case bytes([UInt8])
    case lines([CommandLine])
    /// A file that is opened anew for each reading.
    case file(String)
    case descriptor(OpenFile, start: Int)
    /// There is too much of it, which is all that is known.
    case tooLarge
  }

  /// Whether it is the lines of a macro, which cannot change any more.
  var isOfMacro: Bool {
    if case .lines = content { true } else { false }
  }

  private init(name: String, path: String?, content: Content) {
    self.name = name
    self.path = path
    firstLine = 1
    self.content = content
  }

  /// A script that has been read already.
  ///
  /// - Parameters:
  ///   - text: Its bytes.
  ///   - name: The name that errors show.
  ///   - path: The file that the paths in it are relative to, if it is one.
  ///   - firstLine: The number of its first line.
  package init(_ text: some Sequence<UInt8>, name: String, path: String? = nil, firstLine: Int = 1) {
    self.name = name
    self.firstLine = firstLine
    self.path = path
    content = .bytes(Array(text))
  }

  /// Lines of another script.
  ///
  /// - Parameters:
  ///   - lines: What they are; they know where they stand.
  ///   - name: What they are called together.
  init(lines: [CommandLine], name: String) {
    self.name = name
    path = nil
    firstLine = 1
    content = .lines(lines)
  }

  /// The script in the file at `path`, which may be a named pipe or a device; those are read to their ends.
  ///
  /// - Parameter isInterrupted: Whether the reading should end.
  /// - Throws: `SystemError`, with the code `EINTR` when it was interrupted.
  package static func file(
    _ path: String,
    _ isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> ScriptSource {
    // Without a writer the opening of a named pipe would block where no one can interrupt it; `poll` waits instead.
    try self.file(OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK), at: path, isInterrupted)
  }

  /// The script in a file that is open. A named pipe must not be opened again: its writer may have come and gone by then.
  ///
  /// - Throws: `SystemError`, with the code `EINTR` when it was interrupted.
  static func file(
    _ file: OpenFile,
    at path: String,
    _ isInterrupted: () -> Bool
  ) throws(SystemError) -> ScriptSource {
    if file.isRegular { return ScriptSource(name: path, path: path, content: .file(path)) }
    let content = try kept(file.descriptor, subject: path, isInterrupted: isInterrupted)
    return ScriptSource(name: path, path: path, content: content)
  }

  /// The script on standard input, named `-`.
  ///
  /// - Throws: `SystemError`.
  package static func standardInput(
    isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> ScriptSource {
    let input = OpenFile(STDIN_FILENO, isOwned: false)
    let start = input.isRegular ? lseek(STDIN_FILENO, 0, SEEK_CUR) : -1
    guard start >= 0 else {
      let content = try kept(STDIN_FILENO, subject: "standard input", isInterrupted: isInterrupted)
      return ScriptSource(name: "-", path: nil, content: content)
    }
    // Whoever reads it after us finds it read, as a pipe would be.
    lseek(STDIN_FILENO, 0, SEEK_END)
    return ScriptSource(name: "-", path: nil, content: .descriptor(input, start: start))
  }

  /// Reads what can be read only once, up to its end or to the first thing that shows that it is no script.
  private static func kept(
    _ descriptor: Int32,
    subject: String,
    isInterrupted: () -> Bool
  ) throws(SystemError) -> Content {
    var spool = InputBuffer()
    var failure: SystemError?
    try Descriptor.read(descriptor, subject: subject, isInterrupted: isInterrupted) { chunk in
      failure = spool.append(chunk)
      return failure == nil && !spool.isCut && spool.count <= mostKept
    }
    if let failure { throw failure }
    if spool.count > mostKept { return .tooLarge }
    return spool.file.map { .descriptor($0, start: 0) } ?? .bytes(spool.bytes)
  }

  /// Starts to read.
  ///
  /// - Parameter place: Where; a place of an earlier reading. The start if it is `nil`.
  /// - Throws: `SystemError` if the file cannot be opened.
  func open(at place: ScriptStream.Place? = nil) throws(SystemError) -> ScriptStream {
    switch content {
    case .bytes(let bytes): ScriptStream(name: name, bytes: bytes, firstLine: firstLine, from: place)
    case .lines(let lines): ScriptStream(name: name, items: lines.map { .command($0) })
    case .file(let path):
      ScriptStream(
        name: name,
        file: try OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK),
        start: 0,
        from: place
      )
    case .descriptor(let file, let start): ScriptStream(name: name, file: file, start: start, from: place)
    case .tooLarge: ScriptStream(name: name, items: [.error(tooLarge)])
    }
  }

  /// The error that says that someone wanted the reading to end.
  var interruption: SystemError { SystemError("read", subject: name, code: EINTR) }

  private var tooLarge: Diagnostic {
    Diagnostic(
      "the script has more than \(Self.mostKept >> 20) MiB, the limit for a pipe",
      location: SourceLocation(file: name, line: 1, column: 1),
      sourceLine: "",
      hint: "is this a script? A script in a file can have any length"
    )
  }
}
