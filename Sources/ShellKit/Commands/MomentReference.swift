import Core

/// A moment as a person names it: by its number, or by a virtual time.
struct MomentReference {
  private let place: Place
  private let word: Word

  private enum Place {
    case number(Int)
    case time(Duration)
  }

  static func parameter(_ name: String) -> Parameter<MomentReference> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> MomentReference in
      try MomentReference(parsing: try reader.word(for: name))
    }
    result.completions = { $0.moments() }
    return result
  }

  private init(parsing word: Word) throws(Diagnostic) {
    self.word = word
    if word.text.hasPrefix("@") {
      let range = word.source.range
      let time = word.source.slice(range.lowerBound + 1..<range.upperBound)
      place = .time(try Duration(parsing: time))
    } else {
      place = .number(try Self.number(word))
    }
  }

  /// A number may be written as the prompt shows it, `#3`, in quotes: `#` alone would start a comment.
  private static func number(_ word: Word) throws(Diagnostic) -> Int {
    if word.text.hasPrefix("#"), let number = Int(word.text.dropFirst()), number >= 0 { return number }
    return try word.integer("moment", in: 0...Int.max)
  }

  /// The number of the moment.
  ///
  /// - Throws: That there is no such moment.
  func resolved<State, Action>(in session: Session<State, Action>) throws(Diagnostic) -> Int {
    switch place {
    case .time(let time): return session.lastMoment(at: time)
    case .number(let number):
      guard session.moments.indices.contains(number) else {
        throw word.diagnostic("no moment \(number); they go from 0 to \(session.moments.count - 1)")
      }
      return number
    }
  }
}
