/// The error of a condition that needs a value that is missing at a moment, such as an element that is added later.
///
/// The condition counts as false there. If an invariant throws this wherever it is judged, it is undecided.
package struct MissingValue: Error {
  /// What is missing.
  package let error: any Error

  package init(_ error: any Error) { self.error = error }
}

/// Which conditions of properties had an answer, at any moment.
struct ConditionAnswers {
  /// The conditions that had one, as bits.
  private var given: UInt128 = 0
  /// The first error of each that had none.
  private var missing: [Int: any Error] = [:]

  /// Evaluates a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - property: The position of its property.
  ///   - isGoal: Whether it is the second condition of the property.
  ///   - moment: The moment to judge.
  mutating func ask(
    _ condition: Claim.Condition,
    of property: Int,
    isGoal: Bool = false,
    at moment: AnySettledMoment
  ) throws -> Bool {
    let number = 2 * property + (isGoal ? 1 : 0)
    do {
      let holds = try condition(moment)
      given |= 1 << UInt128(number)
      return holds
    } catch let error as MissingValue {
      if missing[number] == nil { missing[number] = error.error }
      return false
    }
  }

  /// Which conditions of a property had an answer, and the errors of those that had none. The goal is number 1.
  func about(_ property: Int) -> (given: [Int], missing: [Int: any Error]) {
    let numbers = 0...1
    let errors = numbers.compactMap { number in missing[2 * property + number].map { (number, $0) } }
    return (
      numbers.filter { given & 1 << UInt128(2 * property + $0) != 0 },
      Dictionary(uniqueKeysWithValues: errors)
    )
  }

  mutating func add(_ later: Self) {
    given |= later.given
    if !later.missing.isEmpty { missing.merge(later.missing) { first, _ in first } }
  }

  /// The first property with a condition that was judged and never had an answer.
  ///
  /// - Parameter needsAnswer: Whether a property without an answer is undecided.
  func firstUnanswered(_ needsAnswer: (Int) -> Bool) -> (property: Int, error: any Error)? {
    missing.filter { given & 1 << UInt128($0.key) == 0 && needsAnswer($0.key / 2) }.min { $0.key < $1.key }
      .map {
        ($0.key / 2, $0.value)
      }
  }
}
