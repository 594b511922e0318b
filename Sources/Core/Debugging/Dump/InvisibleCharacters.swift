/// Finds the invisible characters of a text, so that they can be escaped for display.
///
/// They make different texts look the same, and can hide text (tag characters). Characters that affect what is
/// visible are exempt: the joiners and variation selectors in an emoji, the tags of a flag, and the joiners between
/// letters of scripts that need them.
package enum InvisibleCharacters {
  /// Whether a scalar of a text is invisible and does not affect what is visible.
  ///
  /// - Parameters:
  ///   - index: The position of the scalar.
  ///   - scalars: The scalars of the whole text.
  package static func contains(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    guard scalar.isInvisible else { return false }
    return switch scalar.value {
    case 0x200C, 0x200D: !joins(at: index, in: scalars)
    case 0xE0020...0xE007F: !isTagOfFlag(at: index, in: scalars)
    default: !(scalar.properties.isVariationSelector && hasVariant(at: index, in: scalars))
    }
  }

  private static func joins(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, index + 1 < scalars.count else { return false }
    let neighbours = [scalars[index - 1], scalars[index + 1]]
    // Latin, Greek and Cyrillic letters are never joined.
    return neighbours.allSatisfy {
      $0.value >= 0x600 && (!$0.isInvisible || $0.properties.isVariationSelector)
        && !$0.properties.isWhitespace
    }
  }

  private static func hasVariant(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0 else { return false }
    let base = scalars[index - 1]
    if scalars[index].value == 0xFE0F || scalars[index].value == 0xFE0E { return base.properties.isEmoji }
    return base.value >= 0x80 && !base.isInvisible && !base.properties.isWhitespace
  }

  /// A flag such as that of Scotland is a black flag, a few tags that name a region, and a terminating tag.
  private static func isTagOfFlag(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let longestName = 6
    var start = index
    while start > 0, index - start <= longestName, scalars[start - 1].isTag { start -= 1 }
    guard start > 0, scalars[start - 1].value == 0x1F3F4 else { return false }
    let name = scalars[start...].prefix { $0.isTagOfName }
    let end = start + name.count
    return (1...longestName).contains(name.count) && end < scalars.count && scalars[end].value == 0xE007F
      && index <= end
  }
}

extension Unicode.Scalar {
  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  fileprivate var isTagOfName: Bool {
    (0xE0030...0xE0039).contains(value) || (0xE0061...0xE007A).contains(value)
  }

  fileprivate var isInvisible: Bool {
    if value < 0xAD { return false }
    if properties.isDefaultIgnorableCodePoint { return true }
    guard properties.generalCategory == .format else { return false }
    // The signs that Arabic, Syriac and Kaithi put around numbers and words are visible.
    return switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: false
    default: true
    }
  }
}
