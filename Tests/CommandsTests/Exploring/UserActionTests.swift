import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A library: a list of books, one of which can be opened.
private struct Library: Reducer {
  struct Book: Equatable, Identifiable, Sendable { var id: Int, title: String }

  struct State: Equatable, Sendable {
    var books: IdentifiedArrayOf<Book> = []
    var opened: Book?
    var refreshes = 0
  }

  enum Action: Sendable {
    case bookTapped(Book)
    case booksResponse(Result<[Book], any Error>)
    case delegate(Delegate)
    case refresh
    case refreshed

    enum Delegate: Sendable { case closed }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .bookTapped(let book): state.opened = book
    case .booksResponse, .delegate: state.opened = nil
    case .refresh: return .send(.refreshed)
    case .refreshed: state.refreshes = 1
    }
    return .none
  }
}

/// What `explore` leaves out because no user can do it.
struct UserActionTests {
  private func texts(_ state: Library.State) -> [String] {
    let candidates = ActionCandidates(of: UserActions(isDeclared: nil))
    return candidates.texts(of: Library.Action.self, in: state)
  }

  private func run(_ script: String, user: ((Library.Action) -> Bool)? = nil) -> String {
    let shell = RecordedShell(
      ShellApplication(name: "library", initialState: Library.State(), user: user) { Library() }
    )
    shell.run(script)
    return shell.out.text + shell.err.text
  }

  @Test func answersAndDelegatesAreNotTheUsers() {
    #expect(texts(Library.State()) == [".refresh", ".refreshed"], "no book can be tapped yet")
  }

  @Test func elementsComeFromTheState() {
    let state = Library.State(books: [Library.Book(id: 7, title: "Emma")])
    #expect(
      texts(state) == [".bookTapped(Library.Book(id: 7, title: \"Emma\"))", ".refresh", ".refreshed"]
        || texts(state) == [".bookTapped(Book(id: 7, title: \"Emma\"))", ".refresh", ".refreshed"]
    )
  }

  @Test func theHeadlineCountsWhatWasLeftOut() {
    let output = run("explore")
    #expect(output.contains("actions of the user (3 others left out)\n"), "\(output)")
  }

  @Test func whatEffectsHaveSentIsLeftOut() {
    let output = run(".refresh\nundo\nexplore --depth 2 sometimes refreshes == 2")
    #expect(output.contains("(4 others left out)"), "\(output)")
  }

  @Test func allActionsAreTriedOnRequest() {
    let output = run("explore --all-actions --depth 1 sometimes opened != nil")
    #expect(!output.contains("left out"), "\(output)")
  }

  @Test func coverageDoesNotWaitForWhatIsLeftOut() {
    let book = Library.Book(id: 7, title: "Emma")
    let shell = RecordedShell(
      ShellApplication(name: "library", initialState: Library.State(books: [book])) { Library() }
    )
    shell.run("explore --until-covered")
    #expect(shell.err.text.isEmpty && !shell.out.text.contains("not reached"), "\(shell.err.text)")
  }

  @Test func aProgramDeclaresTheActionsOfTheUser() {
    let output = run("explore always refreshes == 0") { action in
      if case .refresh = action { false } else { true }
    }
    #expect(output.contains("\n.refreshed\n"), "\(output)")
    let verdict = run("explore always true") { action in if case .refreshed = action { true } else { false } }
    #expect(verdict.contains("of the user (") && !verdict.contains("any length\n"), "\(verdict)")
  }

  @Test(arguments: [("isLoading", false), ("isRequestInFlight", false), ("isEditing", true), ("isOn", true)])
  func namesTellWhatAControlSets(name: String, isUsers: Bool) {
    #expect(UserActions(isDeclared: nil).canEdit(name, of: Bool.self) == isUsers)
    #expect(UserActions { _ in true }.canEdit(name, of: Bool.self), "the program declares it")
  }

  @Test(arguments: [
    ("clearCompleted", true), ("uploadCompleted", false), ("messageTimeout", false), ("onAppear", true),
    ("responseTapped", true),
  ]) func namesTell(name: String, isUsers: Bool) throws {
    enum Actions { case clearCompleted, uploadCompleted, messageTimeout, onAppear, responseTapped }
    let actions = try #require(Shape.of(Actions.self).choice)
    let element = try #require(actions.named(name))
    #expect((UserActions(isDeclared: nil).reason(toLeaveOut: element, of: actions) == nil) == isUsers)
  }
}
