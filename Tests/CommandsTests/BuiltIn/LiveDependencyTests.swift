import Core
import Testing

@testable import ShellKit

/// A dependency without a preview value has its live value in a session, which the session says.
struct LiveDependencyTests {
  private func shell(setting client: NoteClient? = nil) -> RecordedShell<Note.State, Note.Action> {
    RecordedShell(
      ShellApplication(name: "note") { seed, epoch in
        Session(initialState: Note.State(), seed: seed, epoch: epoch) {
          Note()
        } withDependencies: {
          if let client { $0[NoteClient.self] = client }
        }
      }
    )
  }

  private let warning =
    "warning: the session uses the live value of NoteClient.self, and cannot rewind what that does"

  @Test func aLiveValueIsNamedOnce() {
    let shell = shell()
    shell.run(".typed(\"a\")")
    #expect(shell.err.text == "")
    shell.run(".saveButtonTapped", ".saveButtonTapped", "undo", "redo")
    #expect(shell.err.text.components(separatedBy: warning).count == 2, "\(shell.err.text)")
  }

  @Test func aValueThatTheProgramSetsIsNotLive() {
    let shell = shell(setting: NoteClient { _ in })
    shell.run(".saveButtonTapped", "explore --depth 2 --runs 50")
    #expect(!shell.err.text.contains("live"), "\(shell.err.text)")
  }

  @Test func exploringRefusesLiveValuesUnlessAllowed() {
    let shell = shell()
    shell.run("explore --depth 2 --runs 50")
    #expect(
      shell.err.text.contains("error: the feature uses the live value of NoteClient.self"),
      "\(shell.err.text)"
    )
    #expect(shell.err.text.contains("or allow live values with --live"))
    let position = shell.err.text.count
    shell.run("explore --live --depth 2 --runs 50")
    #expect(!shell.err.text.dropFirst(position).contains("error: the feature uses"), "\(shell.err.text)")
  }
}
