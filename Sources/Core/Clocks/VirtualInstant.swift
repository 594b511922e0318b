/// A point in virtual time: the time since a clock's start.
public struct VirtualInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public var offset: Duration

  /// Creates the instant `offset` after the clock's start.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The instant after a duration.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

  /// The time from this instant to another; negative if that is earlier.
  public func duration(to other: Self) -> Duration { other.offset - offset }

  /// Whether one instant is before the other.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}
