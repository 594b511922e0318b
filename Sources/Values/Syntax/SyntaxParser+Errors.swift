/// Errors, with hints for those who know another language.
extension SyntaxParser {
  mutating func report(_ message: String, at offsets: Range<Int>, hint: String? = nil) {
    let source = source
    report(source.diagnostic(message, at: offsets, hint: hint))
  }

  mutating func reportUnclosed(_ opening: Int, _ closing: Unicode.Scalar) {
    report("unclosed bracket", at: opening..<opening + 1, hint: "close it with \(closing)")
  }

  /// Reports unexpected input at the current position.
  mutating func reportUnexpected(orElse expected: String) {
    let rest = source.slice(position..<end).text
    guard let first = rest.first else {
      return report("expected \(expected), but the \(noun) ends here", at: end..<end)
    }
    var found = String(rest.prefix { $0.unicodeScalars.allSatisfy(\.continuesIdentifier) }.prefix(40))
    if found.isEmpty { found = String(first) }
    let pair = String(decoding: bytes[max(position - 1, source.range.lowerBound)...position], as: UTF8.self)
    report(
      "expected \(expected), found '\(found)'",
      at: position..<min(end, position + found.utf8.count),
      hint: noun == "expression" || found == "#" ? Self.missingOperators[pair] ?? Self.hints[found] : nil
    )
  }

  private static let missingOperators = [
    "**": "there is no power operator; multiply: 2 * 2 * 2",
    "<<": "there is no shift operator; multiply by a power of two: 1 * 8",
    ">>": "there is no shift operator; divide by a power of two: 16 / 8",
  ]

  static let partsHint = "name a part of it with 'let part = …' and write $part instead"

  private static let hints = [
    "=": "to compare, write ==",
    "&": "write && for and",
    "|": "write || for or",
    "and": "write &&",
    "or": "write ||",
    "not": "write !",
    "as": "write as? or as!",
    "#": "write [0] for a position and [id: 0] for an id; \(Tokenizer.commentHint)",
    ";": "write each command on its own line",
  ]
}
