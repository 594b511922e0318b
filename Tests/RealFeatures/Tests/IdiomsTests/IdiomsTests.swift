import ComposableArchitecture
import XCTest

@testable import Idioms

@MainActor
final class IdiomsTests: XCTestCase {
  func testReload() async {
    let queue = RunLoop.test
    let store = TestStore(initialState: Item.State(id: UUID(0), name: "")) {
      Item()
    } withDependencies: {
      $0.mainRunLoop = queue.eraseToAnyScheduler()
      $0.numbers.fetch = { _, _ in [1] }
      $0.openURL = OpenURLEffect { _ in true }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
    await store.send(.binding(.set(\.name, "a"))) { $0.name = "a" }
    await store.receive(.reload)
    await queue.advance()
    await store.receive(.loaded(.success([1]))) { $0.cache = 1 }
    await store.send(.linkTapped(URL(string: "https://example.com")!)).finish()
    XCTAssertNoDifference(store.state.name, "a")
    XCTAssertTrue(store.state.path.isEmpty)
  }

  func testStack() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(\.path.push, (id: 0, state: .item(Item.State(id: UUID(0), name: "n")))) {
      $0.path[id: 0] = .item(Item.State(id: UUID(0), name: "n"))
    }
    XCTAssertEqual(store.state.path.ids, [0])
    await store.send(\.path[id: 0].item.delegate.close) { $0.path = StackState() }
    await store.withExhaustivity(.off) {
      await store.send(.onAppear)
    }
    await store.skipInFlightEffects()
  }
}

private extension Item.State { var path: [Int] { [] } }
