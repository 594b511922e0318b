import ArgumentParser
import Core
import TodoShellSystem
import ShellKit

/// A diary, as an application and as the shell that opens what the application recorded.
@Reducer
struct Diary {
  @ObservableState
  struct State: Equatable, Sendable {
    var entries: IdentifiedArrayOf<Entry> = []
    var saved = 0
    var luck: Int?
    var problem: String?
  }

  struct Entry: Equatable, Identifiable, Sendable {
    let id: UUID
    var text: String
    var written: Date
  }

  enum Action {
    case write(String)
    case saved(Int)
    case remove(UUID)
    case roll
    case fail
    case failed(any Error)
  }

  struct Full: Error {}

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text):
        state.entries.append(Entry(id: uuid(), text: text, written: now))
        return .run { [count = state.entries.count] send in
          try await clock.sleep(for: .milliseconds(5))
          // The recording does not contain what an effect draws.
          _ = uuid()
          await send(.saved(count))
        }
      case .saved(let count): state.saved = count
      case .remove(let id): state.entries.remove(id: id)
      case .roll: state.luck = withRandomNumberGenerator { Int.random(in: 1...1_000_000, using: &$0) }
      case .fail: return .run { send in await send(.failed(Full())) }
      case .failed(let error): state.problem = "\(error)"
      }
      return .none
    }
  }
}

/// The application: a store that does what it reads, and prints its state after each line.
@MainActor
func runDiary(recordingTo path: String) async {
  let store = Store(initialState: Diary.State()) { Diary() }
    .recording(to: path, for: "diary")
  while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case "write": await store.send(.write(words.dropFirst().joined())).finish()
    case "remove": if let entry = store.entries.first { store.send(.remove(entry.id)) }
    case "roll": store.send(.roll)
    case "fail": await store.send(.fail).finish()
    default: break
    }
    print(ActionSyntax.text(store.state))
    fflush(nil)
  }
}

struct DiaryShell: ShellProgram {
  static let configuration = CommandConfiguration(commandName: "diary")
  @OptionGroup var options: ShellOptions

  func run() throws {
    try options.run(
      ShellApplication(name: "diary", vocabulary: Self.vocabulary) {
        Session(initialState: Diary.State(), seed: $0, epoch: $1) { Diary() }
      }
    )
  }

  static var vocabulary: Vocabulary<Diary.State, Diary.Action> {
    Vocabulary("Diary") {
      Command("text", summary: "Print the state as the application does") { shell in
        shell.print(ActionSyntax.text(shell.session.state))
      }
    }
  }
}

@main enum Program {
  static func main() async {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "live" {
      await runDiary(recordingTo: arguments[2])
    } else {
      DiaryShell.main()
    }
  }
}
