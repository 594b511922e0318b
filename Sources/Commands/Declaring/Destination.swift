/// A position between the elements of a list: before the element at an index, or `end`.
public struct Destination {
  private let word: Word
  /// `nil` for the end.
  private let index: Int?

  fileprivate init(_ word: Word) throws(Diagnostic) {
    self.word = word
    do {
      index = word.text == "end" ? nil : try word.integer("destination", in: 0...Int.max)
    } catch {
      var error = error
      error.hint = error.hint.map { "\($0), or 'end'" }
      throw error
    }
  }

  /// The offset of the position, from 0 to `count`.
  ///
  /// - Parameter count: How many elements the list has.
  /// - Throws: An error if the list ends before it.
  public func resolved(count: Int) throws(Diagnostic) -> Int {
    guard let index else { return count }
    guard index <= count else {
      throw word.diagnostic(
        "no position \(index) in the list",
        hint: "positions range from 0 to \(count), the end of the list"
      )
    }
    return index
  }
}

extension Argument {
  /// A position between the elements of a list: an index, which means before that element, or `end`.
  public static func destination(_ name: String) -> Parameter<Destination> {
    Parameter(
      name,
      .names,
      completions: { _ in [Completion("end", summary: "after the last one")] },
      candidates: CandidateWords(own: { _ in ["0", "1", "end"] }),
      word: Destination.init
    )
  }
}
