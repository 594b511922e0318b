/// A prompt in the form that libedit takes: escape sequences between marks, so that they count as no width.
///
/// libedit ties each marked stretch to the visible character that follows it; of two stretches in a row it
/// would show the second as text, and one at the very end it drops, so that a colour would run into the line.
/// Hence stretches in a row are joined, and one at the end moves before the last visible character: a blank,
/// as a rule, which looks the same in either colour.
package struct Prompt {
  /// Marks the beginning and the end of an escape sequence.
  static let mark: Unicode.Scalar = "\u{01}"

  /// The lines before the last; they are printed once and not redrawn.
  let leadingLines: String
  /// The last line, with marks.
  let marked: String
  /// The last line, as a terminal takes it.
  var shown: String { marked.filter { $0 != Character(Self.mark) } }
  /// The last line without escape sequences: what takes up cells.
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
