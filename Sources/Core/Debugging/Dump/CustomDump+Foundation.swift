extension AnyHashable: CustomDumpRepresentable {
  public var customDumpValue: Any { base }
}

extension Calendar: CustomDumpReflectable {
  /// Only the settings, without the internals that the calendar's own mirror shows.
  public var customDumpMirror: Mirror {
    Mirror(
      self,
      children: [
        "identifier": identifier,
        "locale": locale ?? Locale(identifier: ""),
        "timeZone": timeZone,
        "firstWeekday": firstWeekday,
        "minimumDaysInFirstWeek": minimumDaysInFirstWeek,
      ],
      displayStyle: .struct
    )
  }
}

extension Data: CustomDumpStringConvertible {
  public var customDumpDescription: String { "Data(\(count) \(count == 1 ? "byte" : "bytes"))" }
}

extension Date: CustomDumpStringConvertible {
  /// The date in UTC with milliseconds in ISO 8601 format: `Date(1970-01-01T00:00:00.000Z)`.
  public var customDumpDescription: String { "Date(\(iso8601(showingZeroFraction: true)))" }
}

extension Decimal: CustomDumpStringConvertible {
  public var customDumpDescription: String { description }
}

extension Locale: CustomDumpStringConvertible {
  public var customDumpDescription: String { "Locale(\(identifier))" }
}

extension ObjectIdentifier: CustomDumpStringConvertible {
  public var customDumpDescription: String {
    "ObjectIdentifier(0x\(String(UInt(bitPattern: self), radix: 16)))"
  }
}

extension TimeZone: CustomDumpReflectable {
  /// Only the settings, without the internals that the time zone's own mirror shows.
  public var customDumpMirror: Mirror {
    Mirror(
      self,
      children: [
        "identifier": identifier,
        "abbreviation": abbreviation() as Any,
        "secondsFromGMT": secondsFromGMT(),
        "isDaylightSavingTime": isDaylightSavingTime(),
      ],
      displayStyle: .struct
    )
  }
}

extension URL: CustomDumpStringConvertible {
  public var customDumpDescription: String { "URL(\(absoluteString))" }
}

extension UUID: CustomDumpStringConvertible {
  public var customDumpDescription: String { "UUID(\(uuidString))" }
}

extension Date {
  /// The date in UTC in ISO 8601, rounded to a millisecond, without a zero fraction of seconds.
  package var iso8601: String { iso8601(showingZeroFraction: false) }

  /// - Returns: The seconds since 1970 for a date so far away that Foundation cannot count the days.
  fileprivate func iso8601(showingZeroFraction showsZero: Bool) -> String {
    let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
    // From 4337 BC to the year 477000: beyond, Foundation cannot count the days.
    guard (-2e14..<1.5e16).contains(milliseconds) else { return String(describing: timeIntervalSince1970) }
    // Foundation truncates to milliseconds, and the number nearest to 0.392 may be less.
    let date = Date(timeIntervalSince1970: (milliseconds + 0.1) / 1_000)
    let hasFraction = showsZero || milliseconds.truncatingRemainder(dividingBy: 1_000) != 0
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
  }
}
