import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

@DependencyClient
struct SpeechClient: Sendable {
  enum Heard: Equatable, Sendable { case partial(String), final(String) }

  var start: @Sendable (_ language: String) -> AsyncThrowingStream<SpeechClient.Heard, any Error> = { _ in
    AsyncThrowingStream { $0.finish() }
  }
  var levels: @Sendable () async -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
}

extension SpeechClient: DependencyKey {
  static let liveValue = SpeechClient()
}

/// A feature that listens to streams.
@Reducer
struct Dictation {
  @ObservableState
  struct State: Equatable, Sendable {
    var heard: [String] = []
    var level = 0
    var end: String?
  }

  enum Action: Sendable {
    case start, measure, stop
    case heard(SpeechClient.Heard)
    case level(Int)
    case ended(String)
  }

  @Dependency(SpeechClient.self) var speech

  private enum CancelID { case listening }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          for try await heard in speech.start("en") { await send(.heard(heard)) }
          await send(.ended("end"))
        } catch: { error, send in
          await send(.ended("\(error)"))
        }
        .cancellable(id: CancelID.listening)
      case .measure:
        return .run { send in
          for await level in await speech.levels() { await send(.level(level)) }
        }
      case .stop: return .cancel(id: CancelID.listening)
      case .heard(.partial(let text)): state.heard.append(text)
      case .heard(.final(let text)): state.heard = [text]
      case .level(let level): state.level = level
      case .ended(let reason): state.end = reason
      }
      return .none
    }
  }
}

/// Answers that are streams.
struct StreamAnswerTests {
  private var shell: RecordedShell<Dictation.State, Dictation.Action> {
    RecordedShell(
      ShellApplication(name: "dictation", initialState: Dictation.State()) { Dictation() }
    )
  }

  @Test(arguments: [
    (#"[.partial("a"), after 1s .final("ab")]"#, ["[\"a\"]", "[\"ab\"]", "\"end\""], "1s"),
    (#"[after 500ms .partial("a"),after 1s .partial("b")]"#, ["[]", "[\"a\", \"b\"]", "\"end\""], "1.5s"),
    (#"[.partial("a"), after 2s .failure("lost")]"#, ["[\"a\"]", "[\"a\"]", "\"lost\""], "2s"),
    ("[]", ["[]", "[]", "\"end\""], "0s"),
  ])
  func elementsComeAtTheirTimes(answer: String, printed: [String], end: String) {
    let shell = shell
    shell.run(
      #"stub \.start \#(answer)"#,
      ".start",
      "print heard",
      "run",
      "print heard",
      "print end!",
      "verify",
      "expect now == \(end) && effects.isEmpty"
    )
    #expect(
      shell.out.text.hasPrefix(printed.joined(separator: "\n") + "\n"),
      "\(shell.out.text)\(shell.err.text)"
    )
    #expect(shell.err.text.isEmpty, "\(shell.err.text)")
    #expect(shell.record.first == #"stub \.SpeechClient.start \#(answer)"#)
    let other = self.shell
    other.run(shell.record.joined(separator: "\n"))
    #expect(other.everything == shell.everything)
  }

  @Test func travelGoesBackIntoAStream() {
    let shell = shell
    shell.run(
      #"stub \.start [.partial("a"), after 1s .partial("b"), after 1s .final("c")]"#,
      ".start",
      "advance 1s",
      "advance 1s",
      "undo",
      "print heard",
      "advance 500ms",
      "advance 500ms",
      "print heard"
    )
    #expect(shell.out.text == "[\"a\", \"b\"]\n[\"c\"]\n", "\(shell.out.text)\(shell.err.text)")
  }

  @Test(arguments: [#"[.partial("a"), never]"#, "never"])
  func aStreamMayStayOpen(answer: String) {
    let shell = shell
    shell.run(
      #"stub \.start \#(answer)"#,
      ".start",
      "run",
      "expect effects.count == 1",
      ".stop",
      "expect effects.isEmpty",
      "expect end == nil"
    )
    #expect(!shell.err.text.contains("error"), "\(shell.err.text)")
  }

  @Test func runIsNoRemedyForAStreamThatStaysOpen() {
    let shell = shell
    shell.run("set exhaustive on", #"stub \.start [never]"#, ".start", "begin")
    let found = shell.err.text
    #expect(found.contains("was still in flight") && !found.contains("'run' waits"), "\(found)")
  }

  @Test func eachCallHasAStreamOfItsOwn() {
    let shell = shell
    shell.run(
      #"stub \.levels [1, after 1s 2] then [3]"#,
      ".measure",
      "print level",
      ".measure",
      "print level",
      "run"
    )
    shell.run("print level")
    #expect(shell.out.text == "1\n3\n2\n", "\(shell.out.text)\(shell.err.text)")
  }

  @Test(arguments: [
    (#"stub \.start .partial("a")"#, "the answer of 'SpeechClient.start' is a stream"),
    (#"stub \.start [.parial("a")]"#, "did you mean '.partial'?"),
    (#"stub \.start [after 1 .final("a")]"#, "expected Duration"),
    (#"stub \.start [after 1s]"#, "expected a value"),
    (#"stub \.levels [1, "a"]"#, "an answer of 'SpeechClient.levels' is a value of Int"),
    (#"stub \.levels [1, .failure("lost")]"#, "the stream of 'SpeechClient.levels' cannot fail"),
    (#"stub \.start [never, .final("a")]"#, "unreachable element"),
    (#"stub \.start [.failure("a"), after 1s .failure("b")]"#, "unreachable element"),
    ("print [after 1s 2]", "unknown function 'after'"),
  ])
  func aWrongStreamIsAnError(line: String, message: String) {
    let shell = shell
    shell.run(line)
    #expect(shell.err.text.contains(message), "\(shell.err.text)")
  }
}
