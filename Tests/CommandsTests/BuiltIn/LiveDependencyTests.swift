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

  @Test func aStructureWithoutTheMacroIsListedWithTheReason() {
    let shell = shell()
    shell.run("stub", "stub \\.NoteClient 1")
    #expect(
      shell.out.text.contains("live, cannot be stubbed: a structure without '@DependencyClient'\n"),
      "\(shell.out.text)"
    )
    #expect(
      shell.err.text.contains("'\\.NoteClient' cannot be stubbed: it is a structure without"),
      "\(shell.err.text)"
    )
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

  @Test func aScriptUsesNoLiveValueUnlessAllowed() {
    let calls = LockIsolated(0)
    func run(_ line: String, isLive: Bool = false) -> String {
      let (out, err) = (OutputCollector(), OutputCollector())
      var configuration = ShellConfiguration()
      configuration.commands = [line]
      configuration.usesLiveValues = isLive
      let application = ShellApplication(name: "letter") { seed, epoch in
        Session(initialState: Letter.State(), seed: seed, epoch: epoch) {
          Letter(declares: false)
        } withDependencies: {
          $0[CallCount.self] = CallCount { calls.withValue { $0 += 1 } }
        }
      }
      _ = application.run(configuration, console: Console(output: out.output, errors: err.output))
      return err.text
    }
    for line in [".post", "repeat 2 .post", "begin\n.post"] {
      let errors = run(line)
      #expect(
        errors.contains(
          "error: the feature uses the live value of CheckedPostbox.self, which a script may not"
        ),
        "\(errors)"
      )
    }
    #expect(calls.value == 0)
    #expect(run(".post", isLive: true).contains("warning: the session uses the live value"))
    #expect(calls.value == 1)
    #expect(!run("explore --live --depth 1 --runs 5").contains("error: the feature uses"))
  }

  @Test func exploringUsesNoLiveValueBeforeItRefusesThem() {
    let calls = LockIsolated(0)
    // A property is known before anything runs; what a closure reads gets its test value, which fails.
    for declares in [true, false] {
      let shell = RecordedShell(
        ShellApplication(name: "letter") { seed, epoch in
          Session(initialState: Letter.State(), seed: seed, epoch: epoch) {
            Letter(declares: declares)
          } withDependencies: {
            $0[CallCount.self] = CallCount { calls.withValue { $0 += 1 } }
          }
        }
      )
      shell.run("explore --depth 2 --runs 50")
      let name = declares ? "Postbox.self" : "CheckedPostbox.self"
      #expect(
        shell.err.text.contains("error: the feature uses the live value of \(name)"),
        "\(shell.err.text)"
      )
      #expect(calls.value == 0)
      #expect(!shell.err.text.contains("warning"), "\(shell.err.text)")
    }
  }
}

/// What the live values below do.
private struct CallCount: DependencyKey {
  var note: @Sendable () -> Void
  static let liveValue = CallCount {}
  static let previewValue = CallCount {}
}

/// A dependency that has only a live value.
private struct Postbox: DependencyKey {
  static let liveValue = Postbox()
  func post() {
    @Dependency(CallCount.self) var calls
    calls.note()
  }
}

/// A dependency with a test value that does nothing.
private struct CheckedPostbox: DependencyKey {
  var isLive = true
  static let liveValue = CheckedPostbox()
  static let testValue = CheckedPostbox(isLive: false)
  func post() {
    if isLive { Postbox.liveValue.post() }
  }
}

private struct Letter: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case post }

  let declares: Bool

  var body: some Reducer<State, Action> {
    if declares { Declaring() } else { Reading() }
  }

  struct Declaring: Reducer {
    @Dependency(Postbox.self) var postbox

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      postbox.post()
      return .none
    }
  }

  struct Reading: Reducer {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      @Dependency(CheckedPostbox.self) var postbox
      state.count += 1
      postbox.post()
      return .none
    }
  }
}
