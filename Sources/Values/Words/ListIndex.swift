/// One element of a list, as a person names it: `3`, `last`. Which one that is shows when the list is there.
public struct ListIndex {
  private let bound: IndexSelection.Bound
  private let word: Word

  /// - Parameters:
  ///   - word: What was written.
  ///   - noun: What an element is called, for the error "expected one todo".
  /// - Throws: What was found where an index was expected.
  package init(word: Word, noun: String = "element") throws(Diagnostic) {
    self.word = word
    if let number = word.plainNumber {
      bound = .index(number)
      return
    }
    let text = word.syntax
    if let bound = IndexSelectionParser(text, text.all).bound(text.all) {
      self.bound = bound
      return
    }
    // What is no set of indices either has an error of its own.
    let selection = try IndexSelection(parsing: word)
    guard selection.parts.count == 1, case .element(let bound) = selection.parts[0].part else {
      throw word.diagnostic("expected one \(noun), found '\(text.shown())'", hint: "write one index: 0")
    }
    self.bound = bound
  }

  /// The position from 0.
  ///
  /// - Parameters:
  ///   - count: How many elements the list has.
  ///   - noun: What an element is called, for the error "no todo 9; the list shows 3 (0 to 2)".
  /// - Throws: That there is no such element.
  public func resolved(count: Int, noun: String = "element") throws(Diagnostic) -> Int {
    try IndexResolver(count: count, noun: noun, word: word, offsets: nil).checked(bound, below: count)
  }
}

extension Word {
  /// The word as the index of one element of a list.
  ///
  /// - Parameters:
  ///   - count: how many elements the list has.
  ///   - noun: what an element is called, for the error "no todo 9; the list shows 3 (0 to 2)".
  public func index(count: Int, noun: String = "element") throws(Diagnostic) -> Int {
    try ListIndex(word: self, noun: noun).resolved(count: count, noun: noun)
  }
}
