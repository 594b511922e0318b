import Core
import Foundation
import Testing

struct CachingTests {
  private struct Tally: Reducer {
    struct State: Codable, Equatable {
      var count = 0
      var taps = 0
    }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.count += action
      state.taps += 1
      return .none
    }
  }

  @Test func theStateIsKeptAfterEachActionThatChangesIt() async {
    let cache = MemoryCache()
    let store = TestStore(initialState: Tally.State()) {
      Tally().caching(cache: cache, ignoreCachingDuplicates: { $0.count == $1.count })
    }
    await store.send(1) { $0 = Tally.State(count: 1, taps: 1) }
    #expect(cache.load() == Tally.State(count: 1, taps: 1))
    await store.send(0) { $0.taps = 2 }
    #expect(cache.load() == Tally.State(count: 1, taps: 1))
  }

  @Test func aFileIsReplacedAsAWholeAndReadAgain() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = FileCache(url: folder.appendingPathComponent("tally.json"))
    #expect(cache.load() == Tally.State?.none)
    cache.save(Tally.State(count: 1))
    cache.save(Tally.State(count: 2))
    #expect(cache.load() == Tally.State(count: 2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tally.json"])
  }

  @Test func aBrokenFileIsReportedAndLeftAlone() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{".utf8).write(to: url)
    let reporter = RecordingReporter()
    let state = withIssueReporters([reporter]) { FileCache(url: url).load() as Tally.State? }
    #expect(state == nil)
    #expect(reporter.messages.count == 1)
    #expect(try Data(contentsOf: url) == Data("{".utf8))
  }

  @Test func userDefaultsKeepTheState() {
    let key = "TodoShell-\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: key) }
    UserDefaultsCache(key: key).save(Tally.State(count: 3))
    #expect(UserDefaultsCache(key: key).load() == Tally.State(count: 3))
  }
}
