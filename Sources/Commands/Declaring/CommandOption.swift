/// A word that starts with `-` and stands between a command's name and its arguments: `--all`, `--by typed`.
package struct CommandOption {
  /// The names that it goes by, the one that the usage shows first.
  package let names: [String]
  /// What its value is called; `nil` if it has none.
  package let value: String?
  /// What it does, for the command's help.
  package let summary: String
  /// What its value may be.
  let completions: (CompletionRequest) -> [Completion]

  /// How the usage shows it: `[--all]`, `[--by WHO]`.
  var usage: String { "[\(names[0])\(value.map { " \($0)" } ?? "")]" }
}

extension Argument {
  /// An option that is there or is not.
  ///
  /// Options stand before all other arguments of a command, in any order.
  ///
  /// - Parameters:
  ///   - name: How it is written: `--all`.
  ///   - others: Other names: `-a`.
  ///   - summary: What it does, for the command's help.
  public static func flag(_ name: String, _ others: String..., summary: String) -> Parameter<Bool> {
    let option = CommandOption(names: [name] + others, value: nil, summary: summary) { _ in [] }
    var result = Parameter(option.usage) { (reader) throws(Diagnostic) -> Bool in
      !reader.takeOption(name).isEmpty
    }
    result.option = option
    return result
  }

  /// An option with a value.
  ///
  /// - Parameters:
  ///   - name: How it is written: `--by`.
  ///   - parameter: How its value is read.
  ///   - summary: What it does, for the command's help.
  public static func option<Value>(
    _ name: String,
    _ parameter: Parameter<Value>,
    summary: String
  ) -> Parameter<Value?> {
    let option = CommandOption(
      names: [name],
      value: parameter.usage,
      summary: summary,
      completions: parameter.completions
    )
    var result = Parameter(option.usage) { (reader) throws(Diagnostic) -> Value? in
      var value: Value?
      for word in reader.takeOption(name) {
        var part = ArgumentReader(word: word, of: reader)
        value = try parameter.read(&part)
      }
      return value
    }
    result.option = option
    return result
  }
}

extension ArgumentReader {
  /// Reads the options that a line begins with, for the parameters to take.
  ///
  /// `--` ends them, so that what comes next may start with `-`.
  ///
  /// - Throws: That there is no such option, or that one lacks its value.
  mutating func readOptions(_ options: [CommandOption]) throws(Diagnostic) {
    guard !options.isEmpty else { return }
    while let word = next, word.isOption {
      _ = try self.word(for: "")
      if word.text == "--" { return }
      guard let option = options.first(where: { $0.names.contains(word.text) }) else {
        let names = options.flatMap(\.names)
        throw word.diagnostic(
          "\(line.words[0].text) has no option '\(word.text)'; the options are \(names.joined(separator: ", "))",
          hint: Spelling.suggestion(for: word.text, among: names)
            ?? "put '--' before words that start with '-': \(line.words[0].text) -- \(word.text)"
        )
      }
      let value = option.value == nil ? word : try self.word(for: option.value ?? "")
      note(value, forOption: option.names[0])
    }
  }
}

extension Word {
  /// Whether it has the form of an option: a hyphen and a letter, or two hyphens.
  fileprivate var isOption: Bool {
    guard !isQuoted, text.hasPrefix("-") else { return false }
    return text.hasPrefix("--") || text.dropFirst().first?.isLetter == true
  }
}
