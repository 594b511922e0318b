import Core
import Testing

// Enums whose names, or whose payloads' names, mean something else inside the generated case paths. The test is that
// they compile: some of them crashed the compiler.

private enum Named {
  @CasePathable enum Element: Equatable { case int(Int), text(String), none }
  @CasePathable enum Iterator: Equatable { case int(Int), text(String) }
  @CasePathable enum Root: Equatable { case int(Int), text(String) }
  @CasePathable enum Cases: Equatable { case int(Int), text(String) }
  @CasePathable enum Value: Equatable { case int(Int), text(String) }
  @CasePathable enum SubSequence: Equatable { case int(Int), text(String) }
  @CasePathable enum Index: Equatable { case int(Int), text(String) }
  @CasePathable enum Action: Equatable { case int(Int), text(String) }
  @CasePathable enum State: Equatable { case int(Int), text(String) }
  @CasePathable enum Case: Equatable { case int(Int), text(String) }
  @CasePathable enum AnyCasePath: Equatable { case int(Int), text(String) }
  @CasePathable enum Sequence: Equatable { case int(Int), text(String) }
}

/// Payloads with such names, and the enum itself.
private enum Payloads {
  @CasePathable indirect enum Element: Equatable { case again(Element), all([Self]), root(Root), end }
  @CasePathable indirect enum Root: Equatable {
    case element(Element), cases(Cases), iterator(Named.Iterator), end
  }
  @CasePathable enum Cases: Equatable { case value(Named.Value), state(Named.State) }
  @CasePathable enum Generic<Element: Equatable, Root: Equatable>: Equatable {
    case element(Element), root([Root])
  }
}

/// A type nested in the enum has its name.
@CasePathable private enum Screen: Equatable {
  case screen(Screen), number(Int)

  struct Screen: Equatable { var title = "" }
}

/// Features with such names.
private enum Features {
  @Reducer struct Root { let body = EmptyReducer<Int, Bool>() }
  @Reducer struct Element { let body = EmptyReducer<String, Bool>() }
  @Reducer enum Iterator { case root(Root), element(Element) }
}

struct CasePathNamesTests {
  @Test func anEnumMayHaveAnyName() {
    #expect(Named.Element.int(1)[case: \.int] == 1 && Named.Element.none.is(\.none))
    #expect(
      Named.Iterator.text("a")[case: \.text] == "a"
        && Named.Iterator.int(1).is(Named.Iterator.allCasePaths[.int(2)])
    )
    #expect(
      Named.Root.text("a")[case: \.text] == "a" && Named.Root.int(1).is(Named.Root.allCasePaths[.int(2)])
    )
    #expect(
      Named.Cases.text("a")[case: \.text] == "a" && Named.Cases.int(1).is(Named.Cases.allCasePaths[.int(2)])
    )
    #expect(Named.Value.text("a")[case: \.text] == "a" && Named.Index.text("a")[case: \.text] == "a")
    #expect(Named.SubSequence.text("a")[case: \.text] == "a" && Named.Action.text("a")[case: \.text] == "a")
    #expect(Named.State.text("a")[case: \.text] == "a" && Named.Case.text("a")[case: \.text] == "a")
    #expect(Named.AnyCasePath.text("a")[case: \.text] == "a" && Named.Sequence.text("a")[case: \.text] == "a")
    #expect(Named.Element.allCasePaths.map { $0.caseName() } == ["\\.int", "\\.text", "\\.none"])
  }

  @Test func aPayloadMayHaveAnyName() {
    let end = Payloads.Element.end
    #expect(
      Payloads.Element.again(end)[case: \.again] == end && Payloads.Element.all([end])[case: \.all] == [end]
    )
    #expect(Payloads.Root.element(end)[case: \.element] == end)
    #expect(Payloads.Root.iterator(.int(1))[case: \.iterator.int] == 1)
    #expect(Payloads.Root.cases(.value(.int(1)))[case: \.cases.value.int] == 1)
    #expect(Payloads.Generic<Int, String>.root(["a"])[case: \.root] == ["a"])
    #expect(Screen.screen(.init(title: "a"))[case: \.screen]?.title == "a")
    #expect(Features.Iterator.State.element("a")[case: \.element] == "a")
    #expect(Features.Iterator.Action.root(true)[case: \.root] == true)
  }
}
