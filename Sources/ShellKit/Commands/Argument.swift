import Foundation

/// The parameters in stock: what the arguments of most commands are.
public enum Argument {
  /// All words that are left, joined by single blanks; quotes keep blanks as they are.
  public static func text(_ name: String) -> Parameter<String> {
    Parameter(name) { (reader) throws(Diagnostic) -> String in
      var words = [try reader.word(for: name).text]
      while !reader.isAtEnd { words.append(try reader.word(for: name).text) }
      return words.joined(separator: " ")
    }
  }

  /// A single word.
  public static func word(_ name: String) -> Parameter<Located<String>> {
    Parameter(name) { (reader) throws(Diagnostic) -> Located<String> in
      let word = try reader.word(for: name)
      return Located(word.text, at: word.source)
    }
  }

  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: What the usage calls it.
  ///   - range: The numbers that are allowed.
  public static func integer(_ name: String, in range: ClosedRange<Int>) -> Parameter<Located<Int>> {
    Parameter(name) { (reader) throws(Diagnostic) -> Located<Int> in
      let word = try reader.word(for: name)
      guard let number = Int(word.text) else {
        throw word.source.diagnostic(
          "\(name) is a whole number, not '\(word.text)'",
          remedy: "usage: \(reader.usage)"
        )
      }
      guard range.contains(number) else {
        throw word.source.diagnostic("\(name) is \(range.wording), not \(number)", remedy: "usage: \(reader.usage)")
      }
      return Located(number, at: word.source)
    }
  }

  /// How many times something is to be done: a whole number from 1, or nothing, which is 1.
  public static func count(_ name: String) -> Parameter<Int> {
    let number = integer(name, in: 1...Int.max).optional()
    return Parameter(number.usage) { (reader) throws(Diagnostic) -> Int in
      try number.read(&reader)?.value ?? 1
    }
  }

  /// A position in a list, from 0. Whether the list is that long shows only when the command runs.
  public static func index(_ name: String) -> Parameter<Located<Int>> {
    Parameter(name) { (reader) throws(Diagnostic) -> Located<Int> in
      let word = try reader.word(for: name)
      guard let number = Int(word.text), number >= 0 else {
        throw word.source.diagnostic(
          "\(name) is a position in the list, a whole number from 0, not '\(word.text)'",
          remedy: "usage: \(reader.usage)"
        )
      }
      return Located(number, at: word.source)
    }
  }

  /// A span of virtual time: `1s`, `250ms`, `1m30s`.
  public static func duration(_ name: String) -> Parameter<Duration> {
    Parameter(name) { (reader) throws(Diagnostic) -> Duration in
      let word = try reader.word(for: name)
      return try word.duration()
    }
  }

  /// One of a few words; any unambiguous start of one will do.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - choices: The words, what each stands for, and a summary that explains it.
  public static func choice<Value>(
    _ name: String,
    among choices: [(word: String, value: Value, summary: String)]
  ) -> Parameter<Value> {
    let words = choices.map(\.word)
    var result = Parameter(words.joined(separator: "|")) { (reader) throws(Diagnostic) -> Value in
      let word = try reader.word(for: words.joined(separator: "|"))
      let matches = choices.filter { $0.word == word.text }.nonEmpty ?? choices.filter { $0.word.hasPrefix(word.text) }
      if matches.count == 1, !word.text.isEmpty { return matches[0].value }
      throw word.source.diagnostic(
        "\(name) is one of \(words.joined(separator: ", ")), not '\(word.text)'",
        remedy: Spelling.suggestion(for: word.text, among: words)
      )
    }
    result.completions = { _ in choices.map { Completion($0.word, summary: $0.summary) } }
    return result
  }
}

extension ClosedRange<Int> {
  fileprivate var wording: String {
    upperBound == .max ? "a whole number from \(lowerBound)" : "a number from \(lowerBound) to \(upperBound)"
  }
}

extension Array {
  /// The array, or `nil` if there is nothing in it.
  var nonEmpty: Self? { isEmpty ? nil : self }
}
