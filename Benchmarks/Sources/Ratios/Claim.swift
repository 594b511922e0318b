/// Something that must hold, and the figures that say whether it does.
struct Claim {
  /// What is measured.
  let what: String
  /// On how much.
  let at: String
  /// The figures, as text.
  let measured: String
  /// The figure that is held to the bound.
  let value: Double
  let unit: String
  let bound: Bound

  enum Bound {
    case atLeast(Double)
    case atMost(Double)
    /// It only shows what another figure consists of.
    case none
  }

  var isBounded: Bool {
    if case .none = bound { false } else { true }
  }

  var holds: Bool {
    switch bound {
    case .atLeast(let limit): value >= limit
    case .atMost(let limit): value <= limit
    case .none: true
    }
  }

  var cells: [String] {
    let limit =
      switch bound {
      case .atLeast(let limit): "≥ \(limit.formatted())\(unit)"
      case .atMost(let limit): "≤ \(limit.formatted())\(unit)"
      case .none: ""
      }
    return [what, at, measured, "\(rounded(value))\(unit)", limit, verdict]
  }

  private var verdict: String {
    isBounded ? holds ? "ok" : "FAILED" : ""
  }
}

extension Claim {
  /// That something costs at most so many times what a baseline does; without a limit how many times it is.
  init(_ what: String, at: String, _ cost: Time, of baseline: Time, atMost limit: Double? = nil) {
    self.init(
      what: what,
      at: at,
      measured: "\(cost) : \(baseline)",
      value: cost / baseline,
      unit: " ×",
      bound: limit.map(Bound.atMost) ?? .none
    )
  }

  /// That something is at least so many times cheaper than a baseline.
  init(_ what: String, at: String, _ cost: Time, cheaperThan baseline: Time, atLeast limit: Double) {
    self.init(
      what: what,
      at: at,
      measured: "\(cost) : \(baseline)",
      value: baseline / cost,
      unit: " ×",
      bound: .atLeast(limit)
    )
  }

  /// That something takes at most so many microseconds.
  init(_ what: String, at: String, _ cost: Time, atMost microseconds: Double) {
    self.init(
      what: what,
      at: at,
      measured: "\(cost)",
      value: cost.microseconds,
      unit: " µs",
      bound: .atMost(microseconds)
    )
  }
}

extension Claim {
  /// How many times a second something is done.
  init(_ what: String, at: String, every cost: Time) {
    self.init(
      what: what,
      at: at,
      measured: "\(cost)",
      value: 1 / cost.seconds,
      unit: " /s",
      bound: .none
    )
  }
}

extension Double {
  fileprivate func formatted() -> String {
    self == rounded() ? String(Int(self)) : String(self)
  }
}
