/// The built-in parameters, which suffice for most commands.
public enum Argument {
  /// All remaining words, joined by single spaces; quotes preserve spaces.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - kept: How many words at the end of the line are left to the parameters that follow.
  public static func text(_ name: String, leaving kept: Int = 0) -> Parameter<String> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> String in
      let first = try reader.word(for: name).text
      guard reader.remaining > kept else { return first }
      var words = [first]
      while reader.remaining > kept { words.append(try reader.word(for: name).text) }
      return words.joined(separator: " ")
    }
    result.takesSeveralWords = true
    result.wordsLeft = kept
    result.candidates.words = ["a", "b"]
    return result
  }

  /// A single word.
  public static func word(_ name: String) -> Parameter<Located<String>> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> Located<String> in
      let word = try reader.word(for: name)
      return Located(word.text, at: word.source)
    }
    result.candidates.words = ["a", "b"]
    return result
  }

  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - noun: Its name in errors.
  ///   - range: The valid numbers.
  public static func integer(
    _ name: String,
    noun: String = "number",
    in range: ClosedRange<Int>
  ) -> Parameter<Located<Int>> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> Located<Int> in
      let word = try reader.word(for: name)
      return Located(try word.integer(noun, in: range), at: word.source)
    }
    result.candidates.words = [0, 1, range.lowerBound, range.upperBound]
      .filter { range.contains($0) && $0.magnitude <= 1_000 }.removingDuplicates.map(String.init)
    result.redirectionMarks = .all
    return result
  }

  /// A number of repetitions: a whole number from 1; 1 if omitted.
  public static func count(_ name: String) -> Parameter<Int> {
    let number = integer(name, in: 1...Int.max).optional()
    var result = Parameter(number.usage) { (reader) throws(Diagnostic) -> Int in
      try number.read(&reader)?.value ?? 1
    }
    result.candidates.words = ["", "2"]
    result.redirectionMarks = .all
    return result
  }

  /// One element of a list, by its index from 0. The length of the list is checked when the command runs.
  public static func index(_ name: String) -> Parameter<ListIndex> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> ListIndex in
      try ListIndex(word: try reader.word(for: name))
    }
    result.candidates.words = ["0", "1"]
    result.redirectionMarks = .all
    return result
  }

  /// Elements of a list: `0 2 4`, `0-3`, `2...`, `last`, `all`. It takes all remaining words.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - kept: How many words at the end of the line are left to the parameters that follow.
  public static func selection(_ name: String, leaving kept: Int = 0) -> Parameter<IndexSelection> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> IndexSelection in
      var words = [try reader.word(for: name)]
      while reader.remaining > kept { words.append(try reader.word(for: name)) }
      return try IndexSelection(parsing: words, orAt: words[0].source)
    }
    result.takesSeveralWords = true
    result.wordsLeft = kept
    result.candidates.words = ["0", "1"]
    result.candidates.last = "all"
    result.redirectionMarks = .all
    return result
  }

  /// A span of virtual time: `1s`, `250ms`, `1m30s`.
  public static func duration(_ name: String) -> Parameter<Duration> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> Duration in
      try Duration(parsing: try reader.word(for: name))
    }
    result.completions = { _ in
      [
        Completion("100ms", summary: "a tenth of a second"), Completion("500ms", summary: "half a second"),
        Completion("1s", summary: "a second"), Completion("1m", summary: "a minute"),
        Completion("1h", summary: "an hour"),
      ]
    }
    result.candidates.own = { _ in ["100ms", "1s"] }
    result.redirectionMarks = .all
    return result
  }

  /// One of several words, which can be abbreviated to an unambiguous prefix or written as an enum case: `.all` for
  /// `all`.
  ///
  /// - Parameters:
  ///   - name: Its name in errors.
  ///   - usage: Its form in the usage; by default all words.
  ///   - choices: The words with their values and summaries.
  public static func choice<Value>(
    _ name: String,
    usage: String? = nil,
    among choices: [(word: String, value: Value, summary: String)]
  ) -> Parameter<Value> {
    let words = choices.map(\.word)
    var result = Parameter(usage ?? words.joined(separator: "|")) { (reader) throws(Diagnostic) -> Value in
      try reader.choice(name, among: choices.map { ($0.word, $0.value) })
    }
    result.completions = { _ in choices.map { Completion($0.word, summary: $0.summary) } }
    result.redirectionMarks = .all
    return result
  }
}
