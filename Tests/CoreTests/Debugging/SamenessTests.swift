import TodoShellSessions
import Foundation
import Testing

@testable import Core
@testable import TestSupport

/// Moments, diffs, patches, tests and `verify` agree on which values are the same.
struct SamenessTests {
  private struct Point: Hashable, Sendable {
    var x: Double
    var name = "P"
  }

  private enum Shape: Hashable, Sendable {
    case none
    case circle(Point, radius: Double)
    indirect case pair(Shape, Shape)
  }

  /// Its dump does not show everything that `==` compares.
  private struct Secretive: Equatable, CustomDumpReflectable, CustomReflectable {
    var x: Double
    var secret: Int
    var customDumpMirror: Mirror { Mirror(self, children: ["x": x]) }
    var customMirror: Mirror { customDumpMirror }
  }

  private struct Wrapper: Equatable, CustomDumpRepresentable {
    var point: Point
    var customDumpValue: Any { point }
  }

  /// Values made of two numbers.
  private static let make: [@Sendable (Double, Double) -> Any] = [
    { x, _ in x }, { x, y in [x, y] }, { x, y in Point(x: x, name: "\(y)") },
    { x, y in (x, Point(x: y)) },
    { x, _ in Float(x) }, { x, _ in CGFloat(x) },
    { x, y in [Optional(x), nil, y] },
    { x, y in Shape.pair(.circle(Point(x: x), radius: y), .none) },
    { x, y in ["a": [x], "b": [y]] },
    { x, y in ["x": Point(x: x), "y": Point(x: y)] },
    { x, y in Set([Point(x: x), Point(x: y, name: "Q")]) },
    { x, y in [x: "x"] },
    { x, y in IdentifiedArray(uniqueElements: [Point(x: x), Point(x: y, name: "Q")], id: \.name) },
    { x, y in (0..<40).map { Double($0) } + [x] + (0..<40).map { Double($0) } + [y] },
    { x, y in (0..<40).map { Point(x: $0 == 20 ? x : y, name: "\($0)") } },
    { x, y in StackState([x, y]) },
    { x, y in PresentationState(wrappedValue: Point(x: x, name: "\(y)")) },
    { x, _ in AnyHashable(x) },
    { x, y in Wrapper(point: Point(x: x, name: "\(y)")) },
    { x, y in Secretive(x: x, secret: Int(y.isNaN ? 0 : y)) },
    { x, y in Shared(value: Point(x: x, name: "\(y)")) },
  ]

  @Test(arguments: Self.make.indices) func aNaNIsTheSameAsAnother(kind: Int) {
    let make = Self.make[kind]
    #expect(diff(make(.nan, 2), make(.nan, 2)) == nil)
    #expect(diff(make(.nan, .nan), make(.nan, .nan)) == nil)
    #expect(areEqual(make(.nan, 2), make(.nan, 2)))
    #expect(!areEqual(make(.nan, 2), make(3, 2)) && diff(make(.nan, 2), make(3, 2)) != nil)
    #expect(!areEqual(make(3, 2), make(.nan, 2)) && diff(make(3, 2), make(.nan, 2)) != nil)
    #expect(
      areEqual(make(0, 2), make(-0.0, 2)) && diff(make(0, 2), make(-0.0, 2)) == nil,
      "no difference to see"
    )
  }

  @Test(arguments: Self.make.indices) func aDifferenceNextToANaNIsFound(kind: Int) {
    let make = Self.make[kind]
    let (first, second) = (make(.nan, 2), make(.nan, 3))
    // Some are made of the first number only.
    guard !areEqual(make(5, 2), make(5, 3)) else { return }
    #expect(!areEqual(first, second))
    #expect(diff(first, second) != nil)
  }

  @Test func aDifferenceHiddenInADumpIsFound() {
    struct Stamp: Equatable, CustomDumpRepresentable {
      let date: Date
      var customDumpValue: Any { date }
    }
    let dates = [0, 0.000_01].map { Date(timeIntervalSinceReferenceDate: $0) }
    #expect(!areEqual(Stamp(date: dates[0]), Stamp(date: dates[1])))
    #expect(!areEqual(Secretive(x: .nan, secret: 1), Secretive(x: .nan, secret: 2)))
  }

  @Test func onlyTheDifferenceNextToANaNIsShown() {
    let numbers = [Double.nan] + (0..<40).map { Double($0) }
    #expect(
      diff(numbers, numbers + [.nan, 7]) == """
          [
            … (41 unchanged),
        +   [41]: nan,
        +   [42]: 7.0
          ]
        """
    )
  }

  private struct State: Equatable {
    var x = 0.0
    var points: [Point] = []
    var count = 0
  }

  private enum Action: Equatable {
    case setX(Double)
    case addPoint(Double)
    case increment
  }

  private static var reduce: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .setX(let x): state.x = x
      case .addPoint(let x): state.points.append(Point(x: x))
      case .increment: state.count += 1
      }
      return .none
    }
  }

  @Test func statesWithANaNAreReproducible() throws {
    let session = Session(initialState: State()) { Self.reduce }
    let actions: [Action] = [.setX(.nan), .increment, .addPoint(.nan), .setX(.nan), .increment]
    for action in actions { try session.send(action) }
    #expect(try session.verify() == nil)
    let moments = session.moments
    let patches = (1...5).map { jsonPatch(from: moments[$0 - 1], to: moments[$0]).map(\.path) }
    #expect(patches == [["/x"], ["/count"], ["/points/0"], [], ["/count"]])
    #expect(diff(moments[3], moments[4]) == nil && moments[4].isWithoutEffect(after: moments[3]))
    #expect(session.lastChange(of: \.x) == 1 && session.lastChange(of: \.points) == 3)
  }

  @MainActor @Test func aTestStoreAcceptsAnExpectedNaN() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: State()) { Self.reduce }
      await store.send(.setX(.nan)) { $0.x = .nan }
      await store.send(.increment) { $0.count = 1 }
      await store.send(.setX(.nan))
      await store.send(.addPoint(.nan)) { $0.points = [Point(x: .nan)] }
      await store.send(.setX(-0.0)) { $0.x = -0.0 }
      await store.send(.setX(0))
    }
    #expect(reporter.messages == [])
  }
}

/// States that contain objects.
struct ObjectInStateTests {
  private final class Counter {
    var count = 0
    var inner: Counter?
  }

  private struct State {
    var counters: [Counter?] = []
    var total = 0
  }

  private enum Action {
    case replace
    case changeInPlace
    case increment
  }

  private func makeSession(_ state: State) -> Session<State, Action> {
    Session(initialState: state) {
      Reduce { state, action in
        switch action {
        case .replace:
          let counter = Counter()
          counter.count = (state.counters.first??.count ?? 0) + 1
          state.counters = [counter]
        case .changeInPlace: state.counters.first??.inner?.count += 1
        case .increment: state.total += 1
        }
        return .none
      }
    }
  }

  @Test func objectThatAReducerChangesIsNotAValue() throws {
    let counter = Counter()
    counter.inner = Counter()
    let session = makeSession(State(counters: [counter]))
    for action in [Action.increment, .changeInPlace] { try session.send(action) }
    #expect(throws: SessionError.notAValue("ObjectInStateTests.Counter")) { try session.verify() }
  }

  @Test func objectThatIsOnlyReplacedIsAValue() throws {
    let session = makeSession(State(counters: [Counter(), nil]))
    for action in [Action.replace, .increment, .replace] { try session.send(action) }
    #expect(try session.verify() == nil)
  }
}
