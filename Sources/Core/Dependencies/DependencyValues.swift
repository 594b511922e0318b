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
  @TaskLocal static var current = DependencyValues()

  private var overrides: [ObjectIdentifier: any Sendable] = [:]
  private var chosenContext: DependencyContext?
  private var defaults: DefaultValues = .shared

  /// Creates values in which every dependency has its default.
  public init() {}

  /// The value under a key: what was set, or the key's default for the context.
  ///
  /// - Complexity: O(1).
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = overrides[ObjectIdentifier(key)] as? Key.Value { return value }
      return defaults.value(for: key, in: context)
    }
    set { overrides[ObjectIdentifier(key)] = newValue }
  }

  /// Which defaults are used.
  public var context: DependencyContext {
    get { chosenContext ?? .detected }
    set { chosenContext = newValue }
  }

  /// These values, with what was set in `other` taking precedence.
  ///
  /// - Complexity: O(*k*) in the number of values set, O(1) when one side has none.
  func merging(_ other: DependencyValues) -> DependencyValues {
    guard !overrides.isEmpty || chosenContext != nil else { return other }
    var merged = other
    merged.chosenContext = other.chosenContext ?? chosenContext
    merged.overrides =
      other.overrides.isEmpty ? overrides : overrides.merging(other.overrides) { _, theirs in theirs }
    return merged
  }

  /// Whether nothing was set: what is captured here can add nothing to any other values.
  var isDefault: Bool { overrides.isEmpty && chosenContext == nil }

  /// The same values, with defaults that are made anew rather than shared with the rest of the process.
  ///
  /// A test value may have an identity, such as a clock or a recorder. Each test store and session has its own.
  func withFreshDefaults() -> DependencyValues {
    var copy = self
    copy.defaults = DefaultValues()
    return copy
  }
}

/// The default values that have been asked for, so that each is made once.
private final class DefaultValues: Sendable {
  static let shared = DefaultValues()

  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private let values = Mutex<[Slot: any Sendable]>([:])

  func value<Key: TestDependencyKey>(for key: Key.Type, in context: DependencyContext) -> Key.Value {
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    if let value = values.withLock({ $0[slot] }) as? Key.Value { return value }
    // Made outside of the lock: a default may itself ask for other dependencies.
    let value = makeDefault(for: key, in: context)
    return values.withLock { values in
      if let first = values[slot] as? Key.Value { return first }
      values[slot] = value
      return value
    }
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
