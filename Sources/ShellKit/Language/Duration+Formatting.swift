extension Duration {
  /// The duration as the language writes it, in the fewest parts: `1m30s`, `999ms`, `0s`, `1.5s`.
  ///
  /// Reading it back gives the same duration, to the attosecond. From one second on it is a row of days,
  /// hours, minutes and seconds; below, one number in the largest unit that leaves a whole part.
  public var formatted: String {
    let attoseconds = exactAttoseconds
    if attoseconds == 0 { return "0s" }
    let sign = attoseconds < 0 ? "-" : ""
    let magnitude = attoseconds < 0 ? -attoseconds : attoseconds
    if magnitude < DurationUnit.seconds.attoseconds { return sign + Self.small(magnitude) }
    return sign + Self.large(magnitude)
  }

  private static func small(_ attoseconds: Int128) -> String {
    let units: [DurationUnit] = [.milliseconds, .microseconds]
    let unit = units.first { attoseconds >= $0.attoseconds } ?? .nanoseconds
    return number(attoseconds, in: unit)
  }

  private static func large(_ attoseconds: Int128) -> String {
    var rest = attoseconds
    var text = ""
    for unit in [DurationUnit.days, .hours, .minutes] where rest >= unit.attoseconds {
      text += "\(rest / unit.attoseconds)\(unit.rawValue)"
      rest %= unit.attoseconds
    }
    return rest == 0 ? text : text + number(rest, in: .seconds)
  }

  /// The number of units as an exact decimal.
  private static func number(_ attoseconds: Int128, in unit: DurationUnit) -> String {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: unit.attoseconds)
    guard rest != 0 else { return "\(whole)\(unit.rawValue)" }
    // The units used here are powers of ten, so that the remainder has as many digits as the unit has zeros.
    let digits = String(String(unit.attoseconds + rest).dropFirst())
    let fraction = digits.reversed().drop { $0 == "0" }.reversed()
    return "\(whole).\(String(fraction))\(unit.rawValue)"
  }
}
