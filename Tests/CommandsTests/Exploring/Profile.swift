import Core
import TodoShellValues

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A profile that loads its user and its posts at once; if the posts come first, they have no author.
struct Profile: Reducer {
  struct State: Equatable, Sendable {
    var user: String?
    var authors: [String] = []
    var tags: [String] = []
  }

  enum Action: Equatable, Sendable { case open, user, posts, tag(String) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open:
        return .merge(
          [Action.user, .posts].map { answer in
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(answer)
            }
          }
        )
      case .user: state.user = "Ann"
      case .posts: state.authors = [isFixed ? "Ann" : state.user ?? ""]
      case .tag(let tag): if !state.tags.contains(tag) { state.tags.append(tag) }
      }
      return .none
    }
  }
}

extension Profile.State: ExpressionMembers {
  static var expressionMemberNames: [String] { ["reversedTags"] }

  func expressionMember(_ name: String) -> Any? { name == "reversedTags" ? Array(tags.reversed()) : nil }
}

/// Runs scripts in the shell of a profile.
struct ProfileShell {
  var isFixed = false

  func run(_ script: String) -> (status: Int32, output: String, errors: String) {
    let (out, err) = (OutputCollector(), OutputCollector())
    var configuration = ShellConfiguration()
    configuration.commands = [script]
    configuration.isQuiet = true
    let vocabulary = Vocabulary<Profile.State, Profile.Action>("Profile") {
      Command("open", summary: "Load the profile") { turn in turn.send(.open) }
      Command("tag", Argument.text("TEXT").exploring("a", "b", "c"), summary: "Tag the profile") {
        turn,
        text in
        turn.send(.tag(text))
      }
    }
    let application = ShellApplication(name: "profile", vocabulary: vocabulary) { [isFixed] seed, epoch in
      Session(initialState: Profile.State(), seed: seed, epoch: epoch) { Profile(isFixed: isFixed) }
    }
    let status = application.run(configuration, console: Console(output: out.output, errors: err.output))
    return (status, out.text, err.text)
  }
}
