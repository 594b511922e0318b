import Core
import CustomDump
import Testing

extension StackElementID: CustomDump.CustomDumpStringConvertible {}

struct StackDumpTests {
  private enum Item: Equatable {
    case number(Int)
    case text(String)
  }

  @Test func dumpsNameTheIDs() {
    let stack: StackState<Item> = [.number(1), .text("a")]
    #expect(
      String(coreDump: stack) == """
        [
          #0: .number(1),
          #1: .text("a")
        ]
        """
    )
  }

  @Test func diffsNameTheIDs() {
    let stack: StackState<Item> = [.number(1), .text("a"), .text("b")]
    var other = stack
    other[id: 1] = .text("c")
    #expect(
      Core.diff(stack, other) == """
          [
            #0: .number(1),
        -   #1: .text("a")
        +   #1: .text("c")
            #2: .text("b")
          ]
        """
    )
  }

  @Test func dumpsAndDiffsAreThoseOfTheReference() {
    let stack: StackState<Item> = [.number(1), .text("a"), .text("b")]
    expectSameDump(stack)
    var popped = stack
    popped.pop(from: 1)
    expectSameDiff(stack, popped)
    var pushed = stack
    pushed.append(.number(2))
    pushed[id: 0] = .number(3)
    expectSameDiff(stack, pushed)
    expectSameDiff(popped, pushed)
    pushed.removeAll()
    expectSameDiff(stack, pushed)
  }
}
