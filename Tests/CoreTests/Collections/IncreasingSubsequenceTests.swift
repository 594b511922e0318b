import TestSupport
import Testing

@testable import Core

struct IncreasingSubsequenceTests {
  /// The greatest weight of an increasing subsequence, found by trying every number before each number.
  private func greatestWeight(of numbers: [Int], _ weights: [Int]) -> Int {
    var best: [Int] = []
    for (position, number) in numbers.enumerated() {
      let before = best.indices.filter { numbers[$0] < number }.map { best[$0] }.max() ?? 0
      best.append(before + weights[position])
    }
    return best.max() ?? 0
  }

  /// Numbers with small gaps and those with wide gaps are ranked in different ways.
  @Test(arguments: [1, 2, 1_000]) func noOtherIsHeavier(gap: Int) {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let numbers = (0..<generator.below(40)).map { $0 * gap - 7 }.shuffled(using: &generator)
      let weights = numbers.map { _ in generator.below(5) + 1 }
      let found = increasingSubsequence(of: numbers) { weights[$0] }
      #expect(
        found == found.sorted() && zip(found, found.dropFirst()).allSatisfy { numbers[$0] < numbers[$1] }
      )
      #expect(found.map { weights[$0] }.reduce(0, +) == greatestWeight(of: numbers, weights), "seed \(seed)")
    }
  }
}
