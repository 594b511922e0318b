import Core

extension Date: LiteralConvertible {
  static var literalExample: String { "Date(\"2001-01-01T00:00:00Z\")" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Date {
    let labels = ["timeIntervalSinceReferenceDate", "timeIntervalSince1970"]
    let argument = try reader.onlyArgument(of: Date.self, in: node, labels: labels)
    switch argument.label?.text {
    case "timeIntervalSinceReferenceDate":
      return Date(timeIntervalSinceReferenceDate: try seconds(argument.value, reader))
    case "timeIntervalSince1970":
      return Date(timeIntervalSince1970: try seconds(argument.value, reader))
    default: break
    }
    let text = try String.read(argument.value, with: reader)
    guard let date = Date(iso8601: text) else {
      throw reader.error(
        "invalid ISO 8601 date",
        at: argument.value.range,
        hint: "for example \(literalExample)"
      )
    }
    return date
  }

  /// Foundation's calendars and formatters trap for dates beyond the range in which they can count days.
  private static let longestInterval = 1e15

  /// The number of seconds, if a date can be that far away.
  static func checkedInterval(_ seconds: Double) -> Double? {
    seconds.magnitude <= longestInterval ? seconds : nil
  }

  private static func seconds(_ node: SyntaxNode, _ reader: ValueReader) throws(Diagnostic) -> Double {
    let seconds = try Double.read(node, with: reader)
    guard let seconds = checkedInterval(seconds) else {
      throw reader.error(
        "the date is out of range",
        at: node.range,
        hint: "seconds range from -1e15 to 1e15, about 32 million years"
      )
    }
    return seconds
  }

  /// In ISO 8601, or in seconds since 2001 if it is more precise than a millisecond.
  func written(by _: ValueText) -> String? {
    let interval = timeIntervalSinceReferenceDate
    if abs(interval) < 200_000_000_000 {
      let isWhole = interval == interval.rounded()
      let text = formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
      if Date(iso8601: text) == self { return "Date(\(text.quotedAsLiteral))" }
    }
    return interval.written(by: ValueText()).map { "Date(timeIntervalSinceReferenceDate: \($0))" }
  }

  /// Parses an ISO 8601 date; one without a time is the start of that day in UTC.
  package init?(iso8601 text: String) {
    let text = text.utf8.contains(UInt8(ascii: "T")) ? text : text + "T00:00:00Z"
    guard text.utf8.count <= 40, Self.isInCalendar(text) else { return nil }
    let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
    let dates = styles.lazy.compactMap { try? Date(text, strategy: $0) }
    guard let date = dates.first else { return nil }
    self = date
  }

  /// Whether the day and time exist: Foundation parses February 30 as March 2.
  private static func isInCalendar(_ text: String) -> Bool {
    let local = text.prefix("2001-01-01T00:00:00".count)
    let date = try? Date(local + "Z", strategy: .iso8601)
    return date?.formatted(.iso8601).hasPrefix(local) == true
  }
}

extension DateInterval: LiteralConvertible {
  static var literalExample: String { "DateInterval(start: \(Date.literalExample), duration: 60)" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> DateInterval {
    guard let arguments = try reader.call(of: DateInterval.self, in: node), arguments.count == 2,
      arguments[0].label?.text == "start", let label = arguments[1].label?.text
    else { throw mismatch(node, reader) }
    let start = try Date.read(arguments[0].value, with: reader)
    let value = arguments[1].value
    let duration: Double
    switch label {
    case "duration": duration = try Double.read(value, with: reader)
    case "end": duration = try Date.read(value, with: reader).timeIntervalSince(start)
    default: throw mismatch(node, reader)
    }
    guard duration >= 0, duration.isFinite else {
      throw reader.error("the interval ends before it starts", at: value.range)
    }
    return DateInterval(start: start, duration: duration)
  }

  func written(by writer: ValueText) -> String? {
    guard let start = start.written(by: writer), let duration = duration.written(by: writer) else {
      return nil
    }
    return "DateInterval(start: \(start), duration: \(duration))"
  }
}

extension TimeZone: LiteralConvertible {
  static var literalExample: String { "TimeZone(identifier: \"UTC\")" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> TimeZone {
    let argument = try reader.onlyArgument(of: TimeZone.self, in: node, labels: ["identifier"]).value
    let name = try String.read(argument, with: reader)
    guard let zone = TimeZone(identifier: name) ?? offset(name) else {
      #if FullFoundation
        let hint = "for example: \(literalExample)"
      #else
        let hint = "this program knows UTC and offsets only: TimeZone(identifier: \"GMT+0100\")"
      #endif
      throw reader.error("unknown time zone", at: argument.range, hint: hint)
    }
    return zone
  }

  /// The zone with a name of an offset, which FoundationEssentials writes but does not read.
  private static func offset(_ name: String) -> TimeZone? {
    if name == "UTC" { return .gmt }
    guard let match = name.wholeMatch(of: /GMT([+-])(\d\d)([0-5]\d)/), let hours = Int(match.2),
      let minutes = Int(match.3)
    else { return nil }
    return TimeZone(secondsFromGMT: (match.1 == "-" ? -60 : 60) * (60 * hours + minutes))
  }

  func written(by _: ValueText) -> String? { "TimeZone(identifier: \(identifier.quotedAsLiteral))" }
}

extension Locale: LiteralConvertible {
  static var literalExample: String { "Locale(identifier: \"en_GB\")" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> Locale {
    let argument = try reader.onlyArgument(of: Locale.self, in: node, labels: ["identifier"]).value
    return Locale(identifier: try String.read(argument, with: reader))
  }

  func written(by _: ValueText) -> String? { "Locale(identifier: \(identifier.quotedAsLiteral))" }
}
