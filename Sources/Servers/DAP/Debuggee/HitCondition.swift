/// How often a breakpoint must have been reached: `3`, `>= 3`, `% 10`.
struct HitCondition {
  private let count: Int
  private let isMet: (_ hits: Int, _ count: Int) -> Bool

  private static var comparisons: [String: (Int, Int) -> Bool] {
    [
      "": (==), "==": (==), "=": (==), ">=": (>=), ">": (>), "<=": (<=), "<": (<),
      "%": { $0.isMultiple(of: $1) },
    ]
  }

  init(parsing text: String) throws(DebugError) {
    let text = text.filter { $0 != " " }
    let comparison = text.prefix { !$0.isNumber }
    guard let count = Int(text.dropFirst(comparison.count)), count > 0,
      let isMet = Self.comparisons[String(comparison)]
    else {
      throw DebugError(
        "invalid hit count '\(text)'; expected a number from 1, after '>=', '>', '<=', '<', '==' or '%' if any"
      )
    }
    self.count = count
    self.isMet = isMet
  }

  func holds(_ hits: Int) -> Bool { isMet(hits, count) }
}
