/// The number of terminal cells that `text` takes up.
///
/// Wide characters (East Asian, emoji) take two, marks that combine with their neighbour none, and what a
/// terminal joins into one picture (a family, a flag) counts once. Escape sequences count nothing. Does not
/// depend on the locale.
///
/// - Complexity: O(n).
public func displayWidth(_ text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
  let plain =
    text.unicodeScalars.contains("\u{1B}") ? EscapeSequence.removed(from: String(text)) : String(text)
  return plain.reduce(0) { $0 + displayWidth($1) }
}

/// The number of terminal cells that one character takes up: 0, 1 or 2.
public func displayWidth(_ character: Character) -> Int {
  let scalars = character.unicodeScalars
  // U+FE0F asks for the picture instead of the text form, ❤️ instead of ❤.
  if scalars.contains("\u{FE0F}"), scalars.first!.properties.isEmoji { return 2 }
  return scalars.reduce(0) { max($0, displayWidth($1)) }
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  if scalar.value < 0x300 { return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? 0 : 1 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
  default: break
  }
  // The middle and the last letter of a Korean syllable join the first, which is wide.
  if (0x1160...0x11FF).contains(scalar.value) { return 0 }
  if scalar.properties.isEmojiPresentation || isWide(scalar.value) { return 2 }
  return 1
}

private func isWide(_ value: UInt32) -> Bool {
  var low = 0
  var high = wideRanges.count
  while low < high {
    let middle = (low + high) / 2
    if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
  }
  return low < wideRanges.count && wideRanges[low].contains(value)
}

/// East Asian Width "wide" and "fullwidth" of Unicode; emoji are recognised by their own property.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x2E99, 0x2E9B...0x2EF3,
  0x2F00...0x2FD5, 0x2FF0...0x303E, 0x3041...0x3096, 0x3099...0x30FF, 0x3105...0x312F, 0x3131...0x318E,
  0x3190...0x31E5, 0x31EF...0x321E, 0x3220...0x3247, 0x3250...0xA48C, 0xA490...0xA4C6, 0xA960...0xA97C,
  0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52, 0xFE54...0xFE66, 0xFE68...0xFE6B,
  0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4, 0x16FF0...0x16FF6, 0x17000...0x18CD5,
  0x18CFF...0x18D1E, 0x18D80...0x18DF2, 0x1AFF0...0x1AFFE, 0x1B000...0x1B2FB, 0x1D300...0x1D356,
  0x1D360...0x1D376, 0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251,
  0x20000...0x2FFFD, 0x30000...0x3FFFD,
]
