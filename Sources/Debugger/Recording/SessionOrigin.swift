import Core

/// The inputs that determine a session's outcome besides its commands.
public struct SessionOrigin: Equatable {
  /// The seed of the random numbers that the feature uses.
  public var seed: UInt64
  /// The start date.
  public var epoch: Date
  /// The initial state as Swift text; `nil` if it is the feature's own.
  public var state: String?

  /// Creates an origin.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers that the feature uses.
  ///   - epoch: The start date; by default the beginning of the year 2001, UTC.
  ///   - state: The initial state as Swift text, as in an action; by default the feature's own.
  public init(
    seed: UInt64 = 0,
    epoch: Date = Date(timeIntervalSinceReferenceDate: 0),
    state: String? = nil
  ) {
    self.seed = seed
    self.epoch = epoch
    self.state = state
  }

  /// The command that begins such a session.
  package var command: String {
    "begin --seed \(seed) --epoch \(epoch.iso8601)" + (state.map { " \($0)" } ?? "")
  }
}

extension Date {
  /// Parses an ISO 8601 date, such as `2026-11-21` or `2026-11-21T10:30:00Z`, with millisecond precision.
  package init?(epochText text: String) {
    guard let date = Date(iso8601: text) else { return nil }
    // The date is normalized so that it equals the one in a session file.
    self = Date(iso8601: date.iso8601) ?? date
  }

  /// A start date for examples.
  package static var epochExample: String { "2026-11-21T10:30:00Z" }
}
