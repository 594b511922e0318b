import Core

/// The unit in which client and server count the characters of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The number of units of a text in UTF-8.
  func count(_ text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { $0 + units(of: $1) }
  }

  /// How many bytes the first `units` units of a line in UTF-8 take. A position within a character is at its start.
  func offset(_ units: Int, in line: ArraySlice<UInt8>) -> Int {
    var rest = units
    var start = line.startIndex
    while start < line.endIndex {
      let end = line[(start + 1)...].firstIndex { !$0.continuesCharacter } ?? line.endIndex
      rest -= count(line[start..<end])
      if rest < 0 { break }
      start = end
    }
    return start - line.startIndex
  }

  private func units(of byte: UInt8) -> Int {
    guard self == .utf16 else { return 1 }
    // A character of four bytes takes two units.
    return byte.continuesCharacter ? 0 : byte >= 0xF0 ? 2 : 1
  }
}

extension UInt8 {
  fileprivate var continuesCharacter: Bool { self & 0xC0 == 0x80 }
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
