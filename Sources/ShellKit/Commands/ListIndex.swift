/// One element of a list, as a person names it: `3`, `last`. Which one that is shows when the list is there.
public struct ListIndex {
  private let word: Word

  /// - Throws: What was found where an index was expected.
  init(word: Word) throws(Diagnostic) {
    // Against an endless list, only the form can be wrong.
    _ = try word.index(count: .max)
    self.word = word
  }

  /// The position from 0.
  ///
  /// - Parameters:
  ///   - count: How many elements the list has.
  ///   - noun: What an element is called, for the error "no todo 9; the list shows 3 (0 to 2)".
  /// - Throws: That there is no such element.
  public func resolved(count: Int, noun: String = "element") throws(Diagnostic) -> Int {
    try word.index(count: count, noun: noun)
  }
}
