import Core
import Testing

@Reducer(state: .equatable)
private enum Screen {
  case list(Page), detail(Page)
}

@Reducer
private struct Page {
  @ObservableState struct State: Equatable { var title = "" }
}

@ObservableState
private struct Root: Equatable {
  @Presents var child: Screen.State?
  var path = StackState<Screen.State>()
}

@CasePathable
private enum Rows { case rows([Int]), none }

/// What setting the payload of a case does to a presented child and to an element of a stack.
struct PayloadAssignmentTests {
  private func root(_ screen: Screen.State?) -> Root {
    var root = Root(child: screen)
    if let screen { root.path[id: 0] = screen }
    return root
  }

  @Test func nilTakesTheValueOfTheCaseAway() {
    var root = root(.list(Page.State()))
    root.$child[case: \.list] = nil
    root.path[id: 0, case: \.list] = nil
    #expect(root.child == nil)
    #expect(root.path.isEmpty)
    root.$child[case: \.list] = nil
    root.path[id: 0, case: \.list] = nil
    #expect(root == Root())
  }

  @Test func aPayloadOfTheCaseReplacesTheOneThere() {
    var root = root(.list(Page.State()))
    root.$child[case: \.list] = Page.State(title: "a")
    root.$child[case: \.list]?.title += "b"
    root.path[id: 0, case: \.list] = Page.State(title: "a")
    root.path[id: 0, case: \.list]?.title += "b"
    #expect(root.child == .list(Page.State(title: "ab")))
    #expect(root.path.first == .list(Page.State(title: "ab")))
  }

  @Test(arguments: ["a payload", "nil", "a part of the payload"])
  func aChangeOfAnotherCaseIsReportedAndIgnored(_ change: String) {
    let before = root(.detail(Page.State(title: "kept")))
    var root = before
    let (first, last) = (#line + 2, #line + 12)
    withKnownIssue {
      switch change {
      case "a payload":
        root.$child[case: \.list] = Page.State()
        root.path[id: 0, case: \.list] = Page.State()
      case "nil":
        root.$child[case: \.list] = nil
        root.path[id: 0, case: \.list] = nil
      default:
        root.$child[case: \.list]?.title = "b"
        root.path[id: 0, case: \.list]?.title = "b"
      }
    } matching: { issue in
      issue.description.contains(#"Can't change '\.list' of Screen.State: the value is '.detail'."#)
        && (first...last).contains(issue.sourceLocation?.line ?? 0)
        && issue.sourceLocation?.fileName == "PayloadAssignmentTests.swift"
    }
    #expect(root == before)
  }

  @Test func aPayloadForAnAbsentChildIsReportedAndIgnored() {
    var root = Root()
    withKnownIssue {
      root.$child[case: \.list] = Page.State()
    } matching: { issue in
      issue.description.contains(#"Can't change '\.list' of Screen.State: the value is 'nil'."#)
    }
    #expect(root.child == nil)
    root.$child[case: \.list]?.title = "b"
    root.path[id: 0, case: \.list]?.title = "b"
    #expect(root == Root())
  }

  @Test func keyPathsGoThroughCases() {
    let child: WritableKeyPath<Root, Page.State?> = \.$child[case: \.list]
    let element: WritableKeyPath<Root, Page.State?> = \.path[id: 0, case: \.list]
    var root = root(.list(Page.State()))
    root[keyPath: child]?.title = "a"
    root[keyPath: element]?.title = "b"
    #expect(root.child?.list?.title == "a")
    #expect(root.path[id: 0, case: \.list]?.title == "b")
  }

  @Test func aPayloadIsChangedInPlace() {
    var state = PresentationState(wrappedValue: Rows.rows(Array(0..<100)))
    let before = state.wrappedValue?[case: \.rows]?.withUnsafeBufferPointer { $0.baseAddress }
    state[case: \.rows]?[0] = 9
    #expect(state.wrappedValue?[case: \.rows]?.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(state.wrappedValue?[case: \.rows]?.first == 9)
  }
}
