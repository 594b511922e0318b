/// Text that the terminal has marked as pasted.
struct Paste {
  /// Whether the terminal has begun to send the text, and libedit is about to run the command that reads it.
  var isAnnounced = false
  /// The text received so far.
  private var bytes: [UInt8] = []
  /// The lines that have not been inserted yet.
  private var lines: ArraySlice<Substring> = []

  private static let end = Array("\u{1B}[201~".utf8)

  /// Adds a byte that has arrived.
  ///
  /// - Returns: Whether the text is complete.
  mutating func append(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    guard byte == Self.end.last, bytes.suffix(Self.end.count) == Self.end[...] else { return false }
    let text = String(decoding: bytes.dropLast(Self.end.count), as: UTF8.self)
    lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }[...]
    bytes = []
    return true
  }

  /// Removes and returns the text up to its next line break, or to its end.
  mutating func takeLine() -> (text: String, isWhole: Bool) {
    let line = lines.popFirst() ?? ""
    return (String(line), !lines.isEmpty)
  }

  /// Removes all lines, and returns those that are not empty, joined by spaces.
  mutating func takeAll() -> String {
    defer { lines = [] }
    return lines.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
