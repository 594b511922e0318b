/// A text that is being edited, with the starts of its lines.
package struct EditedText: Sendable {
  /// The text in UTF-8.
  package private(set) var bytes: [UInt8]
  /// The offset of each line; the last line has no line end.
  private var starts: [Int] = [0]

  init(_ text: some Sequence<UInt8>) {
    bytes = Array(text)
    starts += Self.starts(in: bytes, at: 0)
  }

  /// The number of lines, at least one: what follows the last line end counts as a line.
  package var lineCount: Int { starts.count }

  /// The text of a line, counted from 0, without its line end.
  package func line(_ line: Int) -> Range<Int> {
    let start = starts[line]
    guard line + 1 < starts.count else { return start..<bytes.count }
    let end = starts[line + 1] - 1
    return start..<(end > start && bytes[end - 1] == .carriageReturn ? end - 1 : end)
  }

  /// The line that contains an offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(at offset: Int) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }

  /// The text in a range.
  package func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Replaces a part of the text.
  mutating func replace(_ range: Range<Int>, with text: some Collection<UInt8>) {
    let first = line(at: range.lowerBound)
    let last = line(at: range.upperBound)
    bytes.replaceSubrange(range, with: text)
    let shift = text.count - range.count
    for line in (last + 1)..<max(last + 1, starts.count) { starts[line] += shift }
    starts.replaceSubrange((first + 1)..<(last + 1), with: Self.starts(in: text, at: range.lowerBound))
  }

  private static func starts(in text: some Collection<UInt8>, at offset: Int) -> [Int] {
    text.enumerated().filter { $1 == .newline }.map { index, _ in offset + index + 1 }
  }
}
