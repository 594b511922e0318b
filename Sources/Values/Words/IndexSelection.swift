/// The elements of a list that a command applies to: `TODO…` and `SET` in the language.
///
/// The parts are separated by spaces or commas:
///
/// | written | meaning |
/// | --- | --- |
/// | `2` | the element at index 2, counted from 0 |
/// | `0-3`, `0...3` | 0, 1, 2 and 3 |
/// | `0..<3` | 0, 1 and 2 |
/// | `2...`, `...3`, `..<3` | from 2 to the end; from the start through 3; from the start up to but excluding 3 |
/// | `first`, `last` | that element; also allowed as a bound of a range: `2-last` |
/// | `all` | every element |
///
/// A selection is a set: order and repetition do not matter.
public struct IndexSelection: Sendable {
  enum Bound: Hashable, Sendable {
    case index(Int)
    /// A number that is too large for any list.
    case beyond(written: String)
    case first
    case last
  }

  enum Part: Hashable, Sendable {
    case element(Bound)
    /// From a bound (or the start) to a bound (or the end).
    case range(from: Bound?, to: Bound?, isClosed: Bool)
  }

  private(set) var parts: [(part: Part, word: Word, offsets: Range<Int>?)] = []

  /// Reads the parts from words.
  ///
  /// - Throws: A diagnostic for an invalid part, or at `place` if there are no words.
  public init(parsing words: some Sequence<Word>, orAt place: SourceText) throws(Diagnostic) {
    try self.init(parsing: words, orAt: place, examples: IndexSelectionParser.examples)
  }

  /// - Parameter examples: The hint of the error about a part that is not an index.
  init(parsing words: some Sequence<Word>, orAt place: SourceText, examples: String) throws(Diagnostic) {
    for word in words {
      if let number = word.plainNumber {
        parts.append((.element(.index(number)), word, nil))
        continue
      }
      let syntax = word.syntax
      for offsets in syntax.partsBetweenCommas {
        let parser = IndexSelectionParser(syntax: syntax, offsets: offsets, examples: examples)
        parts.append((try parser.parse(), word, offsets))
      }
    }
    if parts.isEmpty {
      throw place.diagnostic("expected an index, found nothing", hint: examples)
    }
  }

  /// Reads the parts from one word.
  public init(parsing word: Word) throws(Diagnostic) {
    try self.init(parsing: CollectionOfOne(word), orAt: word.source)
  }

  /// The indices selected from a list.
  ///
  /// - Parameters:
  ///   - count: The number of elements in the list.
  ///   - noun: The name of an element, for the error "no todo 9; the list shows 3 (0 to 2)".
  /// - Throws: A diagnostic for an index that the list does not have.
  /// - Complexity: O(*p* log *p*) in the number of parts, whatever the ranges span.
  public func ranges(count: Int, noun: String = "element") throws(Diagnostic) -> RangeSet<Int> {
    var result = RangeSet<Int>()
    for part in parts { result.formUnion(RangeSet(try range(of: part, count: count, noun: noun))) }
    return result
  }

  /// The indices selected from a list, ascending and without duplicates.
  ///
  /// - Parameters:
  ///   - count: The number of elements in the list.
  ///   - noun: The name of an element, for the error "no todo 9; the list shows 3 (0 to 2)".
  /// - Throws: A diagnostic for an index that the list does not have.
  /// - Complexity: O(*p* log *p* + *n*) in the number of parts and of indices.
  public func indices(count: Int, noun: String = "element") throws(Diagnostic) -> [Int] {
    // Nearly every selection has one part.
    if parts.count == 1 { return Array(try range(of: parts[0], count: count, noun: noun)) }
    return try ranges(count: count, noun: noun).ranges.flatMap { $0 }
  }

  private func range(
    of part: (part: Part, word: Word, offsets: Range<Int>?),
    count: Int,
    noun: String
  ) throws(Diagnostic) -> Range<Int> {
    try IndexResolver(count: count, noun: noun, word: part.word, offsets: part.offsets).resolve(part.part)
  }
}

extension WordSyntax {
  /// The parts of `0,2,4`. An empty part, as in `0,,4`, is included so that it is reported as an error.
  fileprivate var partsBetweenCommas: [Range<Int>] {
    var parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.indices)
    // `0, 2` is two words, the first of which ends with the comma.
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }
}

struct IndexSelectionParser {
  static let examples = "write indices and ranges, counting from 0: 0 2 4, 0-3, 0..<3, 2..., first, last, all"

