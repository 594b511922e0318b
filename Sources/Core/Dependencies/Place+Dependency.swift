import Foundation

/// What depends on where the program runs. Tests, previews and sessions are all in one place, so that they do the same
/// on every machine.
extension DependencyValues {
  /// The user's calendar. In tests and sessions the Gregorian one, in UTC.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's locale. In tests and sessions `en_US_POSIX`.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The locales that the user prefers, best first. In tests and sessions `en_US_POSIX` alone.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The time zone. In tests and sessions UTC.
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
