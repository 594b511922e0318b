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
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let isEscape = scalars[start] == "\u{1B}"
      let rest = scalars[start...]
      let end = isEscape ? end(in: scalars, from: start) : rest.firstIndex(of: "\u{1B}") ?? scalars.endIndex
      let part = String(scalars[start..<end])
      if isEscape, case .escape(let before)? = parts.last {
        parts[parts.count - 1] = .escape(before + part)
      } else {
        parts.append(isEscape ? .escape(part) : .text(part))
      }
      start = end
    }
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
