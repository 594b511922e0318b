import Core
import Testing

struct BinarySearchTests {
  @Test func theFirstElementBehindIsFoundInFewSteps() {
    for count in [0, 1, 2, 3, 10, 1_000] {
      for place in Set([0, 1, count / 2, max(0, count - 1), count]) where place <= count {
        var asked = 0
        let found = (0..<count).partitioningIndex { number in
          asked += 1
          return number >= place
        }
        #expect(found == place && asked <= 10, "\(place) of \(count), asked \(asked) times")
      }
    }
  }
}
