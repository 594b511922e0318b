import Core
import ShellKit

struct NoteClient: DependencyKey {
  var save: @Sendable (String) async throws -> Void
  static let liveValue = NoteClient { _ in }
}

struct Note: Reducer {
  struct State: Equatable, Sendable { var text = "", isSaved = false, hasFailed = false }
  enum Action: Sendable { case typed(String), saveButtonTapped, saved, failed }

  @Dependency(NoteClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text): state.text = text
    case .saved: state.isSaved = true
    case .failed: state.hasFailed = true
    case .saveButtonTapped:
      return .run { [text = state.text] send in
        try await client.save(text)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    }
    return .none
  }
}

extension ShellApplication<Note.State, Note.Action> {
  static var note: Self {
    ShellApplication(name: "note") { seed, epoch in
      Session(initialState: Note.State(), seed: seed, epoch: epoch) {
        Note()
      } withDependencies: {
        // Saving takes a second of virtual time, and fails for the text "offline".
        $0[NoteClient.self] = NoteClient { text in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          if text == "offline" { throw CommandFailure("the server cannot be reached") }
        }
      }
    }
  }
}
