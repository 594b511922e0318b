/// A prompt in libedit's format: escape sequences are enclosed in marks, so that they count as zero-width.
///
/// libedit attaches each marked sequence to the visible character after it. Of two consecutive sequences it would show
/// the second as text, and it drops one at the very end, so that a colour would extend into the line. So consecutive
/// sequences are joined, and one at the end is moved before the last visible character, usually a space, which looks
/// the same in either colour.
package struct Prompt {
  /// Encloses escape sequences.
  static let mark: Unicode.Scalar = "\u{01}"

  /// The lines before the last, which are printed once and not redrawn.
  let leadingLines: String
  /// The last line, with marks.
  let marked: String
  /// The last line, as sent to a terminal.
  var shown: String { marked.filter { $0 != Character(Self.mark) } }
  /// The last line without escape sequences, which occupies cells.
  let visible: String

  init(_ text: String) {
    let lastLine = text.unicodeScalars.lastIndex(of: "\n").map { text.unicodeScalars.index(after: $0) }
    leadingLines = String(text[..<(lastLine ?? text.startIndex)])
    var parts = EscapeSequence.parts(of: String(text[(lastLine ?? text.startIndex)...]))
    parts = parts.map { part in
      guard case .text(let plain) = part else { return part }
      return .text(String(String.UnicodeScalarView(plain.unicodeScalars.filter(Self.isPrintable))))
    }
    parts.removeAll { $0 == .text("") }
    Self.moveLastEscape(in: &parts)
    marked = Self.join(parts)
    visible = parts.reduce(into: "") { if case .text(let plain) = $1 { $0 += plain } }
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control
  }

  private static func moveLastEscape(in parts: inout [EscapeSequence.Part]) {
    guard case .escape(let escape)? = parts.last else { return }
    parts.removeLast()
    guard case .text(var plain)? = parts.last, let last = plain.unicodeScalars.popLast() else { return }
    parts.removeLast()
    if !plain.isEmpty { parts.append(.text(plain)) }
    parts += [.escape(escape), .text(String(last))]
  }

  private static func join(_ parts: [EscapeSequence.Part]) -> String {
    var result = ""
    var escapes = ""
    for part in parts {
      switch part {
      case .escape(let escape):
        escapes += escape
      case .text(let plain):
        if !escapes.isEmpty { result += "\(mark)\(escapes)\(mark)" }
        escapes = ""
        result += plain
      }
    }
    return result
  }
}
