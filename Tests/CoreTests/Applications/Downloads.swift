import Core
import CoreTestSupport
import Foundation
import Testing
import XCTest

// A library of cities' maps: each row downloads with progress from a throwing stream, and what is downloaded
// is kept in a file.

private struct CityMap: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var url: URL { URL(string: "https://maps.example.com/\(id).zip")! }
}

extension SharedReaderKey where Self == FileStorageKey<Set<Int>>.Default {
  fileprivate static var downloadedMaps: Self {
    Self[.fileStorage(.cachesDirectory.appending(component: "maps.json")), default: []]
  }
}

@DependencyClient
private struct DownloadClient: Sendable {
  var download: @Sendable (_ url: URL) -> AsyncThrowingStream<Event, any Error> = { _ in .finished() }

  @CasePathable
  enum Event: Equatable, Sendable {
    case response(Data)
    case updateProgress(Double)
  }
}

extension DownloadClient: TestDependencyKey {
  static let testValue = DownloadClient()
}

extension DependencyValues {
  fileprivate var downloadClient: DownloadClient {
    get { self[DownloadClient.self] }
    set { self[DownloadClient.self] = newValue }
  }
}

@CasePathable
@dynamicMemberLookup
private enum DownloadMode: Equatable {
  case downloaded
  case downloading(progress: Double)
  case notDownloaded
  case startingToDownload
}

/// What any row that downloads something embeds.
@Reducer
private struct DownloadComponent {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    let id: Int
    var mode: DownloadMode
    let url: URL
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case buttonTapped
    case downloadClient(Result<DownloadClient.Event, any Error>)

    @CasePathable
    enum Alert {
      case deleteButtonTapped
      case stopButtonTapped
    }
  }

  private struct CancelID: Hashable { let id: Int }

  @Dependency(\.downloadClient) var downloadClient

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.deleteButtonTapped)):
        state.mode = .notDownloaded
        return .none
      case .alert(.presented(.stopButtonTapped)):
        state.mode = .notDownloaded
        return .cancel(id: CancelID(id: state.id))
      case .alert:
        return .none
      case .buttonTapped:
        switch state.mode {
        case .downloaded:
          state.alert = .delete
          return .none
        case .downloading, .startingToDownload:
          state.alert = .stop
          return .none
        case .notDownloaded:
          state.mode = .startingToDownload
          return .run { [url = state.url] send in
            for try await event in downloadClient.download(url: url) {
              await send(.downloadClient(.success(event)), animation: .default)
            }
          } catch: { error, send in
            await send(.downloadClient(.failure(error)), animation: .default)
          }
          .cancellable(id: CancelID(id: state.id))
        }
      case .downloadClient(.success(.response)):
        state.mode = .downloaded
        state.alert = nil
        return .none
      case let .downloadClient(.success(.updateProgress(progress))):
        state.mode = .downloading(progress: progress)
        return .none
      case .downloadClient(.failure):
        state.mode = .notDownloaded
        state.alert = nil
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == DownloadComponent.Action.Alert {
  fileprivate static let delete = Self {
    TextState("Delete the map?")
  } actions: {
    ButtonState(role: .destructive, action: .deleteButtonTapped) { TextState("Delete") }
  }
  fileprivate static let stop = Self {
    TextState("Stop the download?")
  } actions: {
    ButtonState(role: .destructive, action: .send(.stopButtonTapped, animation: .default)) {
      TextState("Stop")
    }
    ButtonState(role: .cancel) { TextState("Continue") }
  }
}

@Reducer
private struct MapRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    var download: DownloadComponent.State
    let map: CityMap
    var id: Int { map.id }

    init(map: CityMap, mode: DownloadMode = .notDownloaded) {
      self.map = map
      download = DownloadComponent.State(id: map.id, mode: mode, url: map.url)
    }
  }

  enum Action {
    case download(DownloadComponent.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.download, action: \.download) {
      DownloadComponent()
    }
  }
}

@Reducer
private struct MapLibrary {
  @ObservableState
  struct State: Equatable {
    @Shared(.downloadedMaps) var downloaded
    var rows: IdentifiedArrayOf<MapRow.State>

