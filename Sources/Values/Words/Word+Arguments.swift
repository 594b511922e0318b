extension Word {
  /// The word read as an integer.
  ///
  /// - Parameters:
  ///   - noun: What the number denotes, for the error: "moment", "count".
  ///   - range: The valid numbers.
  /// - Throws: A diagnostic at the word.
  public func integer(
    _ noun: String = "number",
    in range: ClosedRange<Int> = .min ... .max
  ) throws(Diagnostic) -> Int {
    if let number = plainNumber, range.contains(number) { return number }
    let content = content
    let shown = content.shown
    guard let number = content.integer else {
      throw diagnostic(
        "expected a \(noun), found '\(shown)'",
        hint: content.text.wholeMatch(of: /#[0-9]+/) != nil
          ? "'\(shown)' is a moment; to go there, write 'goto \(shown)'"
          : "write a whole number\(range.bounds)"
      )
    }
    if let number = Int(exactly: number), range.contains(number) { return number }
    let isTooLarge = range.upperBound == .max && number > Int128(Int.max)
    throw diagnostic(
      "the \(noun) \(shown) is out of range",
      hint: "write a whole number\(isTooLarge ? " up to \(Int.max)" : range.bounds)"
    )
  }

  /// The value of an unquoted word of 1 to 18 digits, which nearly every number is; `nil` for any other word.
  var plainNumber: Int? {
    guard let digits = plainBytes, (1...18).contains(digits.count) else { return nil }
    var number = 0
    for byte in digits {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }
}

extension SourceText {
  /// The text as a decimal number, or the nearest that is not too large.
  ///
  /// - Returns: `nil` if it is not a number.
  var integer: Int128? {
    let bytes = page.bytes[range]
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return Int128(text) ?? (isNegative ? .min : .max)
  }
}

extension ClosedRange<Int> {
  fileprivate var bounds: String {
    switch (lowerBound, upperBound) {
    case (.min, .max): ""
    case (_, .max): ", \(lowerBound) or greater"
    case (.min, _): " up to \(upperBound)"
    default: lowerBound == upperBound ? ": \(lowerBound)" : " from \(lowerBound) to \(upperBound)"
    }
  }
}

extension Word {
  /// The choice that the word names, in full or by an unambiguous prefix; `nil` if it matches none or several.
  package func choice<Value>(among choices: [(word: String, value: Value)]) -> Value? {
    let text = text
    if let exact = choices.first(where: { $0.word == text }) { return exact.value }
    let matches = choices.filter { $0.word.hasPrefix(text) }
    return matches.count == 1 && !text.isEmpty ? matches[0].value : nil
  }

  /// The choice that the word names, in full, by an unambiguous prefix, or in full after a leading dot: variables hold
  /// cases as `.all`.
  ///
  /// - Parameters:
  ///   - noun: What is chosen, for the error "invalid filter 'done': expected one of all, active, completed".
  ///   - choices: The words and their values.
  /// - Throws: A diagnostic that lists the choices and suggests a similar one.
  package func choice<Value>(
    _ noun: String,
    among choices: [(word: String, value: Value)]
  ) throws(Diagnostic) -> Value {
    if let value = choice(among: choices) { return value }
    let text = text
    if let named = choices.first(where: { ".\($0.word)" == text }) { return named.value }
    let words = choices.map(\.word)
    let expected =
      words.count == 2 ? words.joined(separator: " or ") : "one of \(words.joined(separator: ", "))"
    throw diagnostic(
      "invalid \(noun) '\(text)': expected \(expected)",
      hint: Spelling.suggestion(for: text, among: words)
    )
  }
}
