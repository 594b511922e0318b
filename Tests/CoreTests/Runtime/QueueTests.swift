import TestSupport
import Testing

@testable import Core

struct QueueTests {
  @Test func aQueueIsAnArrayOfWhichTheFirstIsTaken() {
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var (queue, array) = (Queue<Int>(), [Int]())
      // Some fill up, others are emptied time and again.
      let most = generator.below(200) + 1
      for number in 0..<1_000 {
        switch generator.below(4) {
        case 0 where array.count < most:
          queue.append(number)
          array.append(number)
        case 1 where array.count < most:
          queue.prepend(number)
          array.insert(number, at: 0)
        case 2 where !array.isEmpty:
          let position = generator.below(array.count)
          #expect(queue.remove(at: position) == array.remove(at: position))
        default:
          #expect(queue.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
        }
        #expect(Array(queue) == array, "seed \(seed)")
      }
    }
  }
}
