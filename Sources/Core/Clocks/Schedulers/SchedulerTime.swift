import Dispatch

extension VirtualInstant where Duration == Swift.Duration {
  /// The time at which virtual queues start: a nanosecond, because for a `DispatchTime` zero means the present.
  static var startOfQueues: Self { Self(offset: .nanoseconds(1)) }
}

extension DispatchQueue {
  /// A point in a ``Scheduler``'s time: the time since its start, which for a real queue is the start of the machine.
  public struct SchedulerTimeType: InstantProtocol, Strideable {
    public typealias Duration = Stride

    /// The time since the scheduler's start.
    public var offset: Swift.Duration

    /// Creates the point `offset` after the scheduler's start.
    public init(offset: Swift.Duration = .zero) {
      self.offset = offset
    }

    /// Creates the point from a `DispatchTime`.
    public init(_ time: DispatchTime) {
      self.init(offset: .nanoseconds(Int64(clamping: time.uptimeNanoseconds)))
    }

    /// The point as a `DispatchTime`, to the nanosecond, clamped to the range of `DispatchTime`.
    public var dispatchTime: DispatchTime {
      DispatchTime(uptimeNanoseconds: UInt64(Stride(offset).clampedNanoseconds))
    }

    /// The point after an interval.
    public func advanced(by interval: Stride) -> Self { Self(offset: offset + interval.duration) }

    /// The interval from this point to another; negative if that is earlier.
    public func distance(to other: Self) -> Stride { Stride(other.offset - offset) }

    /// The interval from this point to another; negative if that is earlier.
    public func duration(to other: Self) -> Stride { distance(to: other) }

    /// Whether one point is before the other.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }

    /// An interval of a scheduler's time: `.milliseconds(300)`, or a number of seconds, such as `0.3`.
    public struct Stride: DurationProtocol, SignedNumeric, ExpressibleByFloatLiteral, Hashable, Sendable {
      /// The interval.
      public var duration: Swift.Duration

      /// Creates an interval from a duration.
      public init(_ duration: Swift.Duration) {
        self.duration = duration
      }

      /// Creates an interval from a number of seconds.
      public init(integerLiteral seconds: Int) { self.init(.seconds(seconds)) }

      /// Creates an interval from a number of seconds.
      public init(floatLiteral seconds: Double) { self = .seconds(seconds) }

      /// Creates an interval from a number of seconds, if it is representable.
      public init?(exactly seconds: some BinaryInteger) {
        guard let seconds = Int64(exactly: seconds) else { return nil }
        self.init(.seconds(seconds))
      }

      /// An interval in seconds.
      public static func seconds(_ seconds: Int) -> Self { Self(.seconds(seconds)) }
      /// An interval in seconds, to the nanosecond: `0.3` is the same as `.milliseconds(300)`.
      public static func seconds(_ seconds: Double) -> Self {
        let nanoseconds = Int64(exactly: (seconds * 1e9).rounded())
        return Self(nanoseconds.map { .nanoseconds($0) } ?? .seconds(seconds))
      }
      /// An interval in milliseconds.
      public static func milliseconds(_ milliseconds: Int) -> Self { Self(.milliseconds(milliseconds)) }
      /// An interval in microseconds.
      public static func microseconds(_ microseconds: Int) -> Self { Self(.microseconds(microseconds)) }
      /// An interval in nanoseconds.
      public static func nanoseconds(_ nanoseconds: Int) -> Self { Self(.nanoseconds(nanoseconds)) }

      /// The interval in whole nanoseconds, clamped to the nonnegative range of `Int`.
      var clampedNanoseconds: Int { max(0, Int(clamping: duration.attoseconds / 1_000_000_000)) }

      /// An empty interval.
      public static var zero: Self { Self(.zero) }
      /// The absolute value.
      public var magnitude: Self { duration < .zero ? Self(.zero - duration) : self }

      /// Whether one interval is shorter than the other.
      public static func < (lhs: Self, rhs: Self) -> Bool { lhs.duration < rhs.duration }
      /// The sum.
      public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.duration + rhs.duration) }
      /// The difference.
      public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.duration - rhs.duration) }
      /// The product of two numbers of seconds.
      public static func * (lhs: Self, rhs: Self) -> Self {
        Self(lhs.duration * (rhs.duration / Swift.Duration.seconds(1)))
      }
      /// Multiplies by a number of seconds.
      public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
      /// A multiple of the interval.
      public static func * (lhs: Self, rhs: Int) -> Self { Self(lhs.duration * rhs) }
      /// A fraction of the interval.
      public static func / (lhs: Self, rhs: Int) -> Self { Self(lhs.duration / rhs) }
      /// The ratio of two intervals.
      public static func / (lhs: Self, rhs: Self) -> Double { lhs.duration / rhs.duration }
    }
  }
}
