/// What `history` does: one thing at a time, since a deleted line cannot be restored.
enum HistoryRequest {
  case list(String?)
  case forget(Int)
  case forgetAll

  /// - Parameters:
  ///   - numbers: The values of `-d`.
  ///   - clears: Where `-c` stands.
  ///   - text: All other words.
  /// - Throws: An error at the first extra word.
  init(numbers: [Located<Int>], clears: [Word], text: Located<String>?) throws(Diagnostic) {
    let places = numbers.map(\.source) + clears.map(\.source) + [text?.source].compactMap(\.self)
    let first = (numbers.map(\.source) + clears.map(\.source)).min(by: Self.stands)
    let others = places.filter { $0.range != first?.range }
    guard let first, let tooMuch = others.min(by: Self.stands) else {
      self = numbers.first.map { .forget($0.value) } ?? (clears.isEmpty ? .list(text?.value) : .forgetAll)
      return
    }
    let isOne = numbers.contains { $0.source.range == first.range }
    throw tooMuch.diagnostic(
      "unexpected '\(tooMuch.text)': " + (isOne ? "'-d' deletes one line" : "'-c' deletes all lines"),
      hint: "'history -d N' deletes one line, 'history -c' all lines; 'history TEXT' searches the lines"
    )
  }

  private static func stands(_ first: SourceText, before second: SourceText) -> Bool {
    first.range.lowerBound < second.range.lowerBound
  }
}

extension HistoryRequest {
  static var numbers: Parameter<[Located<Int>]> {
    let number = Argument.integer("N", noun: "number", in: 1...Int.max)
    let summary = "delete line N"
    let option = CommandOption(names: ["-d"], value: "N", summary: summary) { _ in [] }
    var result = Parameter(option.usage) { (reader) throws(Diagnostic) -> [Located<Int>] in
      var values: [Located<Int>] = []
      for word in reader.takeOption("-d") {
        var part = ArgumentReader(word: word, of: reader)
        values.append(try number.read(&part))
      }
      return values
    }
    result.option = option
    return result
  }

  static var clears: Parameter<[Word]> {
    let option = CommandOption(names: ["-c"], value: nil, summary: "delete all lines") { _ in [] }
    var result = Parameter(option.usage) { (reader) throws(Diagnostic) in reader.takeOption("-c") }
    result.option = option
    return result
  }

  static var text: Parameter<Located<String>?> {
    let text = Argument.text("N|TEXT")
    var result = Parameter(text.usage) { (reader) throws(Diagnostic) -> Located<String> in
      let source = reader.next?.source ?? reader.line.source.endPoint
      return Located(try text.read(&reader), at: source)
    }
    result.takesSeveralWords = text.takesSeveralWords
    result.wordsLeft = text.wordsLeft
    return result.optional()
  }
}
