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
/// | `Milk`, `"Oat milk"` | the element with that title, in upper or lower case, where titles are accepted |
///
/// A selection is a set: order and repetition do not matter.
public struct IndexSelection: Sendable {
  private static let examples =
    "write indices and ranges, counting from 0: 0 2 4, 0-3, 0..<3, 2..., first, last, all"
  private static let titledExamples =
    "write a title, or indices and ranges (from 0): 0 2 4, 0-3, 0..<3, 2..., first, last, all"

  private(set) var parts: [Part] = []

  /// Reads the parts from words.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - place: Where an error is reported if there are no words.
  ///   - isTitled: Whether elements have titles that can stand for their indices.
  /// - Throws: A diagnostic for an invalid part, or if there are none.
  public init(
    parsing words: some Sequence<Word>,
    orAt place: SourceText,
    titled isTitled: Bool = false
  ) throws(Diagnostic) {
    let examples = isTitled ? Self.titledExamples : Self.examples
    try self.init(parsing: words, orAt: place, titled: isTitled, examples: examples)
  }

  /// - Parameter examples: The hint for a part that is not an index.
  init(
    parsing words: some Sequence<Word>,
    orAt place: SourceText,
    titled isTitled: Bool,
    examples: String
  ) throws(Diagnostic) {
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
      var read: [(text: SourceText, part: Part?)] = []
      for offsets in offsets {
        let text = content.slice(offsets)
        let place = word.isQuoted ? word.source : text
        // What is in quotes is a title if one of the elements has it.
        if isTitled, word.isQuoted {
          read.append((text, try? Part(parsing: text, at: place)))
        } else {
          read.append((text, try Part(parsing: text, at: place)))
        }
      }
      // It may contain a comma.
      if isTitled, word.isQuoted, read.contains(where: { $0.part == nil }) { read = [(content, nil)] }
      for (text, part) in read {
        let place = word.isQuoted ? word.source : text
        if var part {
          if isTitled, word.isQuoted, read.count == 1 { part.quoted = content.text }
          parts.append(part)
        } else if isTitled, !text.isEmpty, text.integer == nil, word.isQuoted || !text.text.hasPrefix("#") {
          parts.append(Part(.titled(text.text), at: place))
        } else {
          throw place.diagnostic(
            "expected an index, found \(text.isEmpty ? "nothing" : "'\(text.shown)'")",
            hint: text.integer ?? 0 < 0 ? "indices count from 0; 'last' is the last element" : examples
          )
        }
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
  ///   - title: The title of the element at an index, if titles are accepted.
  /// - Throws: A diagnostic for an index or title that the list does not have, or a title that several elements have.
  /// - Complexity: O(*p* log *p*) in the number of parts, whatever the ranges span; O(*p* · *n*) with *n* titles.
  public func ranges(
    count: Int,
    noun: String = "element",
    title: (Int) -> String = { _ in "" }
  ) throws(Diagnostic) -> RangeSet<Int> {
    var result = RangeSet<Int>()
    for part in parts { result.formUnion(RangeSet(try part.range(in: count, of: noun, title: title))) }
    return result
  }

  /// The indices selected from a list, ascending and without duplicates.
  ///
  /// - Parameters:
  ///   - count: The number of elements in the list.
  ///   - noun: The name of an element, for the error "no todo 9; the list shows 3 (0 to 2)".
  ///   - title: The title of the element at an index, if titles are accepted.
  /// - Throws: A diagnostic for an index or title that the list does not have, or a title that several elements have.
  /// - Complexity: O(*p* log *p* + *n*) in the number of parts and of indices; O(*p* · *n*) with *n* titles.
  public func indices(
    count: Int,
    noun: String = "element",
    title: (Int) -> String = { _ in "" }
  ) throws(Diagnostic) -> [Int] {
    // Nearly every selection has one part.
    if parts.count == 1 { return Array(try parts[0].range(in: count, of: noun, title: title)) }
    return try ranges(count: count, noun: noun, title: title).ranges.flatMap { $0 }
  }
}

extension IndexSelection {
  enum Bound: Sendable {
    case index(Int)
    /// A number that is too large for any list.
    case beyond(written: String)
    case first
    case last
    case titled(String)

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
    ///   - title: The title of the element at an index.
    ///   - place: Where errors are reported.
    func position(
      in count: Int,
      of noun: String,
      below limit: Int? = nil,
      title: (Int) -> String,
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
      case .titled(let text):
        if let position = try IndexSelection.position(titled: text, in: count, of: noun, title, at: place) {
          return position
        }
        throw place.diagnostic(
          "no \(noun) is called '\(text.controlCharactersEscaped)'; \(IndexSelection.extent(of: count, noun))",
          hint: Spelling.suggestion(for: text, among: (0..<count).map(title))
        )
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
    /// The title that it is first of all, as it is written in quotes.
    var quoted: String?

    init(_ element: Bound, at place: SourceText) {
      (from, to, text, self.place) = (element, element, place, place)
    }

    /// - Returns: `nil` if the text is no index or range.
    /// - Throws: A diagnostic for a range that runs backwards.
    init?(parsing text: SourceText, at place: SourceText) throws(Diagnostic) {
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
      return nil
    }

    /// The bound, if it is written as one element.
    var element: Bound? { isElement ? from : nil }

    /// The positions in a list.
    func range(in count: Int, of noun: String, title: (Int) -> String) throws(Diagnostic) -> Range<Int> {
      if let quoted,
        let position = try IndexSelection.position(titled: quoted, in: count, of: noun, title, at: place)
      {
        return position..<position + 1
      }
      // The bounds of a half-open range may be one past the last element.
      let limit = isClosed ? count : count + 1
      let start =
        try from?.position(
          in: count,
          of: noun,
          below: to == nil ? count + 1 : limit,
          title: title,
          at: place
        ) ?? 0
      // Looking for a title takes time.
      if isElement { return start..<start + 1 }
      var end = count
      if let to {
        end = try to.position(in: count, of: noun, below: limit, title: title, at: place) + (isClosed ? 1 : 0)
      }
      guard start <= end else {
        throw place.diagnostic(
          "the range \(text.shown) runs backwards; \(IndexSelection.extent(of: count, noun))"
        )
      }
      return start..<end
    }
  }

  /// The position of the element with a title, in upper or lower case; `nil` if there is none.
  ///
  /// - Throws: A diagnostic at `place` if several elements have it.
  static func position(
    titled text: String,
    in count: Int,
    of noun: String,
    _ title: (Int) -> String,
    at place: SourceText
  ) throws(Diagnostic) -> Int? {
    let sought = text.lowercased()
    let found = (0..<count).filter { title($0).lowercased() == sought }
    guard found.count > 1 else { return found.first }
    let all = found.map(String.init).joined(separator: ", ")
    throw place.diagnostic(
      "more than one \(noun) is called '\(text.controlCharactersEscaped)': \(all)",
      hint: "write an index"
    )
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
