import Core

extension Duration {
  /// The smallest easily read distance between two marks on an axis.
  ///
  /// - Parameter least: The minimum distance.
  package static func betweenMarks(atLeast least: Duration) -> Duration {
    let seconds = least / .seconds(1)
    if seconds < 0.5 {
      return .nanoseconds(Int64(max(Double(least.exactAttoseconds) / 1e9, 1).roundedUpForMarks))
    }
    let minutes = [1, 2, 5, 10, 15, 30].map { $0 * 60.0 }
    let hours = [1, 2, 6, 12].map { $0 * 3_600.0 }
    let round = ([1, 2, 5, 10, 15, 30] + minutes + hours).first { $0 >= seconds }
    return .seconds(round ?? (seconds / 86_400).roundedUpForMarks * 86_400)
  }

  /// The duration as the language writes it, in the fewest parts: `1m30s`, `999ms`, `0s`, `1.5s`.
  ///
  /// Reading it back gives the same duration, to the attosecond. From one second up it consists of days, hours, minutes
  /// and seconds; below that, it is one number in the largest unit with a nonzero whole part.
  public var formatted: String {
    let attoseconds = exactAttoseconds
    if attoseconds == 0 { return "0s" }
    var rest = abs(attoseconds)
    var text = attoseconds < 0 ? "-" : ""
    let last = DurationUnit.named.first { rest >= $0.attoseconds } ?? .nanoseconds
    for unit in [DurationUnit.days, .hours, .minutes] where rest >= unit.attoseconds {
      text += "\(rest / unit.attoseconds)\(unit.rawValue)"
      rest %= unit.attoseconds
    }
    if rest == 0 { return text }
    // The last unit is a power of ten, so the remainder has as many digits as the unit has zeros.
    let (whole, part) = rest.quotientAndRemainder(dividingBy: last.attoseconds)
    if part == 0 { return "\(text)\(whole)\(last.rawValue)" }
    let fraction = String(last.attoseconds + part).dropFirst().reversed().drop { $0 == "0" }.reversed()
    return "\(text)\(whole).\(String(fraction))\(last.rawValue)"
  }
}

/// A unit of a duration in the language; the case has the name of Swift's function for it, if there is one.
package enum DurationUnit: String, CaseIterable {
  case days = "d"
  case hours = "h"
  case minutes = "m"
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// - Parameter name: The unit as typed; `µs` is accepted with either of Unicode's two micro signs.
  init?(name: String) {
    switch name {
    // The usual one first: the others take ten times as long to compare.
    case "s": self = .seconds
    case "\u{B5}s", "\u{3BC}s": self = .microseconds
    default: self.init(rawValue: name)
    }
  }

  /// The units with a name in Swift, which are at most seconds.
  static let named = [seconds, milliseconds, microseconds, nanoseconds]

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
  /// The whole duration in attoseconds, exactly.
  package var exactAttoseconds: Int128 {
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

extension Duration: CustomDumpStringConvertible {
  /// The duration in the language's notation: `1m30s`.
  public var customDumpDescription: String { formatted }
}

extension Double {
  /// The smallest number that is not smaller than this one and is 1, 2 or 5 times a power of ten.
  package var roundedUpForMarks: Double {
    var power = 1.0
    while power * 10 <= self { power *= 10 }
    return power * (self <= power ? 1 : self <= 2 * power ? 2 : self <= 5 * power ? 5 : 10)
  }
}