    init(maps: [CityMap]) {
      @Shared(.downloadedMaps) var downloaded
      rows = IdentifiedArray(
        uniqueElements: maps.map {
          MapRow.State(map: $0, mode: downloaded.contains($0.id) ? .downloaded : .notDownloaded)
        }
      )
    }
  }

  enum Action {
    case rowRemoved(id: Int)
    case rows(IdentifiedActionOf<MapRow>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .rowRemoved(id):
        state.rows.remove(id: id)
        return .none
      case let .rows(.element(id: id, action: .download(.downloadClient(.success(.response))))):
        state.$downloaded.withLock { _ = $0.insert(id) }
        return .none
      case let .rows(.element(id: id, action: .download(.alert(.presented(.deleteButtonTapped))))):
        state.$downloaded.withLock { _ = $0.remove(id) }
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      MapRow()
    }
  }
}

extension CityMap {
  fileprivate static let paris = CityMap(id: 1, title: "Paris")
  fileprivate static let rome = CityMap(id: 2, title: "Rome")
}

@MainActor
struct DownloadsTests {
  private let download = AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream()

  @Test func aDownloadShowsItsProgressAndIsKept() async {
    @Shared(.downloadedMaps) var downloaded
    let store = TestStore(initialState: MapLibrary.State(maps: [.paris, .rome])) {
      MapLibrary()
    } withDependencies: {
      $0.downloadClient.download = { [stream = download.stream] url in
        #expect(url.lastPathComponent == "1.zip")
        return stream
      }
    }

    await store.send(\.rows[id: 1].download.buttonTapped) {
      $0.rows[id: 1]?.download.mode = .startingToDownload
    }
    download.continuation.yield(.updateProgress(0.2))
    await store.receive(\.rows[id: 1].download.downloadClient.success.updateProgress) {
      $0.rows[id: 1]?.download.mode = .downloading(progress: 0.2)
    }
    download.continuation.yield(.updateProgress(0.9))
    await store.receive(\.rows[id: 1].download.downloadClient.success.updateProgress, 0.9) {
      $0.rows[id: 1]?.download.mode = .downloading(progress: 0.9)
    }
    download.continuation.yield(.response(Data()))
    download.continuation.finish()
    await store.receive(\.rows[id: 1].download.downloadClient.success.response) {
      $0.rows[id: 1]?.download.mode = .downloaded
      $0.$downloaded.withLock { $0 = [1] }
    }
    #expect(downloaded == [1])
  }

  @Test func aKeptMapIsDownloadedAtLaunchAndMayBeDeleted() async {
    @Shared(.downloadedMaps) var downloaded = [1, 2]
    let store = TestStore(initialState: MapLibrary.State(maps: [.paris, .rome])) {
      MapLibrary()
    }
    #expect(store.state.rows.allSatisfy { $0.download.mode == .downloaded })

    await store.send(\.rows[id: 2].download.buttonTapped) {
      $0.rows[id: 2]?.download.alert = .delete
    }
    await store.send(\.rows[id: 2].download.alert.deleteButtonTapped) {
      $0.rows[id: 2]?.download.alert = nil
      $0.rows[id: 2]?.download.mode = .notDownloaded
      $0.$downloaded.withLock { $0 = [1] }
    }
    expectNoDifference(downloaded, [1])
  }

  @Test func aStoppedDownloadEndsItsStream() async {
    let isStopped = LockIsolated(false)
    download.continuation.onTermination = { _ in isStopped.setValue(true) }
    let store = TestStore(
      initialState: DownloadComponent.State(id: 1, mode: .notDownloaded, url: CityMap.paris.url)
    ) {
      DownloadComponent()
    } withDependencies: {
      $0.downloadClient.download = { [stream = download.stream] _ in stream }
    }

    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    download.continuation.yield(.updateProgress(0.5))
    await store.receive(\.downloadClient.success.updateProgress) { $0.mode = .downloading(progress: 0.5) }
    await store.send(.buttonTapped) { $0.alert = .stop }
    await store.send(\.alert.stopButtonTapped) {
      $0.alert = nil
      $0.mode = .notDownloaded
    }
    await store.finish()
    #expect(isStopped.value)
  }

