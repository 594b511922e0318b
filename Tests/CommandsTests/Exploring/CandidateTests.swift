import Core
import Foundation
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// What `explore` puts in the place of arguments, and which actions it makes.
struct CandidateTests {
  private typealias CounterCommand = AnyCommand
  private typealias ItsShell = AnyInterpreter

  private func lines<Value>(_ parameter: Parameter<Value>, state: Any = Counter.State()) -> [String] {
    CounterCommand(parameter, help: "", perform: { (_: ItsShell, _: Value) in }).named(["do"])
      .candidateLines(in: state)
  }

  @Test func argumentsGetFewWordsEachOfWhichMayMakeADifference() {
    #expect(lines(Argument.text("T")) == ["do a", "do b"])
    #expect(lines(Argument.text("T").optional()) == ["do", "do a"])
    #expect(lines(Argument.count("N")) == ["do", "do 2"])
    #expect(lines(Argument.integer("N", in: 3...5)) == ["do 3", "do 5"])
    #expect(lines(Argument.duration("D")) == ["do 100ms", "do 1s"])
    #expect(lines(Argument.choice("c", among: [("x", 1, ""), ("y", 2, "")])) == ["do x", "do y"])
    #expect(lines(Argument.expression("E")) == [], "these cannot be guessed")
  }

  @Test func positionsAreThoseThatThereAre() {
    let positions = { (state: [Int]) in state.indices.map { Completion("\($0)") } }
    #expect(lines(Argument.index("I").completing(positions), state: [7, 8]) == ["do 0", "do 1"])
    #expect(
      lines(Argument.selection("S").completing(positions), state: Array(1...9))
        == ["do 0", "do 1", "do 2", "do 8", "do all"]
    )
  }

  @Test func theAuthorMayDecide() {
    #expect(lines(Argument.text("T").exploring("Milk", "'Oat milk'")) == ["do Milk", "do 'Oat milk'"])
    let ownWords = Argument.text("T").exploring { (state: Counter.State) in ["\(state.count)"] }
    #expect(lines(ownWords, state: Counter.State(count: 3)) == ["do 3"])
  }

  @Test func argumentsAreCombined() {
    let command = CounterCommand(
      Argument.choice("c", among: [("x", 1, ""), ("y", 2, "")]),
      Argument.text("T"),
      help: "",
      perform: { (_: ItsShell, _: Int, _: String) in }
    )
    .named(["do"])
    #expect(command.candidateLines(in: ()) == ["do x a", "do x b", "do y a", "do y b"])
    #expect(!command.isExplored, "what works on the shell may do anything")
    #expect(command.explored().isExplored)
  }

  @Test func actionsAreMadeOfWhatThereIs() {
    var state = Asker.State()
    func texts() -> [String] {
      let candidates = ActionCandidates()
      return candidates.texts(of: Asker.Action.self, in: state)
    }
    #expect(texts() == [".ask", ".askLater"])
    state.alert = .deletion
    #expect(
      texts()
        == [
          ".alert(.presented(.again))", ".alert(.presented(.yes))", ".alert(.dismiss)", ".ask", ".askLater",
        ]
    )
  }

  @Test func casesOfActionsAreKnownWithThoseOfChildren() {
    #expect(
      ActionCases.all(of: Asker.Action.self, leftOutBy: nil).map(\.pattern)
        == [".alert(.presented)", ".alert(.dismiss)", ".ask", ".askLater"]
    )
    #expect(ActionCases.pattern(of: Asker.Action.alert(.presented(.yes))) == ".alert(.presented)")
  }

  private struct Form: Equatable {
    struct Draft: Equatable { var text = "" }
    var draft = Draft()
  }

  private enum Outer { case sheet(Sheet) }
  private enum Sheet { case page(Page) }
  private enum Page { case section(Section) }
  private enum Section { case binding(BindingAction<Form>) }

  @Test func aPresentedFormIsEditedLikeAnyOther() {
    let texts = ActionCandidates(of: UserActions(isDeclared: nil)).texts(of: Outer.self, in: ())
    #expect(
      texts
        == ["\"a\"", "\"\""].map { ".sheet(.page(.section(.binding(.set(\\.draft.text, \($0))))))" },
      "\(texts)"
    )
  }

  private struct Screen: Equatable { var title = "" }

  private struct Rows: Equatable {
    var rows: [Int] = []
    var names = "ab"
    var path = StackState<Screen>()
  }

  private enum RowAction {
    case delete(Foundation.IndexSet)
    case select(index: Int)
    case path(StackAction<Screen, Never>)
  }

  @Test func positionsInActionsAreValid() {
    func texts(_ state: Rows) -> [String] {
      let candidates = ActionCandidates()
      return candidates.texts(of: RowAction.self, in: state).filter { !$0.contains("push") }
    }
    #expect(texts(Rows()) == [], "nothing can be selected, deleted or popped")
    var state = Rows(rows: [7, 8])
    state.path.append(Screen())
    #expect(
      texts(state) == [
        ".delete([0])", ".delete([1])", ".select(index: 0)", ".select(index: 1)", ".path(.popFrom(id: 0))",
      ]
    )
  }
}
