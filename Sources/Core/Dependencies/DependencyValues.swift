import Synchronization

/// The dependencies that hold at some point of the program: a value, looked up by key.
///
/// A dependency is added by extending this type with a computed property, and is read with ``Dependency``:
///
/// ```swift
/// extension DependencyValues {
///   var apiClient: APIClient {
///     get { self[APIClient.self] }
///     set { self[APIClient.self] = newValue }
///   }
/// }
/// ```
///
/// The values travel with the task, as the environment of a view travels down the view tree.
public struct DependencyValues: Sendable {
  /// Whether a default is made only to have a part of it set: that is not yet a use.
  @TaskLocal static var isDefaultUnused = false

  private var storage = Storage()

  /// All that is set, in one object: the values travel with every task, are captured by every effect and held by every
  /// ``Dependency``, far more often than they are changed.
  private final class Storage: @unchecked Sendable {
    // Unchecked: changed only while there is one reference to it.
    var overrides: [ObjectIdentifier: Override] = [:] { didSet { version = DependencyValues.nextVersion() } }
    var chosenContext: DependencyContext? { didSet { version = DependencyValues.nextVersion() } }
    /// Which of all the values that were ever set these are: a number for each change, 0 while nothing is set.
    private(set) var version = 0
    /// The defaults of a store or a session; without them those of the program, or of the test that runs.
    var ownDefaults: DefaultValues?
    /// Whether a closure or an assignment is setting dependencies. A part of one can be set only by reading the rest of
    /// it, and that is not yet a use.
    var isBeingSet = false

    init() {}

    init(copying other: Storage) {
      overrides = other.overrides
      chosenContext = other.chosenContext
      version = other.version
      ownDefaults = other.ownDefaults
      isBeingSet = other.isBeingSet
    }
  }

  /// Creates values in which every dependency has its default.
  public init() {}

  private mutating func change(_ body: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    body(storage)
  }

  private func changed(_ body: (Storage) -> Void) -> DependencyValues {
    var copy = self
    copy.change(body)
    return copy
  }

  /// The value under a key: what was set, or the key's default for the context.
  ///
  /// - Complexity: O(1).
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = storage.overrides[ObjectIdentifier(key)]?.value {
        return value.unboxed(as: Key.Value.self)
      }
      let defaults = storage.ownDefaults ?? .current
      return storage.isBeingSet
        ? defaults.unusedValue(for: key, in: context) : defaults.value(for: key, in: context)
    }
    set { change { $0.overrides[ObjectIdentifier(key)] = Override(TypedBox(newValue)) } }
  }

  /// These values while something sets them, or when that is done.
  func whileSet(_ isBeingSet: Bool) -> DependencyValues { changed { $0.isBeingSet = isBeingSet } }

  /// A value that was set, and its place among all that are ever set.
  private struct Override: Sendable {
    let value: ErasedBox
    let order: Int

    init(_ value: ErasedBox) {
      self.value = value
      order = DependencyValues.nextVersion()
    }
  }

  private static let versions = Atomic(0)

  private static func nextVersion() -> Int { versions.add(1, ordering: .relaxed).newValue }

  /// Which defaults are used.
  public var context: DependencyContext {
    get { storage.chosenContext ?? .detected }
    set { change { $0.chosenContext = newValue } }
  }

  /// These values, with what was set in `other` taking precedence.
  ///
  /// - Complexity: O(*k*) in the number of values set, O(1) when one side has none or both are the same.
  func merging(_ other: DependencyValues) -> DependencyValues {
    let (inner, outer) = (other.storage, storage)
    guard outer.version != 0 else { return other }
    let lacksDefaults = inner.ownDefaults == nil && outer.ownDefaults != nil
    let isSame = inner.version == outer.version
    let lacksContext = !isSame && inner.chosenContext == nil && outer.chosenContext != nil
    // Mostly the place of use sets again all that was set before.
    let lacksValues = !isSame && !outer.overrides.keys.allSatisfy { inner.overrides[$0] != nil }
    guard lacksDefaults || lacksContext || lacksValues else { return other }
    return other.changed { merged in
      if lacksDefaults { merged.ownDefaults = outer.ownDefaults }
      if lacksContext { merged.chosenContext = outer.chosenContext }
      guard lacksValues else { return }
      merged.overrides =
        inner.overrides.isEmpty
        ? outer.overrides : inner.overrides.merging(outer.overrides) { theirs, _ in theirs }
    }
  }

  /// These values and those in `other`: of each dependency the one that was set later.
  ///
  /// - Complexity: O(*k*) in the number of values set, O(1) when `other` has none.
  func mergingLater(_ other: DependencyValues) -> DependencyValues {
    guard !other.storage.overrides.isEmpty else { return self }
    return changed {
      $0.overrides.merge(other.storage.overrides) { $0.order > $1.order ? $0 : $1 }
    }
  }

  /// The same values, with defaults that are made anew rather than shared with the rest of the process.
  ///
  /// A test value may have an identity, such as a clock or a recorder. Each test store and session has its own.
  func withFreshDefaults() -> DependencyValues {
    changed { $0.ownDefaults = DefaultValues(prepared: .current) }
  }

  /// The same values, with the defaults of this place: also where nothing tells which test the code belongs to.
  func withDefaultsOfThisPlace() -> DependencyValues {
    changed { $0.ownDefaults = storage.ownDefaults ?? .current }
  }

  /// Makes a value the default of a dependency in tests, where these values hold and only there.
  ///
  /// To be called on values with fresh defaults.
  func setTestDefault<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    storage.ownDefaults?.set(value, for: key, in: .test)
  }
}

