/// How often a breakpoint must have been reached: `3`, `>= 3`, `% 10`.
package struct HitCondition {
  private let comparison: String
  private let count: Int

  package init(parsing text: String) throws(DebugError) {
    let text = text.filter { $0 != " " }
    let comparison = text.prefix { !$0.isNumber }
    guard let count = Int(text.dropFirst(comparison.count)), count > 0,
      ["", "==", "=", ">=", ">", "<", "<=", "%"].contains(comparison)
    else {
      throw DebugError(
        "invalid hit count '\(text)'; expected a number from 1, after '>=', '>', '<=', '<', '==' or '%' if any"
      )
    }
    self.comparison = String(comparison)
    self.count = count
  }

  package func holds(_ hits: Int) -> Bool {
    switch comparison {
    case ">=": hits >= count
    case ">": hits > count
    case "<=": hits <= count
    case "<": hits < count
    case "%": hits.isMultiple(of: count)
    default: hits == count
    }
  }
}
