import Testing

@testable import Core
@testable import TestSupport
@testable import TodoShellSessions

struct InputSearchTests {
  /// The inputs of a turn, with a count of how often one is read.
  private struct Counted: RandomAccessCollection {
    let inputs: [TurnRecord.Part]
    let looks: CallCount

    var startIndex: Int { 0 }
    var endIndex: Int { inputs.count }

    subscript(index: Int) -> TurnRecord.Part {
      looks.increment()
      return inputs[index]
    }
  }

  /// A replay finds the input of each moment, so searching all inputs each time would be quadratic.
  @Test func theInputOfAMomentIsFoundInAFewLooksAmongMany() throws {
    let count = 10_000
    let looks = CallCount()
    // Each input makes two moments, the first one moment 1.
    let inputs = (0..<count).map {
      TurnRecord.Part(
        input: .run,
        moments: 2 * $0 + 1..<2 * $0 + 3,
        isCutShort: false,
        limit: nil
      )
    }
    for moment in 1...2 * count {
      let part = try #require(Timeline.part(of: moment, in: Counted(inputs: inputs, looks: looks)))
      #expect(part.moments.contains(moment))
    }
    #expect(looks.value <= 2 * count * 16)
    #expect(Timeline.part(of: 0, in: inputs) == nil && Timeline.part(of: 2 * count + 1, in: inputs) == nil)
  }
}
