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
      return storage.isBeingSet
        ? defaults.unusedValue(for: key, in: self) : defaults.value(for: key, in: self)
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

  /// Which defaults are used: those of the running program, of a preview or of a test.
  ///
  /// By default it is what the process was started as. Set it with ``withDependencies(_:operation:)`` for a
  /// part of the program, or with `prepareDependencies` for all of it.
  public var context: DependencyContext {
    get { storage.chosenContext ?? defaults.context }
    set { change { $0.chosenContext = newValue } }
  }

  /// The context that these values set; `nil` if they leave it to the defaults.
  var chosenContext: DependencyContext? { storage.chosenContext }

  /// What these values fall back on: the defaults of a store or a session, otherwise those of the program or the test.
  private var defaults: DefaultValues { storage.ownDefaults ?? .current }

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
  package func withFreshDefaults() -> DependencyValues {
    changed { $0.ownDefaults = DefaultValues(prepared: defaults) }
  }

  /// The same values, with the defaults of this place: also where nothing tells which test the code belongs to.
  func withDefaultsOfThisPlace() -> DependencyValues {
    changed { $0.ownDefaults = defaults }
  }

  /// Makes a value the default of a dependency in tests, where these values hold and only there.
  ///
  /// To be called on values with fresh defaults.
  func setTestDefault<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    storage.ownDefaults?.set(value, for: key, in: .test)
  }

  /// Whether these are known to be the same values: a copy that neither side has changed.
  ///
  /// - Complexity: O(1).
  func isIdentical(to other: DependencyValues) -> Bool { storage === other.storage }

  /// Makes all that is set the default of this place.
  ///
  /// - Returns: The types of the values that came too late: they have been used or prepared already. In the order in
  ///   which they were set.
  func becomeDefaults() -> [Any.Type] {
    storage.overrides.sorted { $0.value.order < $1.value.order }.compactMap { key, override in
      defaults.prepare(key, override.value) ? nil : override.value.valueType
    }
  }

  /// Makes the context that is set, if any, the default of this place.
  ///
  /// - Returns: Whether no other context had been prepared before.
  func becomeDefaultContext() -> Bool { chosenContext.map(defaults.prepare) ?? true }

  /// Values with nothing set and the same defaults.
  var withoutOverrides: DependencyValues {
    var values = DependencyValues()
    if let defaults = storage.ownDefaults { values.change { $0.ownDefaults = defaults } }
    return values
  }
}
