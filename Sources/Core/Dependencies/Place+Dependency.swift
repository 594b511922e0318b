/// Dependencies on the machine's location and settings. All tests, previews and sessions use the same ones, so that
/// they behave the same on every machine.
extension DependencyValues {
  /// The user's calendar; the Gregorian one in UTC in tests and sessions.
  @DependencyEntry(liveValue: Calendar.autoupdatingCurrent, previewValue: Calendar.gregorian)
  public var calendar: Calendar = .gregorian

  /// The user's locale; `en_US_POSIX` in tests and sessions.
  @DependencyEntry(liveValue: Locale.autoupdatingCurrent, previewValue: Locale.posix)
  public var locale: Locale = .posix

  /// The user's preferred locales, best first; only `en_US_POSIX` in tests and sessions.
  @DependencyEntry(
    liveValue: Locale.preferredLanguages.map(Locale.init(identifier:)),
    previewValue: [Locale.posix]
  )
  public var preferredLocales: [Locale] = [.posix]

  /// The time zone; UTC in tests and sessions.
  @DependencyEntry(liveValue: TimeZone.autoupdatingCurrent, previewValue: TimeZone.gmt)
  public var timeZone: TimeZone = .gmt
}

extension Calendar {
  fileprivate static var gregorian: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = .posix
    calendar.timeZone = .gmt
    return calendar
  }
}

extension Locale {
  fileprivate static var posix: Locale { Locale(identifier: "en_US_POSIX") }
}
