import Core
import Glibc

/// Reads scripts from files, pipes and devices, which may be endless: it stops as soon as what comes can be no script.
struct ScriptReader {
  /// The most bytes that a script may have. Whoever has more to say has made a mistake, such as `yes | shell`.
  static let mostBytes = 64 << 20

  /// Asked whenever something may have come up: whether someone wants the reading to end.
  var isInterrupted: () -> Bool = { false }

  /// Reads the script in the file at `path`.
  ///
  /// - Throws: `SystemError`, with the code `EINTR` when it was interrupted.
  /// - Complexity: O(n).
  func script(path: String) throws(SystemError) -> Script {
    // Without a writer the opening of a named pipe would block where no one can interrupt it; `poll` waits instead.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError("read", subject: path) }
    defer { close(descriptor) }
    return try script(descriptor, subject: path, file: path)
  }

  /// Reads the script on standard input, named `-`.
  ///
  /// - Throws: `SystemError`.
  /// - Complexity: O(n).
  func standardInput() throws(SystemError) -> Script {
    try script(STDIN_FILENO, subject: "standard input", file: "-")
  }

  /// Reads a script up to its end, or up to the first thing that shows that it is none.
  func script(_ descriptor: Int32, subject: String, file: String) throws(SystemError) -> Script {
    var content = Content()
    try Descriptor.read(descriptor, subject: subject, isInterrupted: isInterrupted) { content.append($0) }
    if content.bytes.count > Self.mostBytes { return .tooLarge(file: file, line: content.lastLine) }
    return Script(scanning: content.bytes, file: file, isCut: content.isCut)
  }

  /// What has been read so far.
  private struct Content {
    var bytes: [UInt8] = []
    /// Whether there was more, which nobody needs to see.
    var isCut = false
    private var lineStart = 0

    /// The number of the last line.
    var lastLine: Int { 1 + bytes.count { $0 == .newline } }

    /// - Returns: Whether more is wanted.
    mutating func append(_ chunk: UnsafeRawBufferPointer) -> Bool {
      let start = bytes.count
      bytes.append(contentsOf: chunk)
      if let newline = chunk.lastIndex(of: .newline) { lineStart = start + newline + 1 }
      if let null = firstNull(in: chunk) {
        isCut = true
        // The lines behind it are reported as long as they are whole.
        if lineStart > start + null { bytes.removeSubrange(lineStart...) }
      } else if bytes.count - lineStart > Script.longestLine + Self.lineMargin {
        isCut = true
      }
      return !isCut && bytes.count <= ScriptReader.mostBytes
    }

    /// A byte order mark and a CR do not count as part of a line.
    private static let lineMargin = 4

    private func firstNull(in chunk: UnsafeRawBufferPointer) -> Int? {
      guard let start = chunk.baseAddress, let null = memchr(start, 0, chunk.count) else { return nil }
      return UnsafeRawPointer(null) - start
    }
  }
}

extension Script {
  fileprivate static func tooLarge(file: String, line: Int) -> Script {
    Script(
      file: file,
      diagnostic: Diagnostic(
        "the script has more than \(ScriptReader.mostBytes >> 20) MiB, the most it can have",
        location: SourceLocation(file: file, line: line, column: 1),
        sourceLine: "",
        remedy: "is this a script? Cut it into several"
      )
    )
  }
}
