extension StringProtocol {
  /// The number of terminal cells that the text occupies, provided it contains no escape sequences.
  ///
  /// Wide characters (East Asian, emoji) count two, combining marks and control characters zero, and a sequence that
  /// the terminal renders as one glyph (a family, a flag) counts once. Independent of the locale.
  ///
  /// - Complexity: O(*n*)
  public var cellWidth: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.cellWidth }
  }
}

extension String {
  /// The text truncated to the given number of terminal cells, ending in an ellipsis if it was cut.
  package func truncated(to width: Int) -> String {
    cellWidth > width ? String(fitting(in: width - 1)) + "…" : self
  }

  /// The text shortened to the given number of terminal cells: in the middle if it ends in a bracket, as an action or
  /// another value does, because its end says what happens; otherwise at its end.
  package func elided(to width: Int) -> String {
    guard let last, ")]}".contains(last), width >= 8 else { return truncated(to: width) }
    return withoutMiddle(to: width, keeping: (width - 1) / 3)
  }

  /// The text with its middle left out if it is wider than the given number of terminal cells.
  ///
  /// - Parameter start: The number of cells to keep of its start; `nil` for half of them.
  package func withoutMiddle(to width: Int, keeping start: Int? = nil) -> String {
    guard cellWidth > width else { return self }
    let head = String(fitting(in: start ?? (width - 1) / 2))
    return head + "…" + String(reversed().fitting(in: width - 1 - head.cellWidth).reversed())
  }
}

extension Sequence<Character> {
  /// The first characters that fit in the given number of terminal cells.
  fileprivate func fitting(in width: Int) -> [Character] {
    var room = width
    return prefix { character in
      room -= character.cellWidth
      return room >= 0
    }
  }
}

extension Character {
  /// The number of terminal cells that the character occupies: 0, 1 or 2.
  public var cellWidth: Int {
    if let code = asciiValue { return code < 0x20 || code == 0x7F ? 0 : 1 }
    // U+FE0F selects emoji presentation, ❤️ instead of ❤.
    if unicodeScalars.contains("\u{FE0F}"), unicodeScalars.first?.properties.isEmoji == true { return 2 }
    return unicodeScalars.reduce(0) { Swift.max($0, $1.cellWidth) }
  }
}

extension Unicode.Scalar {
  fileprivate var cellWidth: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // The medial vowels and final consonants of a Korean syllable combine with its first letter, which is wide.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || isWide ? 2 : 1
  }

  private var isWide: Bool {
    let ranges = WideCharacters.ranges
    return ranges[ranges.partitioningIndex { $0.upperBound >= value }...].first?.contains(value) == true
  }
}
