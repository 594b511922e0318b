import Core
import TodoShellCommands

/// A second front end, which has nothing of the shell's text: a board that shows a counter's list of notes, what is in
/// flight and the clock, after each command that it reads from standard input.
@main
struct Board {
  static func main() {
    let interpreter = Interpreter(
      ShellApplication(name: "board", vocabulary: .notes) { seed, epoch in
        Session(initialState: Notes.State(), seed: seed, epoch: epoch) { Notes() }
      }
    )
    var alarms: [String] = []
    let observation = interpreter.observe { event in
      if let problem = event as? Diagnosed { alarms.append(problem.message) }
      if let stop = event as? Stopped { alarms.append("stopped at \(stop.condition)") }
    }
    defer { observation.cancel() }
    while interpreter.exitStatus == nil, let line = readLine() {
      alarms = []
      let result = interpreter.execute(line)
      draw(interpreter, line, result, alarms)
    }
  }

  private static func draw(
    _ interpreter: Interpreter<Notes.State, Notes.Action>,
    _ line: String,
    _ result: CommandResult,
    _ alarms: [String]
  ) {
    let session = interpreter.session
    print("== \(line) == \(result.moments.count) new, \(session.now) on the clock")
    for (index, note) in session.state.notes.enumerated() { print("[\(index)] \(note)") }
    for effect in EffectsAnswer(session.effects, now: session.now).effects {
      print("~ \(effect.name ?? "effect") until \(effect.deadline.map { "\($0)" } ?? "?")")
    }
    for case let value as ValueAnswer in result.answers { print("= \(value.value().text)") }
    for alarm in alarms { print("! \(alarm)") }
  }
}

@Reducer
struct Notes {
  @ObservableState
  struct State: Equatable {
    var notes: [String] = []
  }

  enum Action {
    case add(String)
    case remind(String)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let note):
        state.notes.append(note)
        return .none
      case .remind(let note):
        return .run(name: "reminder") { send in
          try await clock.sleep(for: .seconds(5))
          await send(.add(note))
        }
      }
    }
  }
}

extension Vocabulary<Notes.State, Notes.Action> {
  static var notes: Self {
    Vocabulary("Notes") {
      Command("add", Argument.text("NOTE"), summary: "Add a note") { $0.send(.add($1)) }
      Command("remind", Argument.text("NOTE"), summary: "Add a note in five seconds") { $0.send(.remind($1)) }
    }
  }
}