  let syntax: WordSyntax
  let offsets: Range<Int>
  let examples: String

  func parse() throws(Diagnostic) -> IndexSelection.Part {
    if let bound = bound(offsets) { return .element(bound) }
    if syntax.text(offsets) == "all" { return .range(from: nil, to: nil, isClosed: true) }
    for mark in ["...", "..<", "-"] {
      guard let place = syntax.bytes[offsets].firstRange(of: mark.utf8) else { continue }
      return try range(
        mark: mark,
        from: offsets.lowerBound..<place.lowerBound,
        to: place.upperBound..<offsets.upperBound
      )
    }
    throw notAnIndex()
  }

  private func range(
    mark: String,
    from lower: Range<Int>,
    to upper: Range<Int>
  ) throws(Diagnostic) -> IndexSelection.Part {
    let from = bound(lower)
    let to = bound(upper)
    let isOpenAtEnd = mark == "..." && upper.isEmpty && !lower.isEmpty
    let isOpenAtStart = mark != "-" && lower.isEmpty
    guard from != nil || isOpenAtStart, to != nil || isOpenAtEnd else { throw notAnIndex() }
    let isClosed = mark != "..<"
    if case .index(let first) = from, case .index(let last) = to, first > last {
      throw syntax.diagnostic(
        "the range \(syntax.shown(offsets)) runs backwards",
        at: offsets,
        hint: isClosed ? "write \(last)-\(first)" : "write \(last)..<\(first)"
      )
    }
    return .range(from: from, to: to, isClosed: isClosed)
  }

  func bound(_ offsets: Range<Int>) -> IndexSelection.Bound? {
    guard !offsets.isEmpty else { return nil }
    if syntax.bytes[offsets].allSatisfy(\.isDigit) {
      return syntax.integer(offsets).map {
        Int(exactly: $0).map { .index($0) } ?? .beyond(written: syntax.shown(offsets))
      }
    }
    return switch syntax.text(offsets) {
    case "first": .first
    case "last": .last
    default: nil
    }
  }

  private func notAnIndex() -> Diagnostic {
    let found = offsets.isEmpty ? "nothing" : "'\(syntax.shown(offsets))'"
    let isNegative = (syntax.integer(offsets) ?? 0) < 0
    return syntax.diagnostic(
      "expected an index, found \(found)",
      at: offsets,
      hint: isNegative ? "indices count from 0; 'last' is the last element" : examples
    )
  }
}

struct IndexResolver {
  let count: Int
  let noun: String
  let word: Word
  /// The part of the word that is resolved; `nil` for the whole word.
  let offsets: Range<Int>?

  func resolve(_ part: IndexSelection.Part) throws(Diagnostic) -> Range<Int> {
    switch part {
    case .element(let bound):
      let index = try checked(bound, below: count)
      return index..<index + 1
    case .range(let from, let to, let isClosed):
      // The bounds of a half-open range may be one past the last element.
      let start =
        try from.map { bound throws(Diagnostic) in
          try checked(bound, below: isClosed && to != nil ? count : count + 1)
        } ?? 0
      let upper = try to.map { bound throws(Diagnostic) in
        try checked(bound, below: isClosed ? count : count + 1)
      }
      let end = upper.map { isClosed ? $0 + 1 : $0 } ?? count
      guard start <= end else {
        let text = word.syntax
        let message = "the range \(text.shown(offsets)) runs backwards; \(extent)"
        throw text.diagnostic(message, at: offsets)
      }
      return start..<end
    }
  }

  func checked(_ bound: IndexSelection.Bound, below limit: Int) throws(Diagnostic) -> Int {
    switch bound {
    case .first, .last:
      guard count > 0 else { throw missing("\(bound) \(noun)") }
      return bound == .first ? 0 : count - 1
    case .index(let index):
      guard index < limit else { throw missing("\(noun) \(index)") }
      return index
    case .beyond(let written):
      throw missing("\(noun) \(written)")
    }
  }

  private func missing(_ what: String) -> Diagnostic {
    word.syntax.diagnostic("no \(what); \(extent)", at: offsets)
  }

  private var extent: String {
    switch count {
    case 0: "the list is empty"
    case 1: "the list shows only \(noun) 0"
    case .max: "the index is too large for any list"
    default: "the list shows \(count) (0 to \(count - 1))"
    }
  }
}
