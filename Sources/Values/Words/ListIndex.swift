/// One element of a list, as typed: `3`, `last`. It is resolved once the list is known.
public struct ListIndex {
  private static let examples = "write a single index, counting from 0, or 'first' or 'last'"
  private static let titledExamples = "write a title, an index (from 0), 'first' or 'last'"

  private let bound: IndexSelection.Bound
  private let word: Word
  /// The title that it is first of all, as it is written in quotes.
  private let quoted: String?

  /// - Parameters:
  ///   - word: The word as typed.
  ///   - noun: The name of an element, for the error "expected one todo".
  ///   - isTitled: Whether elements have titles that can stand for their indices.
  /// - Throws: A diagnostic if the word is not a single index.
  package init(word: Word, noun: String = "element", titled isTitled: Bool = false) throws(Diagnostic) {
    self.word = word
    if let number = word.plainNumber {
      (bound, quoted) = (.index(number), nil)
      return
    }
    let examples = isTitled ? Self.titledExamples : Self.examples
    // If the word is not a valid selection either, that error is the more helpful one.
    let selection = try IndexSelection(
      parsing: CollectionOfOne(word),
      orAt: word.source,
      titled: isTitled,
      examples: examples
    )
    guard selection.parts.count == 1, let bound = selection.parts[0].element else {
      throw word.diagnostic("expected one \(noun), found '\(word.content.shown)'", hint: examples)
    }
    (self.bound, quoted) = (bound, selection.parts[0].quoted)
  }

  /// The index if it is a number, whether or not a list has such an element.
  package var number: Int? { if case .index(let number) = bound { number } else { nil } }

  /// The position, counted from 0.
  ///
  /// - Parameters:
  ///   - count: The number of elements in the list.
  ///   - noun: The name of an element, for the error "no todo 9; the list shows 3 (0 to 2)".
  ///   - title: The title of the element at an index, if titles are accepted.
  /// - Throws: A diagnostic if the list has no such element, or several with that title.
  public func resolved(
    count: Int,
    noun: String = "element",
    title: (Int) -> String = { _ in "" }
  ) throws(Diagnostic) -> Int {
    if let quoted,
      let position = try IndexSelection.position(titled: quoted, in: count, of: noun, title, at: word.source)
    {
      return position
    }
    return try bound.position(in: count, of: noun, title: title, at: word.source)
  }
}

extension Word {
  /// The word read as the index of one element of a list.
  ///
  /// - Parameters:
  ///   - count: The number of elements in the list.
  ///   - noun: The name of an element, for the error "no todo 9; the list shows 3 (0 to 2)".
  public func index(count: Int, noun: String = "element") throws(Diagnostic) -> Int {
    try ListIndex(word: self, noun: noun).resolved(count: count, noun: noun)
  }
}
