/// The parts of a written property, by the words between them that are outside of quotes and brackets.
struct PropertyParts {
  /// All of it.
  let source: SourceText
  /// `always`, `never`, `sometimes`, `eventually`, `after` or `invariant`.
  private(set) var opening: SourceText?
  /// What follows that word.
  private(set) var rest: SourceText
  /// The condition after the comma of `after`.
  private(set) var condition: SourceText?
  /// The duration after `within`.
  private(set) var limit: SourceText?
  /// The parts before and after `leads-to` or `until`.
  private(set) var connection: (first: SourceText, keyword: SourceText, second: SourceText)?

  /// The words that connect two conditions.
  private static let connectives = ["leads-to", "until"]

  /// The parts of the properties that commas separate.
  static func list(_ source: SourceText) -> [PropertyParts] {
    var parts: [PropertyParts] = []
    var words: [SourceText] = []
    // The comma of `after PATTERN, EXPR` is part of the property.
    var pattern: [SourceText]?
    for word in source.topLevelWords {
      let endsWithComma = word.endsWithComma
      let last = endsWithComma ? word.source.slice(word.source.range.dropLast()) : word.source
      if !last.isEmpty { words.append(last) }
      guard endsWithComma else { continue }
      if pattern == nil, words.first?.text == "after" {
        pattern = words
        words = []
        continue
      }
      parts.append(PropertyParts(words, after: pattern, in: last))
      words = []
      pattern = nil
    }
    if !words.isEmpty || pattern != nil || parts.isEmpty {
      parts.append(PropertyParts(words, after: pattern, in: source.endPoint))
    }
    return parts
  }

  /// Whether a text is a property, and not an expression in which a keyword of properties is a name: the keyword is followed
  /// by another word, and is not next to an operator.
  static func arePartsOfProperty(_ source: SourceText) -> Bool {
    let words = source.topLevelWords.map(\.source.text)
    return words.indices.dropLast().contains { place in
      let keywords = place == 0 ? WrittenProperty.openings.map(\.word) : connectives
      guard keywords.contains(words[place]) else { return false }
      return ![place - 1, place + 1].contains { other in
        words.indices.contains(other) && words[other].allSatisfy { "=!<>&|?+-*/%".contains($0) }
      }
    }
  }

  /// The expressions in it.
  var expressions: [SourceText] {
    if let connection { return [connection.first, connection.second] }
    return [condition, isAboutActions ? nil : rest].compactMap(\.self)
  }

  /// The patterns of actions in it.
  var patterns: [SourceText] { connection == nil && isAboutActions ? [rest] : [] }

  private var isAboutActions: Bool { ["never", "after"].contains(opening?.text) }

  private init(_ words: [SourceText], after pattern: [SourceText]?, in place: SourceText) {
    if let pattern, let first = pattern.first, let last = pattern.last {
      opening = first
      rest = pattern[1...].joined(after: first)
      condition = words.joined(after: last)
      source = first.extended(to: words.last ?? last)
      return
    }
    guard let first = words.first, let last = words.last else {
      source = place
      rest = place
      return
    }
    source = first.extended(to: last)
    var words = words[...]
    if WrittenProperty.openings.contains(where: { $0.word == first.text }) {
      opening = first
      words.removeFirst()
    }
    if let index = words.lastIndex(where: { $0.text == "within" }) {
      limit = words[(index + 1)...].joined(after: words[index])
      words = words[..<index]
    }
    rest = words.joined(after: opening ?? first)
    if let index = words.firstIndex(where: { Self.connectives.contains($0.text) }) {
      let start = source.slice(words[index].range.lowerBound..<words[index].range.lowerBound)
      let first = words[..<index].first.map { $0.extended(to: words[index - 1]) } ?? start
      connection = (first, words[index], words[(index + 1)...].joined(after: words[index]))
    }
  }
}

extension Sequence<SourceText> {
  /// The text from the first word to the last, or an empty one after a place.
  func joined(after place: SourceText) -> SourceText {
    let words = Array(self)
    guard let first = words.first, let last = words.last else { return place.endPoint }
    return first.extended(to: last)
  }
}

extension SourceText {
  /// The words outside of quotes and brackets; what is in them belongs to the word around them.
  var topLevelWords: [(source: SourceText, endsWithComma: Bool)] {
    var words: [(SourceText, Bool)] = []
    var tokenizer = Tokenizer(hasComments: false)
    var start: Int?
    var isComma = false
    let bytes = Array(text.utf8)
    for (offset, byte) in bytes.enumerated() {
      let token = tokenizer.read(byte, before: offset + 1 < bytes.count ? bytes[offset + 1] : nil)
      let isOutside = tokenizer.openBrackets <= 0 && token != .quoted && token != .quote
      if token == .blank, isOutside {
        if let begin = start { words.append((slice(begin, offset), isComma)) }
        start = nil
        isComma = false
      } else {
        start = start ?? offset
        isComma = isOutside && byte == UInt8(ascii: ",")
      }
    }
    if let begin = start { words.append((slice(begin, bytes.count), isComma)) }
    return words
  }

  /// A part by its offsets from the start.
  private func slice(_ start: Int, _ end: Int) -> SourceText {
    slice(range.lowerBound + start..<range.lowerBound + end)
  }
}
