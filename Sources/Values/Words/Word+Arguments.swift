extension Word {
  /// The word as a whole number.
  ///
  /// - Parameters:
  ///   - noun: what the number is, for the error: "moment", "count".
  ///   - range: which numbers are possible.
  /// - Throws: what was found and what was expected, at the word.
  public func integer(
    _ noun: String = "number",
    in range: ClosedRange<Int> = .min ... .max
  ) throws(Diagnostic) -> Int {
    if let number = plainNumber, range.contains(number) { return number }
    let syntax = syntax
    guard let number = syntax.integer() else {
      throw syntax.diagnostic(
        "expected a \(noun), found '\(syntax.shown())'",
        hint: syntax.namesMoment
          ? "'\(syntax.shown())' names a moment: 'goto \(syntax.shown())' goes there"
          : "write a whole number" + range.bounds
      )
    }
    if let number = Int(exactly: number), range.contains(number) { return number }
    let isTooLarge = range.upperBound == .max && number > Int128(Int.max)
    throw syntax.diagnostic(
      "the \(noun) \(syntax.shown()) is out of range",
      hint: "write a whole number"
        + (isTooLarge ? " up to \(Int.max)" : range.bounds)
    )
  }

  /// The number that the word is if it is nothing but a few digits, as nearly every number is.
  package var plainNumber: Int? {
    isQuoted ? Self.number(text.utf8) : withPlainBytes { Self.number($0) }
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...18).contains(digits.count) else { return nil }
    var number = 0
    for byte in digits {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }
}

extension WordSyntax {
  /// Whether it is the number of a moment as it is printed: `#3`.
  var namesMoment: Bool {
    bytes.count > 1 && bytes[0] == UInt8(ascii: "#") && bytes[1...].allSatisfy(\.isDigit)
  }

  /// All of the text, or a part of it, as a decimal number; too large ones become the largest there is.
  ///
  /// - Returns: `nil` if it is no number.
  func integer(_ offsets: Range<Int>? = nil) -> Int128? {
    var digits = bytes[offsets ?? 0..<bytes.count]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    var result: Int128 = 0
    for digit in digits where result <= Int128(Int64.max) {
      result = result * 10 + Int128(digit - 0x30)
    }
    return isNegative ? -result : result
  }
}

extension ClosedRange<Int> {
  fileprivate var bounds: String {
    switch (lowerBound, upperBound) {
    case (.min, .max): ""
    case (_, .max): " from \(lowerBound) on"
    case (.min, _): " up to \(upperBound)"
    default: lowerBound == upperBound ? ": \(lowerBound)" : " from \(lowerBound) to \(upperBound)"
    }
  }
}

extension Word {
  /// The choice that the word names, in full or by an unambiguous start; `nil` when it names none or several.
  package func choice<Value>(among choices: [(word: String, value: Value)]) -> Value? {
    let text = text
    if let exact = choices.first(where: { $0.word == text }) { return exact.value }
    let matches = choices.filter { $0.word.hasPrefix(text) }
    return matches.count == 1 && !text.isEmpty ? matches[0].value : nil
  }

  /// The choice that the word names, in full or by an unambiguous start, or in full behind the dot of a case: `.all` is
  /// what a variable holds.
  ///
  /// - Parameters:
  ///   - noun: What is chosen, for the error "filter is one of all, active, completed, not 'done'".
  ///   - choices: The words, and what each stands for.
  /// - Throws: What there is to choose from, and which of it is spelled like the word.
  package func choice<Value>(
    _ noun: String,
    among choices: [(word: String, value: Value)]
  ) throws(Diagnostic) -> Value {
    if let value = choice(among: choices) { return value }
    let text = text
    if let named = choices.first(where: { ".\($0.word)" == text }) { return named.value }
    let words = choices.map(\.word)
    throw diagnostic(
      "\(noun) is one of \(words.joined(separator: ", ")), not '\(text)'",
      hint: Spelling.suggestion(for: text, among: words)
    )
  }
}
