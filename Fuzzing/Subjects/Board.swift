import Core
import ShellKit

/// A feature whose commands take little time and touch nothing, whatever their arguments.
struct Board: Reducer {
  struct State: Equatable, Sendable {
    var notes: [String] = []
    var picked: [Int] = []
    var ticks = 0
  }

  enum Action: Sendable {
    case note(String)
    case picked([Int])
    case tick
    case later(Duration)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .note(let text): state.notes.append(text)
    case .picked(let indices): state.picked = indices
    case .tick: state.ticks += 1
    case .later(let delay):
      return .run { send in
        try await clock.sleep(for: delay)
        await send(.tick)
      }
    }
    return .none
  }
}

extension Board {
  static var application: ShellApplication<State, Action> {
    ShellApplication(name: "fuzz", vocabulary: vocabulary) { seed, epoch in
      Session(initialState: State(), seed: seed, epoch: epoch) { Board() }
    }
  }

  /// What a session file begins with.
  static let sessionHead = "# fuzz session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\n"

  private static var vocabulary: Vocabulary<State, Action> {
    Vocabulary("Board") {
      Command("add", Argument.text("TEXT"), summary: "Add a note") { turn, text in turn.send(.note(text)) }
      Command("pick", Argument.selection("SET"), summary: "Pick notes") { turn, selection in
        let indices = try selection.indices(count: turn.state.notes.count, noun: "note")
        turn.send(.picked(indices))
      }
      Command("tick", Argument.duration("DURATION"), summary: "Tick later") { turn, delay in
        turn.send(.later(delay))
      }
      Command("list", summary: "Show the notes") { shell in
        for note in shell.session.state.notes { shell.print(note) }
      }
    }
  }
}

extension Board {
  /// Runs commands in a shell.
  ///
  /// - Returns: The exit code.
  static func run(
    _ commands: [String],
    _ configure: (inout ShellConfiguration) -> Void
  ) throws(Finding) -> Int32 {
    var configuration = ShellConfiguration()
    configuration.commands = commands
    configure(&configuration)
    var printed = ""
    let output = Output { bytes in
      printed += String(decoding: bytes, as: UTF8.self)
      return nil
    }
    let status = application.run(configuration, console: Console(output: output, errors: output))
    try requirePlain(printed)
    return status
  }
}
