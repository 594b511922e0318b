import Foundation

/// What decides the outcome of a session besides its commands.
public struct SessionOrigin: Equatable {
  /// Decides the random numbers that the feature is given.
  public var seed: UInt64
  /// The date at the start.
  public var epoch: Date

  /// Creates an origin.
  ///
  /// - Parameters:
  ///   - seed: Decides the random numbers that the feature is given.
  ///   - epoch: The date at the start; by default the beginning of the year 2001, UTC.
  public init(seed: UInt64 = 0, epoch: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    (self.seed, self.epoch) = (seed, epoch)
  }

  /// The command that begins such a session.
  package var command: String { "begin --seed \(seed) --epoch \(epoch.epochText)" }
}

extension Date {
  /// Reads a date in ISO 8601, such as `2026-11-21` or `2026-11-21T10:30:00Z`; it is kept to the millisecond.
  package init?(epochText text: String) {
    guard let date = Date(iso8601: text) else { return nil }
    // What a session file says must be what the session has.
    self = Date(iso8601: date.epochText) ?? date
  }

  /// The date as ``init(epochText:)`` reads it.
  package var epochText: String {
    let interval = timeIntervalSinceReferenceDate
    return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: interval != interval.rounded()))
  }

  /// The date at which a session begins if nobody says otherwise, in examples.
  package static var epochExample: String { "2026-11-21T10:30:00Z" }
}
