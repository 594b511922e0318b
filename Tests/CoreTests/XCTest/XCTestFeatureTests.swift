import Core
import XCTest

@testable import TestSupport

/// A feature with what features have: dependencies of several kinds, an effect that is cancelled, one that waits.
@Reducer
private struct Notes {
  @ObservableState
  struct State: Equatable {
    var notes: IdentifiedArrayOf<Note> = []
    var isSaving = false
    var error: String?
  }

  struct Note: Equatable, Identifiable, Sendable {
    let id: UUID
    var text: String
    var date: Date
  }

  enum Action {
    case addButtonTapped(String)
    case saveButtonTapped
    case cancelButtonTapped
    case saved(Result<Int, any Error>)
  }

  @Dependency(NotesClient.self) var client
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.fireAndForget) var fireAndForget
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let text):
        state.notes.append(Note(id: uuid(), text: text, date: now))
        return .run { _ in await fireAndForget { try await client.track("added") } }
      case .saveButtonTapped:
        state.isSaving = true
        return .run { [texts = state.notes.map(\.text)] send in
          try await clock.sleep(for: .seconds(1))
          await send(.saved(Result { try await client.save(texts: texts) }))
        }
        .cancellable(id: "save")
      case .cancelButtonTapped:
        state.isSaving = false
        return .cancel(id: "save")
      case .saved(.success):
        state.isSaving = false
        return .none
      case .saved(.failure(let error)):
        state.isSaving = false
        state.error = "\(error)"
        return .none
      }
    }
  }
}

@DependencyClient
private struct NotesClient: TestDependencyKey, Sendable {
  var save: @Sendable (_ texts: [String]) async throws -> Int
  var track: @Sendable (_ event: String) async throws -> Void
  static var testValue: NotesClient { NotesClient() }
}

/// How a suite of XCTest cases uses a test store: dependencies for all of its tests, and what each sets up and tears down.
@MainActor
final class XCTestFeatureTests: XCTestCase {
  private let clock = TestClock()
  private let events = LockIsolated<[String]>([])
  private var store: TestStoreOf<Notes>!

  override func invokeTest() {
    withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 7))
    } operation: {
      super.invokeTest()
    }
  }

  override func setUp() async throws {
    store = TestStore(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NotesClient.self].track = { [events] event in events.withValue { $0.append(event) } }
    }
  }

  override func tearDown() async throws {
    await store.finish()
    store = nil
  }

  func testNotesAreAddedWithTheDependenciesOfTheSuite() async {
    await store.send(.addButtonTapped("Milk")) {
      $0.notes = [Notes.Note(id: UUID(0), text: "Milk", date: Date(timeIntervalSince1970: 7))]
    }
    await store.send(.addButtonTapped("Eggs")) {
      $0.notes.append(Notes.Note(id: UUID(1), text: "Eggs", date: Date(timeIntervalSince1970: 7)))
    }
    XCTAssertEqual(events.value, ["added", "added"])
  }

  func testNotesAreSaved() async {
    store.dependencies[NotesClient.self].save = { texts in texts.count }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.saved.success, 0) { $0.isSaving = false }
  }

  func testSavingIsCancelled() async {
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.send(.cancelButtonTapped) { $0.isSaving = false }
  }

  func testAnEndpointThatIsNotSetIsReported() async {
    let messages = await issues {
      await store.send(.saveButtonTapped) { $0.isSaving = true }
      await clock.advance(by: .seconds(1))
      await store.receive(\.saved.failure) {
        $0.isSaving = false
        $0.error = "Unimplemented: 'NotesClient.save'"
      }
    }
    XCTAssertEqual(messages, ["Unimplemented: 'NotesClient.save'"])
  }

  func testADependencyIsSetForAPartOfATest() async {
    await withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 9)
    } operation: {
      _ = await store.send(.addButtonTapped("Tea")) {
        $0.notes = [Notes.Note(id: UUID(0), text: "Tea", date: Date(timeIntervalSince1970: 9))]
      }
    }
  }

  func testDifferencesAreExpected() async {
    var notes = [Notes.Note(id: UUID(0), text: "Milk", date: Date(timeIntervalSince1970: 0))]
    expectNoDifference(notes.map(\.text), ["Milk"])
    await expectDifference(notes) {
      notes[0].text = "Eggs"
    } changes: {
      $0[0].text = "Eggs"
    }
    let messages = await issues { expectNoDifference(notes[0].text, "Milk") }
    XCTAssertEqual(messages.count, 1)
  }

  func testAFailureIsAFailureOfXCTest() async {
    // The default reporter is the one that fails the test.
    XCTAssertEqual(IssueReporters.current.count, 1)
    XCTAssertEqual(TestContext.current.map { "\($0)" }, "xcTest")
  }
}
