import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A door, which has no values to sample.
private struct Door: Reducer {
  struct State: Equatable, Sendable { var (isOpen, isLocked) = (false, false) }
  enum Action: Equatable, Sendable { case open, close, lock }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open: if !state.isLocked { state.isOpen = true }
    case .close: state.isOpen = false
    case .lock: if !state.isOpen { state.isLocked = true }
    }
    return .none
  }
}

extension Vocabulary<Door.State, Door.Action> {
  fileprivate static var door: Self {
    Vocabulary("Door") {
      Command("open", summary: "Open it") { turn in turn.send(.open) }
      Command("close", summary: "Close it") { turn in turn.send(.close) }
    }
  }
}

/// Verdicts name what was tried.
struct ScopeTests {
  private func explore(_ line: String, hasVocabulary: Bool = false) -> (output: String, errors: String) {
    let application = ShellApplication(name: "door", vocabulary: hasVocabulary ? .door : nil) { seed, epoch in
      Session(initialState: Door.State(), seed: seed, epoch: epoch) { Door() }
    }
    let shell = RecordedShell(application)
    shell.run("explore \(line)")
    return (shell.out.text, shell.err.text)
  }

  @Test(arguments: [
    ("always !(isOpen && isLocked)", false, "holds for sequences of any length\n"),
    ("always !isLocked", true, "holds for sequences of any length made from 3 commands\n"),
    ("--actions always !(isOpen && isLocked)", true, "holds for sequences of any length\n"),
    (
      "--without .lock always !isLocked", false,
      "holds for sequences of any length made from 1 command and 2 actions\n"
    ),
    ("--only close always !isOpen", true, "holds for sequences of any length made from 1 command\n"),
    ("sometimes isOpen && isLocked", false, "fails: no reachable state satisfies it\n"),
    (
      "sometimes isLocked", true,
      "fails: no state reachable by sequences made from 3 commands satisfies it\n"
    ),
  ])
  func aHeadlineNamesWhatWasTried(line: String, hasVocabulary: Bool, headline: String) {
    let run = explore(line, hasVocabulary: hasVocabulary)
    #expect(run.output.contains(headline), "\(run)")
  }

  @Test(arguments: [
    "--only press always true", "--only answer always true", "--only dismiss sometimes isOpen",
  ])
  func impossibleStepsGiveNoVerdict(line: String) {
    let run = explore(line)
    #expect(run.errors.contains("nothing to try: nothing named by --only is possible here"), "\(run)")
    #expect(!run.output.contains("holds"), "\(run)")
  }

  @Test func untriedValuesLeaveThePropertyOpen() {
    let run = SearchShell(cancels: true).run("set quiet off\nexplore sometimes query == \"Milk\"")
    #expect(run.status == 3, "\(run)")
    #expect(
      run.output.hasPrefix(
        "`sometimes query == \"Milk\"` is inconclusive: no state that was reached satisfies it, with the values tried\n"
      ),
      "\(run)"
    )
    #expect(run.errors.contains("help: other values may decide this"), "\(run.errors)")
  }

  @Test func onlyDoesNotExcludeOutcomes() {
    let shell = RecordedShell(ShellApplication.lookup, isQuiet: false)
    shell.run("explore --live --outcomes --depth 2 --only .suggest always true")
    #expect(shell.out.text.contains("\n  commands     .suggest "), "\(shell.out.text)")
    #expect(shell.out.text.contains("stub "), "\(shell.out.text)\(shell.err.text)")
  }

  @Test(arguments: [
    "always !(before(before(isOpen)) && !before(isOpen) && isOpen)", "never .lock",
    "always !(before(before(before(isOpen))) && isOpen)",
  ]) func aPropertyLooksBackSeveralCommands(property: String) {
    let run = explore("--only .open,.close,.lock \(property)")
    #expect(run.output.contains("\nexpect \(property.replacing("always ", with: ""))"), "\(run)")
    #expect(!run.output.contains("this does not fail"), "\(run)")
  }

  @Test func aPropertyLooksBackBeyondTheStart() {
    let shell = CounterShell.answer(
      """
      up
      explore --only up,down --depth 5 always !(before(before(count)) == 1 && before(count) == 2 && count == 1)
      """
    )
    #expect(shell.contains("\nup\nup\ndown\nexpect "), "\(shell)")
  }

  /// A feature whose results depend on more than its session.
  private struct Dice: Reducer {
    struct State: Equatable, Sendable { var rolled = 0 }
    enum Action: Equatable, Sendable { case roll }
    static let count = LockIsolated(0)

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.rolled = Self.count.withValue {
        $0 += 1
        return $0
      }
      return .none
    }
  }

  @Test func aResultThatCannotBeRepeatedNamesTheRemedy() {
    let shell = RecordedShell(ShellApplication(name: "dice", initialState: Dice.State()) { Dice() })
    shell.run("explore")
    #expect(
      shell.err.text.contains("the same commands give another result the second time after 1 command\n"),
      "\(shell.err.text)"
    )
    #expect(shell.err.text.contains("help: what a dependency keeps between calls"), "\(shell.err.text)")
  }
}
