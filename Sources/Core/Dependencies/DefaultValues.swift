import Synchronization

/// The default values that have been asked for, so that each is made once.
final class DefaultValues: Sendable {
  private static let all = PerTest { DefaultValues() }

  /// Those of the program, or of the test that runs.
  static var current: DefaultValues { all.current }

  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct State {
    var values: [Slot: ErasedBox] = [:]
    /// What replaces a default in every context.
    var prepared: [ObjectIdentifier: ErasedBox] = [:]
    /// The context, unless it is the one that the process was started in.
    var preparedContext: DependencyContext?

    var context: DependencyContext { preparedContext ?? .detected }
  }

  private let state: Mutex<State>

  /// Creates values none of which has been asked for.
  ///
  /// - Parameter other: Where the values that the program prepared are taken from.
  init(prepared other: DefaultValues? = nil) {
    let (prepared, context) = other?.state.withLock { ($0.prepared, $0.preparedContext) } ?? ([:], nil)
    state = Mutex(State(prepared: prepared, preparedContext: context))
  }

  /// The context that holds where no other is chosen.
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

  /// The default of a dependency, made if this is its first use.
  ///
  /// - Parameters:
  ///   - key: The dependency.
  ///   - values: The values that hold while the default is made, since it may itself read other dependencies.
  func value<Key: TestDependencyKey>(for key: Key.Type, in values: DependencyValues) -> Key.Value {
    let (known, context) = find(key, in: values.chosenContext)
    if let known { return known }
    // Made outside of the lock, which the other dependencies need.
    let value = values.whileCurrent { makeDefault(for: key, in: context) }
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    return state.withLock { state in
      if let first = state.values[slot] { return first.unboxed(as: Key.Value.self) }
      state.values[slot] = TypedBox(value)
      return value
    }
  }

  /// The default of a dependency of which only a part is to be set. It is not kept: the next use makes another.
  func unusedValue<Key: TestDependencyKey>(for key: Key.Type, in values: DependencyValues) -> Key.Value {
    let (known, context) = find(key, in: values.chosenContext)
    return known
      ?? DependencyValues.$isDefaultUnused.withValue(true) {
        values.whileSet(false).whileCurrent { makeDefault(for: key, in: context) }
      }
  }

  /// The default if it has been made or prepared, and the context that decides which one it is.
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
