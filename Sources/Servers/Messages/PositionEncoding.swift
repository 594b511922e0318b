import TodoShellCommands
import Core

/// The unit in which client and server count the characters of a text.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  /// Unicode code points.
  case utf32 = "utf-32"

  /// The number of units of a text in UTF-8.
  func count(_ text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { $0 + units(of: $1) }
  }

  /// How many bytes the first `units` units of a text in UTF-8 take. A position within a character is at its start.
  func offset(_ units: Int, in text: ArraySlice<UInt8>) -> Int {
    var rest = units
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[(start + 1)...].firstIndex { !$0.continuesCharacter } ?? text.endIndex
      rest -= count(text[start..<end])
      if rest < 0 { break }
      start = end
    }
    return start - text.startIndex
  }

  private func units(of byte: UInt8) -> Int {
    if self == .utf8 { return 1 }
    // A character of four bytes takes two units of UTF-16.
    return byte.continuesCharacter ? 0 : self == .utf16 && byte >= 0xF0 ? 2 : 1
  }
}

extension UInt8 {
  fileprivate var continuesCharacter: Bool { self & 0xC0 == 0x80 }
}

extension EditedScript {
  /// The offsets of a part of the script, up to the end of its line at most. Those on its page are others, because a page
  /// joins continued lines and leaves out the CR of CRLF.
  func offsets(of source: SourceText) -> Range<Int> {
    let place = source.page.place(of: source.range)
    return offsets(at: place.location, length: source.isEmpty ? 0 : place.length, in: place.text)
  }

  /// - Parameters:
  ///   - location: Where the part begins.
  ///   - length: Its length in Characters.
  ///   - line: The text of its line.
  func offsets(at location: SourceLocation, length: Int, in line: String) -> Range<Int> {
    guard location.line <= text.lineCount else { return text.bytes.count..<text.bytes.count }
    let range = text.line(location.line - 1)
    let isMarked = location.line == 1 && text.bytes.hasByteOrderMark
    func offset(_ column: Int) -> Int {
      min(range.lowerBound + line.prefix(column).utf8.count + (isMarked ? 3 : 0), range.upperBound)
    }
    return offset(location.column - 1)..<offset(location.column - 1 + length)
  }
}

/// The URIs of files.
enum DocumentURI {
  /// The path of a file; `nil` for other URIs, such as that of a document without a file.
  static func path(of uri: String) -> String? {
    guard let url = URL(string: uri), url.isFileURL else { return nil }
    return url.path(percentEncoded: false)
  }

  static func uri(of path: String) -> String { URL(filePath: path).absoluteString }
}