  @Test func aDownloadThatEndsDismissesItsQuestion() async {
    let store = TestStore(
      initialState: DownloadComponent.State(id: 1, mode: .notDownloaded, url: CityMap.paris.url)
    ) {
      DownloadComponent()
    } withDependencies: {
      $0.downloadClient.download = { [stream = download.stream] _ in stream }
    }
    let task = await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    await store.send(.buttonTapped) { $0.alert = .stop }
    download.continuation.yield(.response(Data([1])))
    await store.receive(\.downloadClient.success.response, Data([1])) {
      $0.alert = nil
      $0.mode = .downloaded
    }
    download.continuation.finish()
    await task.finish()
  }

  @Test func rowsDownloadAtTheSameTime() async {
    let streams = [
      1: AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream(),
      2: AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream(),
    ]
    let store = TestStore(initialState: MapLibrary.State(maps: [.paris, .rome])) {
      MapLibrary()
    } withDependencies: {
      $0.downloadClient.download = { url in
        streams[Int(url.deletingPathExtension().lastPathComponent) ?? 0]?.stream ?? .finished()
      }
    }
    store.exhaustivity = .off

    await store.send(\.rows[id: 1].download.buttonTapped)
    await store.send(\.rows[id: 2].download.buttonTapped)
    streams[2]?.continuation.yield(.updateProgress(0.5))
    await store.receive(\.rows[id: 2].download.downloadClient.success) {
      $0.rows[id: 2]?.download.mode = .downloading(progress: 0.5)
    }
    streams[1]?.continuation.yield(.response(Data()))
    await store.receive(\.rows[id: 1].download.downloadClient.success.response)
    streams[1]?.continuation.finish()
    await store.send(.rowRemoved(id: 2))
    await store.finish()
    #expect(store.state.rows.map(\.download.mode) == [.downloaded])
    #expect(store.state.downloaded == [1])
  }
}

@MainActor
final class DownloadsXCTests: XCTestCase {
  @MainActor
  func testAFailedDownloadStartsAgain() async {
    struct Lost: Error {}
    let attempts = LockIsolated(0)
    let store = TestStore(
      initialState: DownloadComponent.State(id: 1, mode: .notDownloaded, url: CityMap.paris.url)
    ) {
      DownloadComponent()
    } withDependencies: {
      $0.downloadClient.download = { _ in
        attempts.withValue { $0 += 1 }
        return AsyncThrowingStream { continuation in
          guard attempts.value == 1 else {
            continuation.yield(.response(Data()))
            return continuation.finish()
          }
          continuation.yield(.updateProgress(0.1))
          continuation.finish(throwing: Lost())
        }
      }
    }
    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    await store.receive(\.downloadClient.success.updateProgress) { $0.mode = .downloading(progress: 0.1) }
    await store.receive(\.downloadClient.failure) { $0.mode = .notDownloaded }
    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    await store.receive(\.downloadClient.success.response) { $0.mode = .downloaded }
    XCTAssertEqual(attempts.value, 2)
  }

  func testFilesOfEarlierCasesAreNotSeen() async {
    @Shared(.downloadedMaps) var downloaded
    XCTAssertEqual(downloaded, [])
    $downloaded.withLock { $0 = [7] }
    let store = TestStore(initialState: MapLibrary.State(maps: [CityMap(id: 7, title: "Oslo")])) {
      MapLibrary()
    }
    XCTAssertEqual(store.state.rows[id: 7]?.download.mode, .downloaded)
  }

  func testFilesOfEarlierCasesAreNotSeenEither() async {
    @Shared(.downloadedMaps) var downloaded
    XCTAssertEqual(downloaded, [])
    $downloaded.withLock { $0 = [8] }
    let store = TestStore(initialState: MapLibrary.State(maps: [CityMap(id: 7, title: "Oslo")])) {
      MapLibrary()
    }
    XCTAssertEqual(store.state.rows[id: 7]?.download.mode, .notDownloaded)
  }
}
