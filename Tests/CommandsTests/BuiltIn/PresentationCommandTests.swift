import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// What a shell shows of what is presented, and how it is answered.
struct PresentationCommandTests {
  /// Runs a script in a shell that asks, and gives what it printed, errors last.
  private func answer(_ script: String, isQuiet: Bool = true, initially: Asker.State = .init()) -> String {
    let application = ShellApplication(name: "asker", vocabulary: .asker) { seed, epoch in
      Session(initialState: initially, seed: seed, epoch: epoch) { Asker() }
    }
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = ["set diff off", script]
    configuration.isQuiet = isQuiet
    _ = application.run(configuration, console: Console(output: out.output, errors: err.output))
    return out.text + err.text
  }

  private func count(ofBoxesIn output: String) -> Int {
    output.split(separator: "\n").count { $0.hasPrefix("┌") }
  }

  @Test func anAlertIsShownWhenItComesUp() throws {
    let output = answer("ask", isQuiet: false)
    let lines = output.split(separator: "\n")
    #expect(lines[0] == "#1 +0s .ask  (typed)")
    #expect(lines[1].hasPrefix("┌") && lines[2].hasPrefix("│ Delete it? "))
    #expect(lines.count == 9)
  }

  @Test func anAlertOfAnEffectIsShownInTheMiddleOfATurn() {
    let output = answer("soon\nadvance 2s", isQuiet: false)
    let lines = output.split(separator: "\n").map { $0.prefix(5) }
    #expect(lines.map(String.init).prefix(4) == ["#1 +0", "#2 +1", "#3 +1", "┌────"])
    #expect(lines.last == "#4 +2", "time has gone on behind it")
  }

  @Test(
    arguments: [
      ("press 0", ".alert(.presented(.yes))"), ("press 1", ".alert(.dismiss)"),
      ("press 2", ".alert(.presented(.again))"), ("press Delete", ".alert(.presented(.yes))"),
      ("press delete", ".alert(.presented(.yes))"), ("press K", ".alert(.dismiss)"),
      ("press not sure", ".alert(.presented(.again))"), ("press 'Not sure'", ".alert(.presented(.again))"),
      ("dismiss", ".alert(.dismiss)"), ("dismiss 0", ".alert(.dismiss)"),
    ]
  )
  func aButtonSendsItsAction(command: String, action: String) {
    #expect(answer("set quiet off\nset diff off\nask\n\(command)").contains("\n#2 +0s \(action)  (typed)\n"))
  }

  @Test func theTextOfAnAlertComparesWithAString() {
    let output = answer("ask\nexpect alert!.title == \"Delete it?\"\nprint alert!.title.count")
    #expect(output == "10\n")
  }

  @Test func theAlertGoesWithItsAnswerAndComesBackWithUndo() {
    let script = """
      ask
      press Delete
      screen
      expect answers == 1 && alert == nil
      undo
      expect answers == 0 && alert != nil
      screen
      redo
      expect answers == 1 && alert == nil
      """
    let output = answer(script)
    #expect(output.hasPrefix("nothing is presented\n0  alert  alert\n┌"))
    #expect(count(ofBoxesIn: output) == 1)
    #expect(!output.contains("error"))
  }

  @Test func anAlertThatAsksAgainIsShownAgain() {
    #expect(count(ofBoxesIn: answer("ask\npress 2", isQuiet: false)) == 2)
  }

  @Test func anAlertThatStaysIsNotShownAgain() {
    #expect(count(ofBoxesIn: answer("ask\nsoon\nclock", isQuiet: false)) == 1)
  }

  @Test func travellingToAnAlertShowsIt() {
    #expect(count(ofBoxesIn: answer("ask\npress 1\nundo\nredo\nback\ngoto 0", isQuiet: false)) == 3)
  }

  @Test func anAlertOfTheStartIsShown() {
    let state = Asker.State(alert: .deletion)
    #expect(answer("print answers", isQuiet: false, initially: state).hasPrefix("┌"))
    #expect(answer("press 0\nprint answers", initially: state) == "1\n")
  }

  @Test func aQuietShellShowsOnlyWhatItIsAskedFor() {
    #expect(answer("ask") == "")
    #expect(count(ofBoxesIn: answer("ask\nscreen")) == 1)
  }

  @Test(
    arguments: [
      (
        "press 1",
        """
        -c:2:1: error: no alert or dialog is shown
        press 1
        ^~~~~~~
        help: 'screen' shows what is presented

        """
      ),
      (
        "dismiss",
        """
        -c:2:1: error: nothing is presented
        dismiss
        ^~~~~~~

        """
      ),
      (
        "ask\npress 3",
        """
        -c:3:7: error: no button '3'; the buttons are 'Delete', 'Keep', 'Not sure'
        press 3
              ^
        help: use a number from 0 to 2, or the label

        """
      ),
      (
        "ask\npress Kep",
        """
        -c:3:7: error: no button 'Kep'; the buttons are 'Delete', 'Keep', 'Not sure'
        press Kep
              ^~~
        help: did you mean 'Keep'?

        """
      ),
      (
        "ask\npress not surely",
        """
        -c:3:7: error: no button 'not surely'; the buttons are 'Delete', 'Keep', 'Not sure'
        press not surely
              ^~~~~~~~~~
        help: did you mean 'Not sure'?

        """
      ),
      (
        "ask\npress nto",
        """
        -c:3:7: error: no button 'nto'; the buttons are 'Delete', 'Keep', 'Not sure'
        press nto
              ^~~
        help: did you mean 'Not'?

        """
      ),
      (
        "press",
        """
        -c:2:6: error: press needs BUTTON
        press
             ^
        help: usage: press BUTTON
        1 error; nothing was run

        """
      ),
    ]
  )
  func whatCannotBePressedIsExplained(script: String, message: String) {
    #expect(answer(script) == message)
  }

  @Test func buttonsThatReadAlikeAreToldApartByNumber() {
    let twins = AlertState<Asker.Answer> {
      TextState("Which?")
    } actions: {
      ButtonState(action: .yes) { TextState("Here") }
      ButtonState(action: .again) { TextState("here") }
      ButtonState(role: .cancel) { TextState("Her") }
    }
    let state = Asker.State(alert: twins)
    #expect(
      answer("press here", initially: state).contains("'here' matches several buttons: 'Here', 'here'")
    )
    #expect(answer("press Her\nprint answers", initially: state) == "0\n", "the whole label wins")
    #expect(answer("press h", initially: state).contains("'h' is ambiguous"))
    #expect(answer("press ''", initially: state).contains("no button ''"))
    #expect(answer("press 0\nprint answers", initially: state) == "1\n")
  }

  @Test func buttonsAreOffered() {
    let application = ShellApplication(name: "asker", vocabulary: .asker) { seed, epoch in
      Session(initialState: Asker.State(alert: .deletion), seed: seed, epoch: epoch) { Asker() }
    }
    let shell = Interpreter<Asker.State, Asker.Action>(
      application: application.erased,
      origin: SessionOrigin(),
      console: Console(output: OutputCollector().output, errors: OutputCollector().output),
      settings: ShellSettings()
    )
    let finder = CompletionFinder(
      table: application.erased.table,
      sources: CompletionSources(completions: shell.completions(of:))
    )
    let offered = finder.completions(of: "press ", in: shell.session.state)
    #expect(offered.map(\.text) == ["0", "1", "2", "Delete", "Keep", "Not sure"])
    #expect(offered.first?.summary == "Delete (destructive)")
    #expect(finder.completions(of: "press K", in: shell.session.state).map(\.text) == ["Keep"])
  }
}
