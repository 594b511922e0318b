import Core
import Testing

private enum Nothing: Equatable {}

@CasePathable
private enum Impossible: Equatable {
  case never(Never), nothing(Nothing), pair(Never, Int), labelled(x: Int, y: Nothing)
}

@CasePathable
@dynamicMemberLookup
private enum Mixed: Equatable { case never(Never), count(Int), pair(id: Int, Never) }

@CasePathable
private enum Generic<Failure> { case success(Int), failure(Failure) }

@ObservableState
private enum ObservedImpossible { case never(Never) }

@Reducer
private struct Silent {}

@Reducer(state: .equatable, action: .equatable)
private enum Question { case alert(AlertState<Never>) }

@Reducer
private enum Destination {
  case alert(AlertState<Never>)
  case silent(Silent)
  @ReducerCaseIgnored case impossible(Never)
}

struct UninhabitedCaseTests {
  @Test func aCaseWithAnUninhabitedPayloadHasAPath() {
    #expect(
      Array(Impossible.allCasePaths).map { $0.caseName() } == [
        "\\.never", "\\.nothing", "\\.pair", "\\.labelled",
      ]
    )
    #expect(Mixed.count(1)[case: \.never] == nil)
    #expect(Mixed.count(1).pair == nil)
    #expect((\Mixed.Cases.count)(2) == .count(2))
    #expect(Mixed.allCasePaths[.count(2)] == \Mixed.Cases.count)
    #expect(Generic<Never>.success(3)[case: \.success] == 3)
    #expect(String(customDumping: Mixed.count(3)) == "Mixed.count(3)")
  }

  @Test func anEnumOfFeaturesMayHaveNoActions() {
    let state = Question.State.alert(AlertState { TextState("Saved") })
    #expect(state.is(\.alert))
    #expect(Array(Question.Action.allCasePaths).map { $0.caseName() } == ["\\.alert"])
    #expect(Array(Destination.Action.allCasePaths).map { $0.caseName() } == ["\\.alert", "\\.silent"])
  }
}
