import Core

extension Duration {
  /// Reads a duration as the language writes it: `1s`, `250ms`, `1m30s`, `1.5s`, `2h`.
  ///
  /// A sequence of numbers with units (`d h m s ms us µs ns`) that are added up; the numbers may have a fraction.
  /// Reading is exact: a duration that does not fit in attoseconds is an error and is never rounded.
  ///
  /// - Throws: A diagnostic at the offending part of the word.
  public init(parsing word: Word) throws(Diagnostic) {
    var parser = DurationParser(syntax: word.syntax, isOfClock: true)
    self = try parser.parse()
  }

  /// Reads a duration that spans all of `source`; its parts may be separated by spaces.
  public init(parsing source: SourceText) throws(Diagnostic) {
    var parser = DurationParser(syntax: WordSyntax(source: source), isOfClock: false)
    self = try parser.parse()
  }
}

private struct DurationParser {
  static let example = "write a number and a unit: 1s, 250ms, 1m30s, 2h"

  let syntax: WordSyntax
  /// Whether it is for a clock, which covers less than `Duration` does.
  let isOfClock: Bool
  var position = 0
  var total: Int128 = 0

  mutating func parse() throws(Diagnostic) -> Duration {
    skipBlanks()
    guard position < syntax.bytes.count else {
      throw syntax.diagnostic("expected a duration, found nothing", hint: Self.example)
    }
    while position < syntax.bytes.count {
      try parsePart()
      skipBlanks()
    }
    guard let duration = Duration(exactAttoseconds: total) else { throw tooLong() }
    return duration
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte.isBlank { position += 1 }
  }

  private var peek: UInt8? { position < syntax.bytes.count ? syntax.bytes[position] : nil }

  private mutating func parsePart() throws(Diagnostic) {
    let start = position
    let whole = readDigits()
    var fraction = 0..<0
    if peek == .dot {
      position += 1
      fraction = readDigits()
    }
    guard !whole.isEmpty, position == whole.upperBound || !fraction.isEmpty else {
      throw notANumber(from: start)
    }
    let number = start..<position
    let unit = try readUnit(after: number)
    let attoseconds = try scaled(whole: whole, fraction: fraction, by: unit, at: number)
    let (sum, overflows) = total.addingReportingOverflow(attoseconds)
    if overflows { throw tooLong() }
    total = sum
  }

  private mutating func readDigits() -> Range<Int> {
    let start = position
    while let byte = peek, byte.isDigit { position += 1 }
    return start..<position
  }

  private mutating func readUnit(after number: Range<Int>) throws(Diagnostic) -> DurationUnit {
    let start = position
    while let byte = peek, byte.isASCIILetter || byte >= 0x80 { position += 1 }
    if start == position {
      throw syntax.diagnostic(
        "expected a unit after \(syntax.shown(number)), found \(found(at: start))",
        at: number,
        hint: "for seconds write \(syntax.shown(number))s; the units are d h m s ms us ns"
      )
    }
    guard let unit = DurationUnit(name: syntax.text(start..<position)) else {
      throw syntax.diagnostic(
        "unknown time unit '\(syntax.shown(start..<position))'",
        at: start..<position,
        hint: "the units are d h m s ms us ns, as in 1m30s or 250ms"
      )
    }
    return unit
  }

  private func found(at offset: Int) -> String {
    let rest = syntax.shown(offset..<syntax.bytes.count)
    return rest.isEmpty ? "nothing" : "'\(rest)'"
  }

  private func notANumber(from start: Int) -> Diagnostic {
    let rest = start..<syntax.bytes.count
    let message =
      syntax.bytes[start] == UInt8(ascii: "-")
      ? "expected a duration, found '\(syntax.shown(rest))', which is negative"
      : "expected a \(start == 0 ? "duration" : "number"), found '\(syntax.shown(rest))'"
    return syntax.diagnostic(message, at: rest, hint: Self.example)
  }

  private func scaled(
    whole: Range<Int>,
    fraction: Range<Int>,
    by unit: DurationUnit,
    at number: Range<Int>
  ) throws(Diagnostic) -> Int128 {
    guard let count = Int128(syntax.text(whole)) else { throw tooLong() }
    var (result, overflows) = count.multipliedReportingOverflow(by: unit.attoseconds)
    if overflows { throw tooLong() }
    // `place` is the value of a one at the current decimal place, 0 below an attosecond.
    var place = unit.attoseconds
    for digit in syntax.bytes[fraction] {
      let value = Int128(digit - 0x30)
      let worth = place * value
      guard worth % 10 == 0, place > 0 || value == 0 else { throw tooFine(number) }
      (result, overflows) = result.addingReportingOverflow(worth / 10)
      if overflows { throw tooLong() }
      place = place % 10 == 0 ? place / 10 : 0
    }
    return result
  }

  private func tooFine(_ number: Range<Int>) -> Diagnostic {
    syntax.diagnostic(
      "\(syntax.shown(number)) has too many decimal places for a duration",
      at: number,
      hint: "the smallest step is 0.000000001ns"
    )
  }

  private func tooLong() -> Diagnostic {
    syntax.diagnostic(
      "the duration \(syntax.shown()) is too long",
      hint: isOfClock
        ? "the clock goes to +\(SessionError.furthestSeconds)s, some 73 billion years"
        : "the longest is \(Int64.max)s, some 292 billion years"
    )
  }
}
