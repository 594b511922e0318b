import Core
import Glibc

/// The source of a script, which can be read repeatedly: input that can be read only once, such as a pipe, is buffered.
///
/// The first reading checks the lines. Later ones give the same lines, or an error if the file has changed since.
package final class ScriptSource {
  /// The limit in bytes for buffered input. More is an accident such as `yes | shell`, or belongs in a file, which can
  /// have any length.
  static var mostKept: Int { 64 << 20 }

  /// The name in errors.
  package let name: String
  /// The path of the file, to which paths in it are relative; `nil` if it is not a file.
  package let path: String?
  private let firstLine: Int
  private let content: Content
  /// A hash of each part of a file, from when the part was first read.
  private var hashes: [Int] = []

  private enum Content {
    case bytes([UInt8])
    case lines([CommandLine])
    /// A file, which is opened for each reading.
    case file(String)
    case descriptor(OpenFile, start: Int)
    /// Input that exceeds the limit.
    case tooLarge
  }

  private init(name: String, path: String?, content: Content) {
    self.name = name
    self.path = path
    firstLine = 1
    self.content = content
  }

  /// Creates a source from bytes.
  ///
  /// - Parameters:
  ///   - text: Its bytes.
  ///   - name: The name in errors.
  ///   - path: The file to which paths in it are relative, if any.
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
  ///   - lines: The lines, with their locations.
  ///   - name: The name in errors.
  init(lines: [CommandLine], name: String) {
    self.name = name
    path = nil
    firstLine = 1
    content = .lines(lines)
  }

  /// The script in the file at `path`. Named pipes and devices are read to their ends.
  ///
  /// - Parameter isInterrupted: Whether to stop reading.
  /// - Throws: `SystemError`, with the code `EINTR` when it was interrupted.
  package static func file(
    _ path: String,
    _ isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> ScriptSource {
    // Opening a named pipe without a writer would block uninterruptibly; `poll` waits instead.
    try self.file(OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK), at: path, isInterrupted)
  }

  /// The script in a regular file. Nothing else is opened for reading, because it might have no end.
  ///
  /// - Throws: `SystemError`, with the code `ENOTSUP` for a pipe or a device.
  package static func regularFile(_ path: String) throws(SystemError) -> ScriptSource {
    guard try OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK).isRegular else {
      throw SystemError("read", subject: path, code: ENOTSUP)
    }
    return ScriptSource(name: path, path: path, content: .file(path))
  }

  /// The script in an open file. A named pipe must not be opened again, since its writer may be gone by then.
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
    // Leaves the file offset at the end, as with a pipe.
    lseek(STDIN_FILENO, 0, SEEK_END)
    return ScriptSource(name: "-", path: nil, content: .descriptor(input, start: start))
  }

  /// Buffers input that can be read only once, up to its end or until it cannot be a script.
  private static func kept(
    _ descriptor: Int32,
    subject: String,
    isInterrupted: () -> Bool
  ) throws(SystemError) -> Content {
    var bytes: [UInt8] = []
    var lineStart = 0
    try Descriptor.read(descriptor, subject: subject, isInterrupted: isInterrupted) { chunk in
      if let newline = chunk.lastIndex(of: .newline) { lineStart = bytes.count + newline + 1 }
      bytes.append(contentsOf: chunk)
      // A few more bytes distinguish a line of the maximum length from a longer one.
      return bytes.count - lineStart <= Script.longestLine + 16 && !chunk.contains(0)
        && bytes.count <= mostKept
    }
    return bytes.count > mostKept ? .tooLarge : .bytes(bytes)
  }

  /// Starts to read.
  ///
  /// - Parameter place: A position from an earlier reading; `nil` for the start.
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
        from: place,
        isAsChecked: isAsChecked
      )
    case .descriptor(let file, let start):
      ScriptStream(name: name, file: file, start: start, from: place, isAsChecked: isAsChecked)
    case .tooLarge: ScriptStream(name: name, items: [.error(tooLarge)])
    }
  }

  /// Whether a part of a file is the same as when it was first read. The parts are first read in order.
  private func isAsChecked(_ number: Int, _ part: UnsafeRawBufferPointer) -> Bool {
    var hasher = Hasher()
    hasher.combine(bytes: part)
    let hash = hasher.finalize()
    if number == hashes.count { hashes.append(hash) }
    return hashes[number] == hash
  }

  /// The error for interrupted reading.
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
