extension Duration {
  /// Real time with at most three digits: `12.3 ms`.
  package var roundedForPeople: String {
    let nanoseconds = self / .nanoseconds(1)
    let units: [(name: String, size: Double)] = [("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)]
    let unit = units.first { nanoseconds >= $0.size } ?? units[units.count - 1]
    let value = nanoseconds / unit.size
    let factor: Double = value < 10 ? 100 : value < 100 ? 10 : 1
    let rounded = (value * factor).rounded() / factor
    return factor == 1 ? "\(Int(rounded)) \(unit.name)" : "\(rounded) \(unit.name)"
  }
}
