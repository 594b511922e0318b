import Glibc

/// A text that is being edited, with the starts of its lines.
package struct EditedText: Sendable {
  /// The text in UTF-8.
  package private(set) var bytes: [UInt8]
  /// The offset of each line; the last line has no line end.
  private(set) var starts: [Int] = [0]

  package init(_ text: some Sequence<UInt8>) {
    bytes = Array(text)
    starts += Self.starts(in: bytes, at: 0)
  }

  /// The number of lines, at least one: what follows the last line end counts as a line.
  package var lineCount: Int { starts.count }

  /// The text of a line, counted from 0, with its line end.
  func wholeLine(_ line: Int) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : bytes.count)
  }

  /// The text of a line without its line end.
  package func line(_ line: Int) -> Range<Int> {
    let range = wholeLine(line)
    guard line + 1 < starts.count else { return range }
    let end = range.upperBound - 1
    return range.lowerBound..<(end > range.lowerBound && bytes[end - 1] == .carriageReturn ? end - 1 : end)
  }

  /// The line that contains an offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(at offset: Int) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }

  /// The text in a range.
  package func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether some lines contain a text.
  func contains(_ text: [UInt8], in lines: Range<Int>) -> Bool {
    guard let last = lines.last, let first = text.first else { return false }
    var position = wholeLine(lines.lowerBound).lowerBound
    let end = wholeLine(last).upperBound - text.count
    return bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      while position <= end, let found = memchr(base + position, Int32(first), end + 1 - position) {
        if memcmp(found, text, text.count) == 0 { return true }
        position = base.distance(to: UnsafeRawPointer(found)) + 1
      }
      return false
    }
  }

  /// Replaces a part of the text.
  ///
  /// - Returns: The lines that contained the part, and by how many the number of lines grew.
  mutating func replace(
    _ range: Range<Int>,
    with text: some Collection<UInt8>
  ) -> (lines: ClosedRange<Int>, growth: Int) {
    let (first, last) = (line(at: range.lowerBound), line(at: range.upperBound))
    bytes.replaceSubrange(range, with: text)
    let new = Self.starts(in: text, at: range.lowerBound)
    let shift = text.count - range.count
    if shift != 0 {
      for line in (last + 1)..<max(last + 1, starts.count) { starts[line] += shift }
    }
    starts.replaceSubrange((first + 1)..<(last + 1), with: new)
    return (first...last, new.count - (last - first))
  }

  private static func starts(in text: some Collection<UInt8>, at offset: Int) -> [Int] {
    var starts: [Int] = []
    for (index, byte) in text.enumerated() where byte == .newline { starts.append(offset + index + 1) }
    return starts
  }
}
