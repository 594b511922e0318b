import Core

extension Duration {
  fileprivate static let example = "write a number and a unit: 1s, 250ms, 1m30s, 2h"

  /// Reads a duration as the language writes it: `1s`, `250ms`, `1m30s`, `1.5s`, `2h`.
  ///
  /// A sequence of numbers with units (`d h m s ms us µs ns`) that are added up; the numbers may have a fraction.
  /// Reading is exact: a duration that does not fit in attoseconds is an error and is never rounded.
  ///
  /// - Throws: A diagnostic at the offending part of the word.
  public init(parsing word: Word) throws(Diagnostic) {
    do throws(Diagnostic) {
      self = try Duration(
        parsing: word.content,
        limit: "the clock goes to +\(Duration.furthestSeconds)s, some 73 billion years"
      )
    } catch {
      throw word.isQuoted ? word.diagnostic(error.message, hint: error.hint) : error
    }
  }

  /// Reads a duration that spans all of `source`; its parts may be separated by spaces.
  public init(parsing source: SourceText) throws(Diagnostic) {
    self = try Duration(
      parsing: source,
      limit: "the longest is \(Int64.max)s, some 292 billion years"
    )
  }

  /// - Parameter limit: The hint for a duration that is too long.
  private init(parsing source: SourceText, limit: @autoclosure () -> String) throws(Diagnostic) {
    var parser = SyntaxParser(source)
    parser.skipBlanks()
    if parser.peek == nil {
      throw source.diagnostic("expected a duration, found nothing", hint: Self.example)
    }
    var total: Int128? = 0
    while let sum = total, parser.peek != nil {
      total = try parser.readDurationPart().flatMap(sum.addingIfPossible)
      parser.skipBlanks()
    }
    guard let duration = total.flatMap(Duration.init(exactAttoseconds:)) else {
      throw source.diagnostic("the duration \(source.shown) is too long", hint: limit())
    }
    self = duration
  }
}

extension SyntaxParser {
  /// Reads a number and its unit.
  ///
  /// - Returns: The attoseconds; `nil` if there are too many.
  fileprivate mutating func readDurationPart() throws(Diagnostic) -> Int128? {
    let start = position
    let whole = skip(while: \.isDigit)
    let hasPoint = skip(".")
    let fraction = skip(while: \.isDigit)
    guard !whole.isEmpty, hasPoint != fraction.isEmpty else {
      let rest = source.slice(start..<end)
      let isNegative = bytes[start] == UInt8(ascii: "-")
      let noun = isNegative || start == source.range.lowerBound ? "duration" : "number"
      throw rest.diagnostic(
        "expected a \(noun), found '\(rest.shown)'\(isNegative ? ", which is negative" : "")",
        hint: Duration.example
      )
    }
    let number = source.slice(start..<position)
    let unit = try readUnit(after: number).attoseconds
    guard let count = Int128(source.page.text(in: whole)) else { return nil }
    let (result, overflows) = count.multipliedReportingOverflow(by: unit)
    if overflows { return nil }
    var remainder: Int128 = 0
    // The value of a one at the current decimal place, 0 below an attosecond.
    var place = unit
    for digit in bytes[fraction] {
      let worth = place * Int128(digit - 0x30)
      guard worth % 10 == 0, place > 0 || digit == 0x30 else {
        throw number.diagnostic(
          "\(number.shown) has too many decimal places for a duration",
          hint: "the smallest step is 0.000000001ns"
        )
      }
      remainder += worth / 10
      place = place % 10 == 0 ? place / 10 : 0
    }
    return result.addingIfPossible(remainder)
  }

  private mutating func readUnit(after number: SourceText) throws(Diagnostic) -> DurationUnit {
    let name = source.slice(skip { $0.isASCIILetter || $0 >= 0x80 })
    if name.isEmpty {
      let rest = source.slice(position..<end).shown
      throw number.diagnostic(
        "expected a unit after \(number.shown), found \(rest.isEmpty ? "nothing" : "'\(rest)'")",
        hint: "for seconds write \(number.shown)s; the units are d h m s ms us ns"
      )
    }
    guard let unit = DurationUnit(name: name.text) else {
      throw name.diagnostic(
        "unknown time unit '\(name.shown)'",
        hint: "the units are d h m s ms us ns, as in 1m30s or 250ms"
      )
    }
    return unit
  }
}

extension Int128 {
  /// The sum, unless it is too large.
  fileprivate func addingIfPossible(_ other: Int128) -> Int128? {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? nil : sum
  }
}
