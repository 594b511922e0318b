/// A word that starts with `-`, before or after the arguments of a command: `--all`, `--by typed`.
package struct CommandOption {
  /// Its names; the first is shown in the usage.
  package let names: [String]
  /// The name of its value; `nil` for a flag.
  package let value: String?
  /// The valid numbers; `nil` if its value is not a whole number.
  package let range: ClosedRange<Int>?
  /// A summary for the command's help.
  package let summary: String
  /// The kind of thing that its value names.
  var naming: NamingWords?
  /// Whether its value continues with the next word after one that ends in a comma.
  var continuesAfterComma = false
  /// The options that cannot be combined with it.
  var excluded: [String] = []
  /// The hint for such a combination.
  fileprivate(set) var exclusionHint: String?
  /// Whether help and completion at a prompt leave it out.
  var isHidden = false
  /// The completions of its value.
  let completions: (CompletionRequest) -> [Completion]

  /// Its names, with its value: `-f, --force`, `--by WHO`.
  var spelling: String { names.joined(separator: ", ") + (value.map { " \($0)" } ?? "") }
  /// Its first name, with its value: `--force`, `--by WHO`.
  var text: String { names[0] + (value.map { " \($0)" } ?? "") }
}

extension Argument {
  /// An option without a value.
  ///
  /// Options come before or after all other arguments of a command, in any order.
  ///
  /// - Parameters:
  ///   - name: The option, such as `--all`.
  ///   - others: Other names, such as `-a`.
  ///   - summary: A summary for the command's help.
  public static func flag(_ name: String, _ others: String..., summary: String) -> Parameter<Bool> {
    let option = CommandOption(names: [name] + others, value: nil, range: nil, summary: summary) { _ in [] }
    return Parameter(AnyParameter(usage: option.text, option: option)) { $0.isGiven(name) }
  }

  /// An option with a value.
  ///
  /// - Parameters:
  ///   - name: The option, such as `--by`.
  ///   - parameter: The parameter that reads its value.
  ///   - summary: A summary for the command's help.
  public static func option<Value>(
    _ name: String,
    _ parameter: Parameter<Value>,
    summary: String
  ) -> Parameter<Value?> {
    let values = options(name, parameter, summary: summary)
    return Parameter(values.form) { (reader) throws(Diagnostic) in try values.read(&reader).last }
  }

  /// An option whose value is given any number of times.
  static func options<Value>(
    _ name: String,
    _ parameter: Parameter<Value>,
    summary: String
  ) -> Parameter<[Value]> {
    let option = CommandOption(
      names: [name],
      value: parameter.usage,
      range: parameter.form.range,
      summary: summary,
      naming: parameter.form.names,
      continuesAfterComma: parameter.form.continuesAfterComma,
      completions: parameter.form.completions
    )
    return Parameter(AnyParameter(usage: option.text, option: option)) { (reader) throws(Diagnostic) in
      var values: [Value] = []
      for words in reader.words(ofOption: name) {
        var part = ArgumentReader(words: words, of: reader)
        let word = part.words[0]
        do throws(Diagnostic) {
          values.append(try parameter.read(&part))
          reader.abbreviations += part.abbreviations
        } catch {
          guard !word.isQuoted,
            word.text.filter({ "([{".contains($0) }).count
              > word.text.filter({ ")]}".contains($0) }).count
          else { throw error }
          throw word.diagnostic(
            "the brackets of '\(word.text)' are not closed",
            hint: "quote what contains spaces: \(name) '…'"
          )
        }
      }
      return values
    }
  }
}

extension Parameter {
  /// The same option, which cannot be combined with others.
  ///
  /// - Parameter hint: The hint for such a combination.
  func excluding(_ options: [String], hint: String? = nil) -> Self {
    var copy = self
    copy.form.option?.excluded = options
    copy.form.option?.exclusionHint = hint
    return copy
  }

  /// The same option, which help and completion at a prompt leave out.
  func hidden() -> Self {
    var copy = self
    copy.form.option?.isHidden = true
    return copy
  }
}

