import TestSupport
import Testing

@testable import TodoShellDebugger

/// Which received actions are still to be asserted, in a tree of moments.
struct ReceivedActionsTests {
  @Test(arguments: [100, 1_000])
  func assertingEachActionVisitsEachMomentOnce(count: Int) {
    var received = ReceivedActions()
    var visits = 0
    func update(to moment: Int) {
      received.update(to: moment) {
        visits += 1
        return $0 - 1
      } isReceived: { _ in
        true
      }
    }
    // One command receives all of them, and then each is asserted.
    for number in 1...count {
      update(to: count)
      #expect(received.unasserted.first == number)
      received.settle(number)
    }
    #expect(visits == count)
    // Each is asserted as soon as it is received.
    for number in count + 1...2 * count {
      update(to: number)
      #expect(received.unasserted == [number])
      received.settle(number)
    }
    #expect(visits == 2 * count)
  }

  /// A simple implementation, which looks at all moments each time.
  private struct Model {
    var parents = [0]
    var isReceived = [false]
    var settled: Set<Int> = [0]

    func unasserted(at moment: Int) -> [Int] {
      var found: [Int] = []
      var next = moment
      while !settled.contains(next) {
        if isReceived[next] { found.append(next) }
        next = parents[next]
      }
      return found.reversed()
    }
  }

  @Test func whatIsLeftIsTheSameAfterAnyTravelAndAnyAssertions() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var (received, model, moment) = (ReceivedActions(), Model(), 0)
      for _ in 0..<60 {
        switch generator.below(6) {
        case 0: moment = generator.below(model.parents.count)
        case 1:
          received.skipAll(upTo: moment)
          model.settled.insert(moment)
        case 2:
          update(&received, to: moment, model)
          guard let number = received.unasserted.randomElement(using: &generator) else { continue }
          received.settle(number)
          model.settled.insert(number)
        default:
          model.parents.append(moment)
          model.isReceived.append(generator.below(3) > 0)
          moment = model.parents.count - 1
        }
        guard generator.below(2) == 0 else { continue }
        update(&received, to: moment, model)
        #expect(Array(received.unasserted) == model.unasserted(at: moment), "seed \(seed)")
      }
    }
  }

  private func update(_ received: inout ReceivedActions, to moment: Int, _ model: Model) {
    received.update(to: moment) {
      $0 == 0 ? nil : model.parents[$0]
    } isReceived: {
      model.isReceived[$0]
    }
  }
}
