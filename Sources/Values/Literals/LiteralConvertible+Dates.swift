import Core

extension Date: LiteralConvertible {
  static var literalExample: String { "Date(\"2001-01-01T00:00:00Z\")" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Date {
    let origins = [
      "timeIntervalSinceReferenceDate": 0,
      "timeIntervalSince1970": -Date.timeIntervalBetween1970AndReferenceDate,
    ]
    let argument = try reader.argument(of: Date.self, labels: Array(origins.keys))
    if let origin = argument.label.flatMap({ origins[$0] }) {
      guard let date = Date(secondsSince2001: try Double.read(argument.value)) else {
        throw argument.value.error(
          "the date is out of range",
          hint: "seconds range from -1e15 to 1e15, about 32 million years"
        )
      }
      return date.addingTimeInterval(origin)
    }
    let text = try String.read(argument.value)
    guard let date = Date(iso8601: text) else {
      throw argument.value.error("invalid ISO 8601 date", hint: "for example \(literalExample)")
    }
    return date
  }

  /// The date, if it is in range: Foundation's calendars and formatters trap for dates beyond the range in which they can
  /// count days.
  package init?(secondsSince2001 seconds: Double) {
    guard seconds.magnitude <= 1e15 else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The date some seconds later, if it is in range.
  func adding(_ seconds: Double) -> Date? { Date(secondsSince2001: timeIntervalSinceReferenceDate + seconds) }

  /// In ISO 8601, or in seconds since 2001 for Swift, and if it is more precise than a millisecond.
  func written(by writer: ValueText) -> String? {
    let interval = timeIntervalSinceReferenceDate
    if writer.purpose != .source, abs(interval) < 200_000_000_000 {
      let text = iso8601
      if Date(iso8601: text) == self { return "Date(\(text.quotedAsLiteral))" }
    }
    return interval.written(by: writer).map { "Date(timeIntervalSinceReferenceDate: \($0))" }
  }

  /// Parses an ISO 8601 date; one without a time is the start of that day in UTC.
  package init?(iso8601 text: String) {
    let text = text.utf8.contains(UInt8(ascii: "T")) ? text : text + "T00:00:00Z"
    // Foundation parses February 30 as March 2.
    let local = text.prefix("2001-01-01T00:00:00".count)
    guard text.utf8.count <= 40,
      (try? Date(local + "Z", strategy: .iso8601))?.formatted(.iso8601).hasPrefix(local) == true
    else { return nil }
    let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
    let dates = styles.lazy.compactMap { try? Date(text, strategy: $0) }
    guard let date = dates.first else { return nil }
    self = date
  }
}

extension DateInterval: LiteralConvertible {
  static var literalExample: String { "DateInterval(start: \(Date.literalExample), duration: 60)" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> DateInterval {
    guard let arguments = try reader.call(of: DateInterval.self), arguments.count == 2,
      arguments[0].label?.text == "start", let label = arguments[1].label?.text
    else { throw mismatch(reader) }
    let start = try Date.read(reader.at(arguments[0].value))
    let value = arguments[1].value
    let duration: Double
    switch label {
    case "duration": duration = try Double.read(reader.at(value))
    case "end": duration = try Date.read(reader.at(value)).timeIntervalSince(start)
    default: throw mismatch(reader)
    }
    guard duration >= 0, duration.isFinite else {
      throw reader.error("the interval ends before it starts", at: value.range)
    }
    return DateInterval(start: start, duration: duration)
  }

  func written(by writer: ValueText) -> String? {
    guard let start = writer.text(start), let duration = writer.text(duration) else { return nil }
    return "DateInterval(start: \(start), duration: \(duration))"
  }
}

extension Decimal: LiteralConvertible {
  static var literalExample: String { "1.5" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Decimal {
    let argument = try reader.argument(of: Decimal.self, labels: ["string"])
    if argument.label != nil {
      let text = try String.read(argument.value)
      if let number = Decimal(string: text) { return number }
      throw argument.value.error("invalid number")
    }
    let reader = argument.value
    switch reader.node.kind {
    case .enumCase("nan", nil): return .nan
    case .integer, .double:
      // Parsed from the digits: converting through `Double` would lose precision.
      let digits = reader.source.slice(reader.node.range).text.filter { $0 != "_" }
      if let number = Decimal(string: digits) { return number }
    default: break
    }
    throw mismatch(reader)
  }

  func written(by writer: ValueText) -> String? {
    if writer.purpose == .source {
      // A literal would be converted to `Double` first.
      return isNaN ? "Decimal.nan" : "Decimal(string: \(writer.literal(description)))!"
    }
    if isNaN { return ".nan" }
    let digits = description
    // Whole numbers are read as integers, whose range a decimal can exceed.
    return digits.contains(".") || digits.count < 19 ? digits : digits + ".0"
  }
}
