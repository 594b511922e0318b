import Synchronization

/// The dependencies in effect at some point of the program: a value, looked up by key.
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
/// The values are inherited by tasks, as a view's environment is inherited by its subviews.
public struct DependencyValues: Sendable {
  private var storage = Storage()
  /// Where the property that reads these values is declared; missing values are reported there.
  private(set) var reader: TypedBox<SourceSite>?

  /// All values in one object, because the values travel with every task, are captured by every effect, and are held
  /// by every ``Dependency``, far more often than they change.
  private final class Storage: @unchecked Sendable {
    // Unchecked: changed only while uniquely referenced.
    var overrides: [ObjectIdentifier: Override] = [:] { didSet { version = DependencyValues.nextVersion() } }
    var chosenContext: DependencyContext? { didSet { version = DependencyValues.nextVersion() } }
    /// Identifies the current set of values: a new number for each change, 0 while nothing is set.
    fileprivate(set) var version = 0
    /// The defaults of a store or session; `nil` for those of the program or the current test.
    @exclusivity(unchecked) var ownDefaults: DefaultValues?
    /// Whether an assignment is setting a part of a dependency, for which no ``Resolution`` can be bound.
    var isBeingSet = false
    /// The session's world, whose user can answer what dependencies are asked.
    var world: World?
    /// What notes the dependencies that are read.
    var probe: DependencyProbe?
    /// The value that a key path is about to set. A key path reads what it sets, which must not make a default.
    var replacement: Any?

    init() {}

    init(copying other: Storage) {
      overrides = other.overrides
      chosenContext = other.chosenContext
      version = other.version
      ownDefaults = other.ownDefaults
      isBeingSet = other.isBeingSet
      world = other.world
      probe = other.probe
      replacement = other.replacement
    }
  }

  /// Creates values in which every dependency has its default value, created anew for them.
  public init() { self.init(defaults: DefaultValues(prepared: .current)) }

  /// Creates values in which nothing is set.
  ///
  /// - Parameter defaults: The defaults; `nil` for those of the program or the current test.
  init(defaults: DefaultValues?) {
    storage.ownDefaults = defaults
  }

  private mutating func change(_ body: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    body(storage)
  }

  private func changed(_ body: (Storage) -> Void) -> DependencyValues {
    var copy = self
    copy.change(body)
    return copy
  }

