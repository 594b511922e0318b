import Core
import Testing

@CasePathable
@dynamicMemberLookup
private enum Screen: Equatable {
  case list([Int])
  case detail(Detail)
  case empty
  case pair(first: Int, second: String)
  case optional(Int?)

  @CasePathable
  @dynamicMemberLookup
  enum Detail: Equatable {
    case text(String)
    case number(Int)
  }
}

private enum Plain { case a }

@CasePathable
private enum Action: Equatable {
  case todos(IdentifiedAction<Int, Child>)
  case delegate(Delegate)
  case child(Child?)

  enum Delegate: Equatable { case didSave(String), didCancel }
  enum Child: Equatable { case tap, rename(String) }
}

@CasePathable
private indirect enum Tree<Element> {
  case leaf
  case node(Self, Element, Self)
  case element(Element)
}

@CasePathable
public enum Published<Root: Equatable> {
  case value(Root)
  #if DEBUG
    case debug(Int)
  #else
    case release(Int)
  #endif
  @available(*, deprecated) case old(Int)
  @available(*, unavailable) case never(Int)
  case `default`
}

struct CasePathTests {
  @Test func aPathTakesThePayloadOutOfItsCaseOnly() {
    let screen = Screen.detail(.text("a"))
    #expect(screen[case: \.detail] == .text("a"))
    #expect(screen[case: \.detail.text] == "a")
    #expect(screen[case: \.detail.number] == nil)
    #expect(screen[case: \.list] == nil)
    #expect(screen.is(\.detail))
    #expect(!screen.is(\.empty))
    #expect(Screen.empty.is(\.empty))
    #expect(Screen.optional(nil)[case: \.optional] == .some(nil))
    #expect(Screen.pair(first: 1, second: "b")[case: \.pair]?.second == "b")
  }

  @Test func dynamicMembersAreOptionalPayloads() {
    var screen = Screen.detail(.text("a"))
    #expect(screen.detail?.text == "a")
    #expect(screen.list == nil)
    screen.detail?.text?.append("b")
    #expect(screen == .detail(.text("ab")))
    screen.list?.append(1)
    #expect(screen == .detail(.text("ab")))
  }

  @Test func aCaseKeyPathMakesValues() {
    #expect((\Screen.Cases.list)([1]) == .list([1]))
    #expect((\Screen.Cases.detail.text)("a") == .detail(.text("a")))
    #expect((\Screen.Cases.empty)() == .empty)
    let path: CaseKeyPath<Screen, [Int]> = \.list
    #expect(path([2]) == .list([2]))
  }

  @Test func payloadsAreChangedInPlace() {
    var screen = Screen.list(Array(0..<100))
    let before = screen.list!.withUnsafeBufferPointer { $0.baseAddress }
    screen.modify(\.list) { $0[0] = 9 }
    #expect(screen.list?.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(screen.list?.first == 9)
  }

  @Test func aPayloadOfAnotherCaseIsNotSet() {
    var screen = Screen.list([1])
    screen[case: \.detail] = .text("a")
    screen.detail = .text("a")
    screen[case: \.detail.text] = "a"
    screen[case: \.detail] = nil
    #expect(screen == .list([1]))
    screen[case: \.list] = [2]
    #expect(screen == .list([2]))
    screen.list = [3]
    #expect(screen == .list([3]))
    withKnownIssue { screen[case: \.list] = nil }
    #expect(screen == .list([3]))
  }

  @Test func aValueHasThePathOfItsCase() {
    #expect(Screen.empty.case == \Screen.Cases.empty)
    #expect(Screen.list([1]).case == Screen.list([2]).case && Screen.list([]).case != Screen.empty.case)
  }

  @Test func aPathIsPromotedWhereAnOptionalIsExpected() {
    let payload: CaseKeyPath<Screen, Int> = \.optional
    #expect(Screen.optional(1)[case: payload] == 1 && Screen.optional(nil)[case: payload] == nil)
    #expect(payload(2) == .optional(2) && payload.caseName() == "\\.optional")
    let root: CaseKeyPath<Screen?, [Int]> = \.list
    #expect(Screen?.some(.list([1]))[case: root] == [1] && Screen?.none[case: root] == nil)
    let both: CaseKeyPath<Screen?, [Int]?> = \.list
    #expect(both([1]) == .list([1]) && both(nil) == nil)
    #expect(Screen?.some(.list([1]))[case: both] == [1] && Screen?.some(.empty)[case: both] == .none)
    #expect(Screen?.none[case: both] == .some(nil))
  }

  @Test func pathsMatchInPatterns() {
    switch Screen.detail(.text("a")) {
    case \.list: Issue.record("It is no list")
    case \.detail.text: break
    default: Issue.record("It is a text")
    }
  }

  @Test func everyCaseIsListed() {
    #expect(
      Array(Screen.allCasePaths).map { $0.caseName() } == [
        "\\.list", "\\.detail", "\\.empty", "\\.pair", "\\.optional",
      ]
    )
    let screen = Screen.pair(first: 1, second: "")
    #expect(Screen.allCasePaths[screen] == \Screen.Cases.pair)
    #expect(screen.is(Screen.allCasePaths[screen]))
  }

  @Test func nestedEnumsHavePathsWithoutAnAttribute() {
    let action = Action.delegate(.didSave("a"))
    #expect(action[case: \.delegate.didSave] == "a")
    #expect(Action.child(.tap).is(\.child.some.tap))
    #expect(Action.child(.tap).is(\.child.tap))
    let element = Action.todos(.element(id: 1, action: .rename("a")))
    #expect(element[case: \.todos[id: 1].rename] == "a")
    #expect(element[case: \.todos[id: 2].rename] == nil)
    #expect((\Action.Cases.todos[id: 3].rename)("x") == .todos(.element(id: 3, action: .rename("x"))))
    #expect((\Action.Cases.todos[id: 3].rename).caseName() == "\\.todos.element.rename")
  }

  @Test func genericEnumsHavePaths() {
    #expect(Tree.element(1)[case: \.element] == 1)
    #expect(Published<Int>.value(1)[case: \.value] == 1)
    #expect(Result<Int, any Error>.success(1)[case: \.success] == 1)
  }
}
