/// Dependencies on the machine's location and settings. All tests, previews and sessions use the same ones, so that
/// they behave the same on every machine.
extension DependencyValues {
  /// The user's calendar; the Gregorian one in UTC in tests and sessions.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's locale; `en_US_POSIX` in tests and sessions.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's preferred locales, best first; only `en_US_POSIX` in tests and sessions.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The time zone; UTC in tests and sessions.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }

  private enum CalendarKey: DependencyKey {
    static var liveValue: Calendar { .autoupdatingCurrent }
    static var previewValue: Calendar { testValue }
    static var testValue: Calendar {
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = LocaleKey.testValue
      calendar.timeZone = TimeZoneKey.testValue
      return calendar
    }
  }

  private enum LocaleKey: DependencyKey {
    static var liveValue: Locale { .autoupdatingCurrent }
    static var previewValue: Locale { testValue }
    static var testValue: Locale { Locale(identifier: "en_US_POSIX") }
  }

  private enum PreferredLocalesKey: DependencyKey {
    static var liveValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }
    static var previewValue: [Locale] { testValue }
    static var testValue: [Locale] { [LocaleKey.testValue] }
  }

  private enum TimeZoneKey: DependencyKey {
    static var liveValue: TimeZone { .autoupdatingCurrent }
    static var previewValue: TimeZone { testValue }
    static var testValue: TimeZone { .gmt }
  }
}
