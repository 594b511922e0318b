import Core
import Testing

private enum BaseKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

/// A dependency whose default is made of another dependency.
private enum DerivedKey: DependencyKey {
  static var liveValue: String { "live value of " + base }
  static var testValue: String { "test value of " + base }
  private static var base: String { Dependency(\.base).wrappedValue }
}

private enum DerivedClientKey: DependencyKey {
  static var liveValue: DerivedClient { DerivedClient(prefix: "live ") }
  static var testValue: DerivedClient { DerivedClient(prefix: "test ") }
}

/// Reads another dependency where it was made, not where it is used.
private struct DerivedClient: Sendable {
  var prefix: String
  @Dependency(\.base) private var base

  init(prefix: String) { self.prefix = prefix }

  func text() -> String { prefix + base }
}

extension DependencyValues {
  fileprivate var base: String {
    get { self[BaseKey.self] }
    set { self[BaseKey.self] = newValue }
  }
  fileprivate var derived: String {
    get { self[DerivedKey.self] }
    set { self[DerivedKey.self] = newValue }
  }
  /// Not stored: computed from another at each use.
  fileprivate var computed: String { "computed from " + Dependency(\.base).wrappedValue }
  fileprivate var client: DerivedClient {
    get { self[DerivedClientKey.self] }
    set { self[DerivedClientKey.self] = newValue }
  }
}

struct DerivedDependencyTests {
  private final class Model {
    @Dependency(\.derived) var derived
    @Dependency(DerivedKey.self) var derivedByKey
    @Dependency(\.computed) var computed
    @Dependency(\.client) var client
  }

  @Test(arguments: [(DependencyContext.test, "test"), (.live, "live")])
  func aDefaultIsMadeOfWhatItsOwnerWasGiven(_ context: DependencyContext, _ name: String) {
    let model = withDependencies {
      $0.context = context
      $0.base = "the owner's"
    } operation: {
      Model()
    }
    #expect(model.derived == "\(name) value of the owner's")
    #expect(model.derivedByKey == "\(name) value of the owner's")
    #expect(model.client.text() == "\(name) the owner's")
    #expect(model.computed == "computed from the owner's")
  }

  @Test func aPartOfADefaultIsSetWithWhatWasSetBefore() {
    withDependencies {
      $0.base = "set before"
      $0.client.prefix = "changed "
    } operation: {
      @Dependency(\.client) var client
      #expect(client.text() == "changed set before")
    }
  }

  @Test func aTestStoreMakesDefaultsOfWhatItWasGiven() async {
    let store = TestStore(initialState: "") {
      Reduce<String, Bool> { state, _ in
        @Dependency(\.derived) var derived
        state = derived
        return .none
      }
    } withDependencies: {
      $0.base = "the store's"
    }
    await store.send(true) { $0 = "test value of the store's" }
    #expect(store.dependencies.derived == "test value of the store's")
  }
}
