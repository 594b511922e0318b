/// The built-in parameters, which suffice for most commands.
public enum Argument {
  /// All remaining words, joined by single spaces; quotes preserve spaces.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - kept: How many words at the end of the line are left to the parameters that follow.
  public static func text(_ name: String, leaving kept: Int = 0) -> Parameter<String> {
    let form = AnyParameter(usage: name, wordsLeft: kept, candidates: CandidateWords(words: ["a", "b"]))
    return Parameter(form) { (reader) throws(Diagnostic) in
      try reader.words(for: name, leaving: kept).map(\.text).joined(separator: " ")
    }
  }

  /// A single word.
  public static func word(_ name: String) -> Parameter<Located<String>> {
    Parameter(name, candidates: CandidateWords(words: ["a", "b"])) { Located($0.text, at: $0.source) }
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
    let small = [0, 1, range.lowerBound, range.upperBound]
      .filter { range.contains($0) && $0.magnitude <= 1_000 }.removingDuplicates.map(String.init)
    var parameter = Parameter(name, .names, candidates: CandidateWords(words: small)) {
      (word) throws(Diagnostic) in
      Located(try word.integer(noun, in: range), at: word.source)
    }
    parameter.form.range = range
    return parameter
  }

  /// A number of repetitions: a whole number from 1; 1 if omitted.
  public static func count(_ name: String) -> Parameter<Int> {
    let number = integer(name, in: 1...Int.max).optional()
    var form = number.form
    form.candidates = CandidateWords(words: ["", "2"])
    return Parameter(form) { (reader) throws(Diagnostic) in try number.read(&reader)?.value ?? 1 }
  }

  /// One element of a list, by its index from 0. The length of the list is checked when the command runs.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - isTitled: Whether a title can be written instead. The command's closure must then pass the titles to `resolved`.
  public static func index(_ name: String, titled isTitled: Bool = false) -> Parameter<ListIndex> {
    Parameter(name, .names, candidates: CandidateWords(words: ["0", "1"])) { (word) throws(Diagnostic) in
      try ListIndex(word: word, titled: isTitled)
    }
  }

  /// Elements of a list: `0 2 4`, `0-3`, `2...`, `last`, `all`. It takes all remaining words.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - kept: How many words at the end of the line are left to the parameters that follow.
  ///   - isTitled: Whether titles can be written instead. The command's closure must then pass them to `indices`.
  public static func selection(
    _ name: String,
    leaving kept: Int = 0,
    titled isTitled: Bool = false
  ) -> Parameter<IndexSelection> {
    let candidates = CandidateWords(words: ["0", "1"], last: "all")
    let form = AnyParameter(usage: name, syntax: .names, wordsLeft: kept, candidates: candidates)
    return Parameter(form) { (reader) throws(Diagnostic) in
      let words = try reader.words(for: name, leaving: kept)
      return try IndexSelection(parsing: words, orAt: words[0].source, titled: isTitled)
    }
  }

  /// A span of virtual time: `1s`, `250ms`, `1m30s`.
  public static func duration(_ name: String) -> Parameter<Duration> {
    let usual = [
      ("100ms", "a tenth of a second"), ("500ms", "half a second"), ("1s", "a second"), ("1m", "a minute"),
      ("1h", "an hour"),
    ]
    .map { Completion($0, summary: $1) }
    let candidates = CandidateWords(own: { _ in ["100ms", "1s"] })
    return Parameter(
      name,
      .names,
      completions: { _ in usual },
      candidates: candidates,
      word: Duration.init(parsing:)
    )
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
    let usage = usage ?? choices.map(\.word).joined(separator: "|")
    let completions = choices.map { Completion($0.word, summary: $0.summary) }
    let form = AnyParameter(usage: usage, syntax: .names, completions: { _ in completions })
    return Parameter(form) { (reader) throws(Diagnostic) in
      try reader.choice(name, among: choices.map { ($0.word, $0.value) })
    }
  }

  /// A fixed word that makes a line easier to read.
  ///
  /// - Parameter summary: A description of what follows it.
  static func keyword(_ text: String, summary: String) -> Parameter<Void> {
    let completions = [Completion(text, summary: summary)]
    let form = AnyParameter(usage: text, syntax: .names, completions: { _ in completions })
    return Parameter(form) { (reader) throws(Diagnostic) in
      let word = try reader.word(for: "'\(text)'")
      guard word.text == text else {
        throw word.diagnostic("expected '\(text)', found '\(word.text)'", hint: "usage: \(reader.usage)")
      }
    }
  }
}
