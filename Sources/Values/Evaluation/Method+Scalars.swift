import Core

extension Method {
  /// The methods of strings alone, in display order.
  static let ofTexts: [Method] = [
    // Foundation does not find an empty string; Swift finds it everywhere.
    text("contains", nil, "whether it contains another string") { $1.isEmpty || $0.contains($1) },
    text("hasPrefix", nil, "whether it begins with another string") { $0.hasPrefix($1) },
    text("hasSuffix", nil, "whether it ends with another string") { $0.hasSuffix($1) },
    Method("lowercased", [], "the string in lowercase", returns: String.self) {
      try $0.ownText().lowercased()
    },
    Method("uppercased", [], "the string in uppercase", returns: String.self) {
      try $0.ownText().uppercased()
    },
    text("split", "separator", "the parts between separators, without empty ones") { own, separator in
      own.split(separator: separator).map { String($0) }
    },
    text("components", "separatedBy", "the parts between separators") { own, separator in
      separator.isEmpty
        ? [own] : own.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    },
    Method(
      "trimmingCharacters",
      [.value("in", .kind(TrimmedCharacters.self))],
      "the string without certain leading and trailing characters",
      returns: String.self
    ) { call in
      let kind = try call.value(0)?.unboxed(as: TrimmedCharacters.self) ?? .whitespaces
      return try call.ownText().trimmed(where: kind.contains)
    },
    replacement("replacing", nil),
    replacement("replacingOccurrences", "of"),
  ]

  /// A method with another string.
  private static func text<Result>(
    _ name: String,
    _ label: String?,
    _ summary: String,
    _ read: @escaping @Sendable (_ own: String, _ other: String) -> Result
  ) -> Method {
    Method(name, [.value(label, .text)], summary, returns: Result.self) { call in
      read(try call.ownText(), try call.text(0) ?? "")
    }
  }

  private static func replacement(_ name: String, _ label: String?) -> Method {
    Method(
      name,
      [.value(label, .text), .value("with", .text)],
      "the string with each occurrence of a string replaced",
      returns: String.self
    ) { call in
      let (own, old, new) = (try call.ownText(), try call.text(0) ?? "", try call.text(1) ?? "")
      if old.isEmpty, label != nil { return own }
      try call.take(copies: own.ranges(of: old).count, of: new)
      return own.replacing(old, with: new)
    }
  }

  /// The methods of ranges alone.
  static let ofRanges: [Method] = [
    Method(
      "contains",
      [.value(nil, .element)],
      "whether a value is in the range",
      returns: Bool.self
    ) {
      call in
      guard let value = try call.value(0), let range = call.base.any as? any WrittenRange,
        let lower = Comparison.isLess(value, .made(range.anyBounds.0)),
        let upper = Comparison.isLess(.made(range.anyBounds.1), value)
      else { throw call.error("the bounds of the range have another type") }
      let isAtEnd = !range.isClosed && Comparison.areEqual(value, .made(range.anyBounds.1)) == true
      return !lower && !upper && !isAtEnd
    }
  ]

  /// The methods of integers, in display order.
  static let ofIntegers: [Method] = [
    Method(
      "isMultiple",
      [.value("of", .count)],
      "whether it is a multiple of another number",
      returns: Bool.self
    ) {
      call in
      guard case .integer(let number)? = Number(call.base.any),
        case .integer(let other)? = try call.number(0)
      else { return nil }
      return other == 0 ? number == 0 : number % other == 0
    },
    Method("signum", [], "-1, 0 or 1", returns: Int.self) { call in
      Number(call.base.any).map { $0 < .integer(0) ? -1 : $0 == .integer(0) ? 0 : 1 }
    },
  ]

  /// The methods of other numbers, in display order.
  static let ofNumbers: [Method] = [
    Method(
      "rounded",
      [.value(nil, .kind(FloatingPointRoundingRule.self), isOptional: true)],
      "the nearest whole number, or the next one in a direction",
      \.floating
    ) { call in
      let rule = try call.value(0)?.unboxed(as: FloatingPointRoundingRule.self)
      return call.floating { $0.rounded(rule ?? .toNearestOrAwayFromZero) }
    },
    Method("squareRoot", [], "the square root", \.floating) { call in call.floating { $0.squareRoot() } },
  ]

  /// The methods of values that may be `nil`, in display order.
  static let ofValues: [Method] = ["map", "flatMap"].map { name in
    Method(
      name,
      [.transform()],
      "the value of an expression, or nil for nil",
      elements: .itself,
      { $0.arguments[0] }
    ) { call in
      try call.apply(0, to: call.base)
    }
  }

  /// The methods of dates, in display order.
  static let ofDates: [Method] = [
    Method(
      "addingTimeInterval",
      [.value(nil, .number)],
      "the date a number of seconds later",
      returns: Date.self
    ) {
      call in
      guard let date = call.base.unboxed(as: Date.self), let seconds = try call.number(0)?.double,
        let later = date.adding(seconds)
      else { throw call.error("the date is out of range") }
      return later
    },
    Method(
      "timeIntervalSince",
      [.value(nil, .own)],
      "the seconds since another date",
      returns: Double.self
    ) {
      call in
      guard let date = call.base.unboxed(as: Date.self),
        let other = try call.value(0)?.unboxed(as: Date.self)
      else { throw call.error("'timeIntervalSince' expects a Date", isMissing: true) }
      return date.timeIntervalSince(other)
    },
  ]
}

/// The characters that `trimmingCharacters(in:)` removes.
enum TrimmedCharacters: Sendable {
  case whitespaces, newlines, whitespacesAndNewlines, punctuationCharacters, decimalDigits, letters

  func contains(_ character: Character) -> Bool {
    switch self {
    case .whitespaces: character.isWhitespace && !character.isNewline
    case .newlines: character.isNewline
    case .whitespacesAndNewlines: character.isWhitespace
    case .punctuationCharacters: character.isPunctuation
    case .decimalDigits: character.isWholeNumber
    case .letters: character.isLetter
    }
  }
}

extension String {
  fileprivate func trimmed(where isTrimmed: (Character) -> Bool) -> String {
    String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
  }
}

extension Method.Types {
  /// The type of the receiver, or `Double` for a number that is not in binary.
  fileprivate var floating: Shape? { base.type is any BinaryFloatingPoint.Type ? base : .of(Double.self) }
}

extension Call {
  /// The value of a function of the receiver, in the receiver's precision.
  fileprivate func floating(_ body: (any BinaryFloatingPoint) -> any BinaryFloatingPoint) -> Value {
    (base.any as? any BinaryFloatingPoint ?? Number(base.any)?.double).map { .made(body($0) as Any) } ?? .null
  }

  /// The text of the receiver, whose reading takes steps.
  fileprivate func ownText() throws -> String {
    let text = TodoShellValues.text(of: base.any) ?? ""
    try take(copies: 1, of: text)
    return text
  }

  /// Counts the steps of writing a text some number of times.
  func take(copies count: Int, of text: String) throws {
    let (bytes, overflows) = text.utf8.count.multipliedReportingOverflow(by: count)
    try evaluation.take(bytes: overflows ? .max : bytes, at: node, in: source)
  }
}