extension ArgumentReader {
  /// Reads the options before and after the arguments, which the parameters take later.
  ///
  /// `--` ends the options, so that the following words can start with `-`.
  ///
  /// - Throws: An error for an unknown option, a missing value, options that exclude each other, or an option between
  ///   arguments.
  mutating func readOptions(of command: AnyCommand) throws(Diagnostic) {
    let options = command.options
    while let word = next, word.isOption {
      let names = options.flatMap(\.names)
      let suggestion = names.contains(word.text) ? nil : Spelling.suggestion(for: word.text, among: names)
      let form = command.form(where: isGiven)
      let takesText = form.syntax != .names
      // A negation, such as `-count < 3`, is not an option.
      let mayNegate =
        takesText && !word.text.hasPrefix("--")
        && names.allSatisfy { $0.hasPrefix("--") || word.text.count > 2 }
      let following = words.suffix(remaining).dropFirst().first
      if mayNegate && suggestion == nil
        || form.takesNegation(word.text, before: following?.raw, of: parser?.table.types)
      {
        break
      }
      _ = try self.word(for: "")
      if word.text == "--" { return try check(command.form(where: isGiven), of: command) }
      guard let option = options.first(where: { $0.names.contains(word.text) }) else {
        throw word.diagnostic(
          "\(line.words[0].text) has no option '\(word.text)'; "
            + (names.count == 1 ? "the only option is " : "the options are ") + names.joined(separator: ", "),
          hint: suggestion
            ?? (takesText
              ? "put '--' before words that start with '-': \(line.words[0].text) -- \(word.text)"
              : "'help \(line.words[0].text)' describes the options")
        )
      }
      let value = option.value == nil ? word : try self.word(for: option.value ?? "", of: word.text)
      var last = value
      while option.continuesAfterComma, last.endsInComma, !isAtEnd { last = try self.word(for: "") }
      note(word, named: option.names[0], value, last)
    }
    while readLastOption(of: command) {}
    let form = command.form(where: isGiven)
    try check(form, of: command)
    let isOption = { (word: Word) in word.isOption && options.contains { $0.names.contains(word.text) } }
    guard !form.parameters.contains(where: \.takesSeveralWords),
      let word = words.suffix(remaining).dropFirst().first(where: isOption)
    else { return }
    throw word.diagnostic(
      "the option '\(word.text)' is between arguments",
      hint: "options come before or after all arguments; usage: \(usage)"
    )
  }

  /// Checks that the options are those of a form, and can be combined.
  private func check(_ form: CommandForm, of command: AnyCommand) throws(Diagnostic) {
    for option in command.options where isGiven(option) {
      var (first, second) = (option.names[0], option.excluded.first(where: isGiven))
      if !form.has(option) {
        guard let chooser = form.chooser?.names[0] else {
          let needed = command.forms.first { $0.has(option) }
          throw source(ofOption: first).diagnostic(
            "\(first) needs \(needed?.chooser?.names[0] ?? "")",
            hint: "usage: \((needed ?? form).usage(of: command.name))"
          )
        }
        (first, second) = (chooser, first)
      }
      guard let second else { continue }
      throw source(ofOption: second).diagnostic(
        "\(first) cannot be combined with \(second)",
        hint: option.exclusionHint ?? "leave out one of them"
      )
    }
  }

  /// Takes an option from the end of the line. What only looks like one belongs to an argument.
  ///
  /// - Returns: Whether there was one.
  private mutating func readLastOption(of command: AnyCommand) -> Bool {
    let form = command.form(where: isGiven)
    for option in command.options {
      var count = option.value == nil ? 1 : 2
      while option.continuesAfterComma, remaining > count, words[words.count - count].endsInComma {
        count += 1
      }
      guard remaining >= count, remaining - count <= form.wordsBeforeCommand ?? .max else { continue }
      let words = self.words.suffix(count)
      guard let name = words.first, name.isOption, option.names.contains(name.text), let last = words.last,
        !form.takesNegation(name.text, before: words.dropFirst().first?.raw, of: parser?.table.types)
      else { continue }
      dropLast(count)
      note(name, named: option.names[0], words.dropFirst().first ?? last, last)
      return true
    }
    return false
  }
}

extension Word {
  fileprivate var endsInComma: Bool { raw.hasSuffix(",") }

  /// Whether it has the form of an option: a hyphen and a letter, or two hyphens.
  fileprivate var isOption: Bool {
    guard !isQuoted, text.hasPrefix("-") else { return false }
    return text.hasPrefix("--") || text.dropFirst().first?.isLetter == true
  }
}