  /// The value for a key: the value that was set, or the key's default for the context.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The property that reads the value, for issues; by default, that of ``DependencyValues``.
  /// - Complexity: O(1).
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column,
    property property: StaticString = #function
  ) -> Key.Value {
    get {
      let isAnswerable = storage.world != nil && Shape.of(Key.Value.self).isAnswerable
      if let value = storage.overrides[ObjectIdentifier(key)]?.value {
        storage.probe?.note(key, readBy: property, nil)
        return answered(value.unboxed(as: Key.Value.self), for: key, isAnswerable)
      }
      if let replacement = storage.replacement, let value = replacement as? Key.Value { return value }
      let site = SourceSite(fileID, filePath, line, column)
      guard storage.probe == nil, !storage.isBeingSet else {
        let value = Resolution.$current.withValue(.current.setting) {
          defaults.value(for: key, in: whileSet(false), of: property, at: site)
        }
        storage.probe?.note(key, readBy: property, defaults.origin(of: key, in: chosenContext))
        return value
      }
      guard isAnswerable else {
        return answered(defaults.value(for: key, in: self, of: property, at: site), for: key, false)
      }
      // The default is used only by calls without an answer.
      let value = defaults.value(for: key, in: self, of: property, at: site, isUse: false)
      return answered(value, for: key, true) { [self] in
        _ = defaults.value(for: key, in: self, of: property, at: site)
      }
    }
    set {
      change {
        $0.overrides[ObjectIdentifier(key)] = Override(value: TypedBox(newValue))
        // Anything the setter reads afterwards is another dependency.
        $0.replacement = nil
      }
    }
  }

  /// Sets a dependency, or a part of one. The default of a dependency that is replaced as a whole is not made.
  package mutating func replace<Value>(_ keyPath: WritableKeyPath<Self, Value>, with value: Value) {
    change { $0.replacement = value }
    self[keyPath: keyPath] = value
    change { $0.replacement = nil }
  }

  private func answered<Key: TestDependencyKey>(
    _ value: Key.Value,
    for key: Key.Type,
    _ isAnswerable: Bool,
    otherwise use: (@Sendable () -> Void)? = nil
  ) -> Key.Value {
    guard let world = storage.world, !storage.isBeingSet, isAnswerable || world.hasAnswers else {
      return value
    }
    return world.answered(value, for: key, isAnswerable, otherwise: use)
  }

  /// The name of a dependency: that of the property that reads it, or of its key.
  static func name(of key: any TestDependencyKey.Type, readBy property: StaticString) -> String {
    // Outside of a property, the compiler names the function.
    "\(property)".contains("(") ? "\(key)" : "\(property)"
  }

  /// These values in a session's world.
  func inside(_ world: World) -> DependencyValues { changed { $0.world = world } }

  /// These values for finding out which of them are read. Reading them counts as no use.
  func probed(by probe: DependencyProbe) -> DependencyValues { changed { $0.probe = probe } }

  /// Whether a dependency is set.
  func sets(_ key: any TestDependencyKey.Type) -> Bool { storage.overrides[ObjectIdentifier(key)] != nil }

  /// These values as a property reads them.
  func read(by reader: TypedBox<SourceSite>) -> DependencyValues {
    var copy = self
    copy.reader = reader
    return copy
  }

  /// Identifies what is set. Values that set the same dependencies can have the same: merging then compares nothing else.
  package var version: Int {
    get { storage.version }
    set { change { $0.version = newValue } }
  }

  /// Whether any value was set.
  package var setsValues: Bool { !storage.overrides.isEmpty }

  /// These values, marked as being set by an assignment or not.
  func whileSet(_ isBeingSet: Bool) -> DependencyValues { changed { $0.isBeingSet = isBeingSet } }

  /// A value that was set, with its place in the order of all settings.
  private struct Override: Sendable {
    let value: ErasedBox
    let order = DependencyValues.nextVersion()
  }

  private static let versions = Atomic(0)

  private static func nextVersion() -> Int { versions.add(1, ordering: .relaxed).newValue }

  /// The context that determines the defaults: a live program, a preview or a test.
  ///
  /// It is that of the process by default. Set it with ``withDependencies(_:operation:)`` for part of the program, or
  /// with `prepareDependencies` for all of it.
  public var context: DependencyContext {
    get { storage.chosenContext ?? defaults.context }
    set { change { $0.chosenContext = newValue } }
  }

  /// The context set by these values; `nil` if it is that of the defaults.
  var chosenContext: DependencyContext? { storage.chosenContext }

  /// The fallback for these values: the defaults of a store or session, otherwise those of the program or the test.
  package var defaults: DefaultValues { storage.ownDefaults ?? .current }

  /// These values, overridden by those set in `other`.
  package func merging(_ other: DependencyValues) -> DependencyValues {
    let (inner, outer) = (other.storage, storage)
    guard outer.version != 0 else { return other }
    let lacksDefaults = inner.ownDefaults == nil && outer.ownDefaults != nil
    let isSame = inner.version == outer.version
    let lacksContext = !isSame && inner.chosenContext == nil && outer.chosenContext != nil
    // Usually, the place of use sets everything that was set before.
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

  /// These values combined with those in `other`, using for each dependency the one set last.
  func mergingLater(_ other: DependencyValues) -> DependencyValues {
    guard !other.storage.overrides.isEmpty else { return self }
    return changed {
      $0.overrides.merge(other.storage.overrides) { $0.order > $1.order ? $0 : $1 }
    }
  }

  /// These values with new defaults, which are not shared with the rest of the process.
  ///
  /// A test value, such as a clock or a recorder, may have an identity. Each session has its own; a test store has those of
  /// its test.
  package func withFreshDefaults() -> DependencyValues {
    changed { $0.ownDefaults = DefaultValues(prepared: defaults) }
  }

  /// These values with the current defaults, also for use where the current test cannot be determined.
  func withDefaultsOfThisPlace() -> DependencyValues {
    changed { $0.ownDefaults = defaults }
  }

  /// Whether these are known to be the same values, that is, unmodified copies.
  func isIdentical(to other: DependencyValues) -> Bool { storage === other.storage }

  /// Makes all values that are set the current defaults.
  ///
  /// - Parameter replacingUsed: Whether to replace values that were already used or prepared.
  /// - Returns: The types of the values that were already used or prepared and are not replaced, in the order in which
  ///   they were set.
  func becomeDefaults(replacingUsed: Bool) -> [Any.Type] {
    storage.overrides.sorted { $0.value.order < $1.value.order }.compactMap { key, override in
      defaults.prepare(key, override.value, replacingUsed: replacingUsed) ? nil : override.value.valueType
    }
  }

  /// Makes the context that is set, if any, the current default.
  ///
  /// - Returns: Whether no other context had been prepared before.
  func becomeDefaultContext() -> Bool { chosenContext.map(defaults.prepare) ?? true }

  /// Values with the same defaults and nothing set.
  package var withoutOverrides: DependencyValues { DependencyValues(defaults: storage.ownDefaults) }
}
