extension StringProtocol {
  /// The number of terminal cells that the text takes up, when it holds no escape sequences.
  ///
  /// Wide characters (East Asian, emoji) take two, marks that combine with their neighbour and control characters
  /// none, and what a terminal joins into one picture (a family, a flag) counts once. Does not depend on the locale.
  ///
  /// - Complexity: O(*n*)
  public var cellWidth: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.cellWidth }
  }
}

extension String {
  /// The text cut to the given number of terminal cells, the last of them then an ellipsis.
  package func truncated(to width: Int) -> String {
    guard cellWidth > width else { return self }
    var result = ""
    var used = 0
    for character in self {
      guard used + character.cellWidth < width else { break }
      result.append(character)
      used += character.cellWidth
    }
    return result + "…"
  }
}

extension Character {
  /// The number of terminal cells that the character takes up: 0, 1 or 2.
  public var cellWidth: Int {
    // U+FE0F asks for the picture instead of the text form, ❤️ instead of ❤.
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
    // The middle and the last letter of a Korean syllable join the first, which is wide.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || isWide ? 2 : 1
  }

  private var isWide: Bool {
    var candidates = Self.wideRanges[...]
    while !candidates.isEmpty {
      let middle = candidates.startIndex + candidates.count / 2
      if candidates[middle].contains(value) { return true }
      candidates = value < candidates[middle].lowerBound ? candidates[..<middle] : candidates[(middle + 1)...]
    }
    return false
  }

  /// East Asian Width "wide" and "fullwidth" of Unicode, in order; emoji are recognised by their own property.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x2E99, 0x2E9B...0x2EF3,
    0x2F00...0x2FD5, 0x2FF0...0x303E, 0x3041...0x3096, 0x3099...0x30FF, 0x3105...0x312F, 0x3131...0x318E,
    0x3190...0x31E5, 0x31EF...0x321E, 0x3220...0x3247, 0x3250...0xA48C, 0xA490...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52, 0xFE54...0xFE66, 0xFE68...0xFE6B,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4, 0x16FF0...0x16FF6, 0x17000...0x18CD5,
    0x18CFF...0x18D1E, 0x18D80...0x18DF2, 0x1AFF0...0x1AFFE, 0x1B000...0x1B2FB, 0x1D300...0x1D356,
    0x1D360...0x1D376, 0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
