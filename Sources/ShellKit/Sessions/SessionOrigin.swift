import Foundation

/// What decides the outcome of a session besides its commands.
package struct SessionOrigin: Equatable {
  /// Decides the random numbers that the feature is given.
  var seed: UInt64 = 0
  /// The date at the start.
  var epoch = Date(timeIntervalSinceReferenceDate: 0)

  /// The command that begins such a session.
  var command: String { "begin --seed \(seed) --epoch \(epoch.epochText)" }
}

extension Date {
  /// Reads a date in ISO 8601, such as `2026-11-21` or `2026-11-21T10:30:00Z`; it is kept to the millisecond.
  init?(epochText text: String) {
    guard let date = Date(iso8601: text) else { return nil }
    // What a session file says must be what the session has.
    self = Date(iso8601: date.epochText) ?? date
  }

  /// The date as ``init(epochText:)`` reads it.
  var epochText: String {
    let interval = timeIntervalSinceReferenceDate
    return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: interval != interval.rounded()))
  }

  /// The date at which a session begins if nobody says otherwise, in examples.
  static var epochExample: String { "2026-11-21T10:30:00Z" }
}
