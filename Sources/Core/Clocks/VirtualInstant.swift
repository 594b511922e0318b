/// A point in virtual time: the time since a clock's start.
public struct VirtualInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public var offset: Duration

  /// Creates the instant that lies `offset` after the clock's start.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

  public func duration(to other: Self) -> Duration { other.offset - offset }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}
