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
  /// The limit within which every change must stay.
  let bound: Bound
  /// The limit to reach eventually, if it is stricter than the bound.
  var goal: Double?

  enum Bound {
    case atLeast(Double)
    case atMost(Double)
    /// It only shows what another figure consists of.
    case none

    func holds(_ value: Double) -> Bool {
      switch self {
      case .atLeast(let limit): value >= limit
      case .atMost(let limit): value <= limit
      case .none: true
      }
    }

    func text(_ unit: String) -> String {
      switch self {
      case .atLeast(let limit): "≥ \(limit.formatted())\(unit)"
      case .atMost(let limit): "≤ \(limit.formatted())\(unit)"
      case .none: ""
      }
    }

    /// The same kind of bound with another limit.
    func to(_ limit: Double) -> Bound {
      switch self {
      case .atLeast: .atLeast(limit)
      case .atMost: .atMost(limit)
      case .none: .none
      }
    }
  }

  var isBounded: Bool {
    if case .none = bound { false } else { true }
  }

  /// Whether it is within its bound.
  var holds: Bool { bound.holds(value) }

  /// Whether it has reached its goal.
  var reachesGoal: Bool { goal.map { bound.to($0).holds(value) } ?? true }

  var cells: [String] {
    let limit = bound.text(unit)
    let aim = goal.map { bound.to($0).text(unit) } ?? limit
    return [what, at, measured, "\(rounded(value))\(unit)", limit, aim == limit ? "" : aim, verdict]
  }

  private var verdict: String {
    guard isBounded else { return "" }
    return holds ? reachesGoal ? "ok" : "ok, short of the goal" : "FAILED"
  }
}

extension Claim {
  /// That something costs at most so many times what a baseline does; without a limit how many times it is.
  init(
    _ what: String,
    at: String,
    _ cost: Time,
    of baseline: Time,
    atMost limit: Double? = nil,
    goal: Double? = nil
  ) {
    self.init(
      what: what,
      at: at,
      measured: "\(cost) : \(baseline)",
      value: cost / baseline,
      unit: " ×",
      bound: limit.map(Bound.atMost) ?? .none,
      goal: goal
    )
  }

  /// That something is at least so many times cheaper than a baseline.
  init(
    _ what: String,
    at: String,
    _ cost: Time,
    cheaperThan baseline: Time,
    atLeast limit: Double,
    goal: Double? = nil
  ) {
    self.init(
      what: what,
      at: at,
      measured: "\(cost) : \(baseline)",
      value: baseline / cost,
      unit: " ×",
      bound: .atLeast(limit),
      goal: goal
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
