import Testing

@testable import TodoShellCommands

struct ExplorationCurveTests {
  @Test(arguments: [1, 2, 23, 24, 25, 1_000, 100_000])
  func aCurveHasFewPointsInOrderAndItsEnd(count: Int) {
    var curve = ExplorationCurve()
    for sequence in 1...count { curve.note(sequence / 2, after: sequence) }
    let points = curve.points(endingWith: count / 2, after: count)
    #expect(points.count <= 25)
    #expect(points.map(\.sequences) == points.map(\.sequences).sorted())
    #expect(points.allSatisfy { $0.states == $0.sequences / 2 })
    #expect(points.last?.sequences == count)
  }
}
