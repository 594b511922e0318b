/// A unit that the language writes durations in.
enum DurationUnit: String, CaseIterable {
  case days = "d"
  case hours = "h"
  case minutes = "m"
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// - Parameter name: as people write it; `µs` comes with either of the two micro signs of Unicode.
  init?(name: String) {
    switch name {
    case "\u{B5}s", "\u{3BC}s": self = .microseconds
    default: self.init(rawValue: name)
    }
  }

  var attoseconds: Int128 {
    switch self {
    case .days: 86_400 * Self.second
    case .hours: 3_600 * Self.second
    case .minutes: 60 * Self.second
    case .seconds: Self.second
    case .milliseconds: Self.second / 1_000
    case .microseconds: Self.second / 1_000_000
    case .nanoseconds: Self.second / 1_000_000_000
    }
  }

  private static let second: Int128 = 1_000_000_000_000_000_000
}

extension Duration {
  /// All of the duration in attoseconds, exactly.
  var exactAttoseconds: Int128 {
    let (seconds, attoseconds) = components
    return Int128(seconds) * DurationUnit.seconds.attoseconds + Int128(attoseconds)
  }

  /// - Returns: `nil` if the seconds do not fit in 64 bits.
  init?(exactAttoseconds: Int128) {
    let (seconds, attoseconds) = exactAttoseconds.quotientAndRemainder(
      dividingBy: DurationUnit.seconds.attoseconds
    )
    guard let seconds = Int64(exactly: seconds) else { return nil }
    self.init(secondsComponent: seconds, attosecondsComponent: Int64(attoseconds))
  }
}
