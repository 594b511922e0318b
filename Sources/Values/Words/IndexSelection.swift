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
  private static let examples =
    "write indices and ranges, counting from 0: 0 2 4, 0-3, 0..<3, 2..., first, last, all"

  private(set) var parts: [Part] = []

  /// Reads the parts from words.
  ///
  /// - Throws: A diagnostic for an invalid part, or at `place` if there are no words.
  public init(parsing words: some Sequence<Word>, orAt place: SourceText) throws(Diagnostic) {
    try self.init(parsing: words, orAt: place, examples: Self.examples)
  }

  /// - Parameter examples: The hint for a part that is not an index.
  init(parsing words: some Sequence<Word>, orAt place: SourceText, examples: String) throws(Diagnostic) {
    for word in words {
      if let number = word.plainNumber {
        parts.append(Part(.index(number), at: word.source))
        continue
      }
      let content = word.content
      var offsets = content.page.bytes[content.range]
        .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.indices)
      // `0, 2` is two words, the first of which ends with the comma. Other empty parts are errors.
      if offsets.count > 1, offsets.last?.isEmpty == true { offsets.removeLast() }
      for offsets in offsets {
        let text = content.slice(offsets)
        parts.append(try Part(parsing: text, at: word.isQuoted ? word.source : text, examples: examples))
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
    for part in parts { result.formUnion(RangeSet(try part.range(in: count, of: noun))) }
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
    if parts.count == 1 { return Array(try parts[0].range(in: count, of: noun)) }
    return try ranges(count: count, noun: noun).ranges.flatMap { $0 }
  }
}

extension IndexSelection {
  enum Bound: Sendable {
    case index(Int)
    /// A number that is too large for any list.
    case beyond(written: String)
    case first
    case last

    /// - Returns: `nil` if the text is not a bound.
    init?(_ text: SourceText) {
      if text.page.bytes[text.range].allSatisfy(\.isDigit), let number = text.integer {
        self = Int(exactly: number).map { .index($0) } ?? .beyond(written: text.shown)
      } else if text.text == "first" {
        self = .first
      } else if text.text == "last" {
        self = .last
      } else {
        return nil
      }
    }

    /// The position in a list.
    ///
    /// - Parameters:
    ///   - limit: The first index that is too large; `nil` for the one after the last element.
    ///   - place: Where errors are reported.
    func position(
      in count: Int,
      of noun: String,
      below limit: Int? = nil,
      at place: SourceText
    ) throws(Diagnostic) -> Int {
      let missing: String
      switch self {
      case .first, .last:
        if count > 0 { return if case .first = self { 0 } else { count - 1 } }
        missing = "\(self) \(noun)"
      case .index(let index):
        if index < limit ?? count { return index }
        missing = "\(noun) \(index)"
      case .beyond(let written): missing = "\(noun) \(written)"
      }
      throw place.diagnostic("no \(missing); \(IndexSelection.extent(of: count, noun))")
    }
  }

  /// The elements from a bound (or the start) to a bound (or the end).
  struct Part: Sendable {
    private var from: Bound?
    private var to: Bound?
    private var isClosed = true
    /// Whether it is written as one bound.
    private var isElement = true
    /// The part as written, without quotes.
    private let text: SourceText
    /// Where errors are reported: the part, or the word if that is quoted.
    private let place: SourceText

    init(_ element: Bound, at place: SourceText) {
      (from, to, text, self.place) = (element, element, place, place)
    }

    /// - Parameter examples: The hint for a part that is not an index.
    init(parsing text: SourceText, at place: SourceText, examples: String) throws(Diagnostic) {
      (self.text, self.place) = (text, place)
      if let bound = Bound(text) {
        (from, to) = (bound, bound)
        return
      }
      isElement = false
      if text.text == "all" { return }
      let bytes = text.page.bytes[text.range]
      for mark in ["...", "..<", "-"] {
        guard let offsets = bytes.firstRange(of: mark.utf8) else { continue }
        let lower = text.slice(text.range.lowerBound..<offsets.lowerBound)
        let upper = text.slice(offsets.upperBound..<text.range.upperBound)
        (from, to, isClosed) = (Bound(lower), Bound(upper), mark != "..<")
        let isOpenAtStart = mark != "-" && lower.isEmpty
        let isOpenAtEnd = mark == "..." && upper.isEmpty && !lower.isEmpty
        guard from != nil || isOpenAtStart, to != nil || isOpenAtEnd else { break }
        if case .index(let first) = from, case .index(let last) = to, first > last {
          throw place.diagnostic(
            "the range \(text.shown) runs backwards",
            hint: isClosed ? "write \(last)-\(first)" : "write \(last)..<\(first)"
          )
        }
        return
      }
      throw place.diagnostic(
        "expected an index, found \(text.isEmpty ? "nothing" : "'\(text.shown)'")",
        hint: text.integer ?? 0 < 0 ? "indices count from 0; 'last' is the last element" : examples
      )
    }

    /// The bound, if it is written as one element.
    var element: Bound? { isElement ? from : nil }

    /// The positions in a list.
    func range(in count: Int, of noun: String) throws(Diagnostic) -> Range<Int> {
      // The bounds of a half-open range may be one past the last element.
      let limit = isClosed ? count : count + 1
      let start =
        try from?.position(in: count, of: noun, below: to == nil ? count + 1 : limit, at: place) ?? 0
      var end = count
      if let to { end = try to.position(in: count, of: noun, below: limit, at: place) + (isClosed ? 1 : 0) }
      guard start <= end else {
        throw place.diagnostic(
          "the range \(text.shown) runs backwards; \(IndexSelection.extent(of: count, noun))"
        )
      }
      return start..<end
    }
  }

  /// The facts about the list that an error needs.
  private static func extent(of count: Int, _ noun: String) -> String {
    switch count {
    case 0: "the list is empty"
    case 1: "the list shows only \(noun) 0"
    case .max: "the index is too large for any list"
    default: "the list shows \(count) (0 to \(count - 1))"
    }
  }
}
