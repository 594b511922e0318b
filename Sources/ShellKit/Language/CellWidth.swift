extension String {
  /// How many cells the text takes on a terminal, when it holds no control characters.
  public var cellWidth: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.cellWidth }
  }
}

extension Character {
  /// How many cells the Character takes on a terminal: 2 for emoji and East Asian wide text, 0 for a lone
  /// combining mark, otherwise 1.
  public var cellWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.value < 0x7F, unicodeScalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
    let properties = first.properties
    if properties.isEmojiPresentation { return 2 }
    if properties.isEmoji, unicodeScalars.contains("\u{FE0F}") { return 2 }
    if first.isWide { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  /// East Asian Width `W` or `F`, without the emoji, which have a property of their own.
  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return Self.wideRanges.contains { $0.contains(value) }
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
