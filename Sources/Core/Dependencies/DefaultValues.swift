import Synchronization

/// The default values in use, so that each is created only once.
final class DefaultValues: Sendable {
  private static let all = PerTest { DefaultValues() }

  /// The default values of the program or of the current test.
  static var current: DefaultValues { all.current }

  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct State {
    var values: [Slot: ErasedBox] = [:]
    /// The replacements for defaults in every context.
    var prepared: [ObjectIdentifier: ErasedBox] = [:]
    /// The context, if it was changed from that of the process.
    var preparedContext: DependencyContext?

    var context: DependencyContext { preparedContext ?? .detected }
  }

  private let state: Mutex<State>

  /// Creates default values of which none is in use.
  ///
  /// - Parameter other: The default values whose prepared values to copy.
  init(prepared other: DefaultValues? = nil) {
    let (prepared, context) = other?.state.withLock { ($0.prepared, $0.preparedContext) } ?? ([:], nil)
    state = Mutex(State(prepared: prepared, preparedContext: context))
  }

  /// The context unless another is chosen.
  var context: DependencyContext { state.withLock(\.context) }

  /// - Returns: Whether no other context had been prepared before.
  func prepare(_ context: DependencyContext) -> Bool {
    state.withLock { state in
      if state.preparedContext == nil { state.preparedContext = context }
      return state.preparedContext == context
    }
  }

  /// - Returns: Whether the dependency had not been used or prepared before.
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

  /// The default value of a dependency, created on first use.
  ///
  /// - Parameters:
  ///   - key: The dependency.
  ///   - values: The current values while the default is created, which may itself read other dependencies.
  func value<Key: TestDependencyKey>(for key: Key.Type, in values: DependencyValues) -> Key.Value {
    let (known, context) = find(key, in: values.chosenContext)
    if let known { return known }
    // Created outside of the lock, which other dependencies need.
    let value = values.whileCurrent { makeDefault(for: key, in: context) }
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    return state.withLock { state in
      if let first = state.values[slot] { return first.unboxed(as: Key.Value.self) }
      state.values[slot] = TypedBox(value)
      return value
    }
  }

  /// The default value of a dependency of which only a part is to be set. It is not stored: the next use creates
  /// another.
  func unusedValue<Key: TestDependencyKey>(for key: Key.Type, in values: DependencyValues) -> Key.Value {
    let (known, context) = find(key, in: values.chosenContext)
    return known
      ?? DependencyValues.$isDefaultUnused.withValue(true) {
        values.whileSet(false).whileCurrent { makeDefault(for: key, in: context) }
      }
  }

  /// The default value, if it was created or prepared, and the context that determines it.
  private func find<Key: TestDependencyKey>(
    _ key: Key.Type,
    in chosenContext: DependencyContext?
  ) -> (value: Key.Value?, context: DependencyContext) {
    let (box, context) = state.withLock { state in
      let context = chosenContext ?? state.context
      let slot = Slot(key: ObjectIdentifier(key), context: context)
      return (state.values[slot] ?? state.prepared[slot.key], context)
    }
    return (box?.unboxed(as: Key.Value.self), context)
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