extension DependencyValues {
  /// Takes what is set in `values` for defaults of the whole process.
  static func prepareDefaults(_ values: DependencyValues, at site: SourceSite) {
    for (key, override) in values.storage.overrides where !DefaultValues.current.prepare(key, override.value)
    {
      let type = override.value.valueType
      site.reportIssue(
        """
        A dependency of type "\(type)" was prepared after it had been used or prepared already.

        Prepare dependencies once, where the program starts. To change one for a part of the program, use \
        "withDependencies".
        """
      )
    }
  }
}

/// The default values that have been asked for, so that each is made once.
private final class DefaultValues: Sendable {
  private static let all = PerTest { DefaultValues() }

  /// Those of the program, or of the test that runs.
  static var current: DefaultValues { all.current }

  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct State {
    var values: [Slot: ErasedBox] = [:]
    /// What stands in for a default in every context.
    var prepared: [ObjectIdentifier: ErasedBox] = [:]
  }

  private let state: Mutex<State>

  /// Creates values none of which has been asked for.
  ///
  /// - Parameter other: Where the values that the program prepared are taken from.
  init(prepared other: DefaultValues? = nil) {
    let prepared = other?.state.withLock(\.prepared) ?? [:]
    state = Mutex(State(prepared: prepared))
  }

  /// - Returns: Whether this came in time: nobody has used the dependency yet.
  func prepare(_ key: ObjectIdentifier, _ value: ErasedBox) -> Bool {
    state.withLock { state in
      guard state.prepared[key] == nil, !state.values.keys.contains(where: { $0.key == key }) else {
        return false
      }
      state.prepared[key] = value
      return true
    }
  }

  func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type, in context: DependencyContext) {
    state.withLock {
      $0.values[Slot(key: ObjectIdentifier(key), context: context)] = TypedBox(value)
    }
  }

  func value<Key: TestDependencyKey>(for key: Key.Type, in context: DependencyContext) -> Key.Value {
    if let value = known(key, in: context) { return value }
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    // Made outside of the lock: a default may itself ask for other dependencies.
    let value = makeDefault(for: key, in: context)
    return state.withLock { state in
      if let first = state.values[slot] { return first.unboxed(as: Key.Value.self) }
      state.values[slot] = TypedBox(value)
      return value
    }
  }

  /// The value of which a part is to be set. It is made anew for the next who asks.
  func unusedValue<Key: TestDependencyKey>(for key: Key.Type, in context: DependencyContext) -> Key.Value {
    known(key, in: context)
      ?? DependencyValues.$isDefaultUnused.withValue(true) { makeDefault(for: key, in: context) }
  }

  private func known<Key: TestDependencyKey>(_ key: Key.Type, in context: DependencyContext) -> Key.Value? {
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    return state.withLock { $0.values[slot] ?? $0.prepared[slot.key] }?.unboxed(as: Key.Value.self)
  }

  private func makeDefault<Key: TestDependencyKey>(
    for key: Key.Type,
    in context: DependencyContext
  ) -> Key.Value {
    switch context {
    case .test: return Key.testValue
    case .preview: return Key.previewValue
    case .live:
      if let liveKey = key as? any DependencyKey.Type, let value = liveValue(liveKey) as? Key.Value {
        return value
      }
      if DependencyValues.isDefaultUnused { return Key.testValue }
      reportIssue(
        """
        "\(Key.self)" has no live value, but was used in the running program.

        Conform it to "DependencyKey", or override it with "withDependencies".
        """
      )
      return Key.testValue
    }
  }

  private func liveValue<Key: DependencyKey>(_ key: Key.Type) -> any Sendable { key.liveValue }
}
