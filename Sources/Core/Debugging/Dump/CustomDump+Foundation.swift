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
  public var customDumpDescription: String { "Date(\(DateText(self).text))" }
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

/// A date and time of day in UTC, computed directly, because a formatter would load the tables of all locales.
struct DateText {
  let text: String

  init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    guard milliseconds.magnitude < 1e17 else {
      text = String(describing: date.timeIntervalSince1970)
      return
    }
    let (day, time) = Self.divide(Int(milliseconds), 86_400_000)
    let (year, month, dayOfMonth) = Self.civil(day)
    let (seconds, fraction) = Self.divide(time, 1_000)
    let date = "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(dayOfMonth, 2))"
    let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Self.pad($0, 2) }.joined(
      separator: ":"
    )
    text = "\(date)T\(clock).\(Self.pad(fraction, 3))Z"
  }

  /// The year, month and day in the Gregorian calendar for a number of days since 1970-01-01.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    // Years start on 1 March, so that the leap day is the last day of a year, in cycles of 400 years.
    let (cycle, dayOfCycle) = divide(days + 719_468, 146_097)
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfCycle + 400 * cycle + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func divide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
