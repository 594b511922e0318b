/// Separates a terminal's escape sequences from the text between them.
enum EscapeSequence {
  enum Part: Equatable {
    case text(String)
    case escape(String)
  }

  /// The parts of `text` in order; adjacent parts of the same kind are merged.
  ///
  /// Recognizes control sequences (`ESC [ … letter`), strings such as a link or a title (`ESC ] … BEL` or
  /// `ESC ] … ESC \`), and two-character escapes. An incomplete sequence extends to the end of the text.
  ///
  /// - Complexity: O(*n*)
  static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var plain = String.UnicodeScalarView()
    var escape = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      guard scalars[index] == "\u{1B}" else {
        if !escape.isEmpty { parts.append(.escape(String(escape))) }
        escape = .init()
        plain.append(scalars[index])
        index = scalars.index(after: index)
        continue
      }
      if !plain.isEmpty { parts.append(.text(String(plain))) }
      plain = .init()
      let end = self.end(in: scalars, from: index)
      escape.append(contentsOf: scalars[index..<end])
      index = end
    }
    if !plain.isEmpty { parts.append(.text(String(plain))) }
    if !escape.isEmpty { parts.append(.escape(String(escape))) }
    return parts
  }

  /// `text` without its escape sequences.
  static func removed(from text: String) -> String {
    parts(of: text).reduce(into: "") { if case .text(let plain) = $1 { $0 += plain } }
  }

  private static func end(
    in scalars: String.UnicodeScalarView,
    from start: String.Index
  ) -> String.Index {
    var rest = scalars[scalars.index(after: start)...]
    guard let kind = rest.popFirst() else { return scalars.endIndex }
    switch kind {
    case "[":
      while let next = rest.first, (" "..."~").contains(next) {
        rest.removeFirst()
        if ("@"..."~").contains(next) { break }
      }
    case "]", "P", "X", "^", "_":
      while let next = rest.popFirst() {
        if next == "\u{07}" { break }
        if next == "\u{1B}" {
          if rest.first == "\\" { rest.removeFirst() }
          break
        }
      }
    default:
      break
    }
    return rest.startIndex
  }
}
