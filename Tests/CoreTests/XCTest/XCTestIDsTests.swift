import Core
import XCTest

final class XCTestIDsTests: XCTestCase {
  private struct Item: Identifiable { let id: Int }

  func testIDsAreComparedWithALiteral() {
    let items: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    XCTAssertEqual(items.ids, [1, 2])
    XCTAssertNotEqual(items.ids, [2, 1])
    XCTAssertEqual([], IdentifiedArrayOf<Item>().ids)
    XCTAssertTrue(items.ids == [1, 2])
    let literal: IdentifiedArrayOf<Item>.IDs = [2, 1, 2]
    XCTAssertEqual(literal.elements, [2, 1])
    XCTAssertEqual(literal[1], 1)
    XCTAssertEqual(literal.firstIndex(of: 1), 1)
    XCTAssertTrue(literal.contains(2) && !literal.contains(3))
    XCTAssertEqual(literal.union(items.ids), [2, 1])
    XCTAssertEqual(Set([literal, [2, 1], items.ids]).count, 2)
  }
}
