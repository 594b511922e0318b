/// The text of a string in a dump: a Swift literal that is safe to print to a terminal.
enum DumpText {
  /// A string as a literal, on one line or, if it contains newlines, on several.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - isCollapsed: Whether to write a multi-line text as `"…"`.
  static func literal(_ string: String, isCollapsed: Bool = false) -> String {
    if hasLines(string) {
      if isCollapsed { return "\"…\"" }
      let pounds = self.pounds(for: string, after: "\"\"\"")
      return "\(pounds)\"\"\"\n\(visible(string, pounds: pounds))\n\"\"\"\(pounds)"
    }
    if string.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      let found = self.pounds(for: string, after: "\"")
      let pounds = found.isEmpty ? "#" : found
      return "\(pounds)\"\(visible(string, pounds: pounds))\"\(pounds)"
    }
    return "\"\(visible(string, pounds: ""))\""
  }

  /// Whether a string is shown on several lines.
  static func hasLines(_ string: String) -> Bool {
    if string.utf8.allSatisfy({ $0 < 0x80 && ($0 > 0x0D || $0 < 0x0A) }) { return false }
    return string.contains(where: \.isNewline)
  }

  /// The `#` characters that a literal needs so that no `quotes` within it end it.
  static func pounds(for string: String, after quotes: String) -> String {
    var longest = -1
    var rest = Substring(string).unicodeScalars
    let quotes = Array(quotes.unicodeScalars)
    while let start = rest.firstIndex(of: "\"") {
      rest = rest[start...]
      if rest.starts(with: quotes) {
        let tail = rest.dropFirst(quotes.count)
        longest = max(longest, tail.prefix { $0 == "#" }.count)
      }
      rest = rest.dropFirst()
    }
    return String(repeating: "#", count: longest + 1)
  }

  /// A text in which invisible characters, and all control characters but the newline, are escaped.
  static func visible(_ text: String, pounds: String = "") -> String {
    let isPlain = text.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x0A) && $0 < 0x7F }
    if isPlain { return text }
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if isControl(scalar) || InvisibleCharacters.contains(at: index, of: scalars) {
        result += "\\" + pounds + escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// C0, DEL, C1, and the characters that reorder the text after them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\0": return "0"
    case "\t": return "t"
    case "\r": return "r"
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "u{" + (digits.count < 2 ? "0" : "") + digits + "}"
    }
  }
}

/// The elements, sorted by the text of their dumps.
func sortedByDump<Element>(_ elements: [Element], by key: (Element) -> Any) -> [Element] {
  elements
    .map { (text: String(customDumping: key($0)), element: $0) }
    .sorted { $0.text < $1.text }
    .map(\.element)
}
