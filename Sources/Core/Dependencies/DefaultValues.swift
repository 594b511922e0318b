import Synchronization

/// The default values in use, so that each is created only once.
package final class DefaultValues: Sendable {
  private static let all = PerTest { DefaultValues() }

  /// The default values of the program or of the current test.
  static var current: DefaultValues { all.current }

  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct Default {
    let value: ErasedBox
    /// The key that lacks a value for the context; reported on first use.
    var lacking: (any TestDependencyKey.Type)?
    /// Where a value for previews comes from.
    var origin = DependencyOrigin.preview
    /// Whether it was used, and not only read while dependencies were set.
    var isUsed = false
  }

  private struct State {
    var values: [Slot: Default] = [:]
    /// What is held while a default is made.
    var locks: [Slot: RecursiveLock] = [:]
    /// The replacements for defaults in every context.
    var prepared: [ObjectIdentifier: ErasedBox] = [:]
    /// The live values that were used in previews, as `\\.apiClient`.
    var liveNames: [String] = []
    /// The dependencies whose live values were refused to previews; `nil` if live values are not refused.
    var refusedNames: [String]?
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

  /// The dependencies whose live values were used in previews; while these are refused, those that would have been.
  package var liveNames: [String] { state.withLock { $0.refusedNames ?? $0.liveNames } }

  /// Starts or stops refusing live values to previews, which get test values in their place.
  ///
  /// - Parameter names: The dependencies that were refused so far; `nil` to refuse none.
  /// - Returns: The same before.
  @discardableResult
  package func refuseLiveValues(_ names: [String]?) -> [String]? {
    state.withLock { state in
      defer { state.refusedNames = names }
      return state.refusedNames
    }
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

  /// - Returns: Whether the value is now prepared. It is not if a used or prepared value exists and is not to be
  ///   replaced.
  func prepare(_ key: ObjectIdentifier, _ value: ErasedBox, replacingUsed: Bool) -> Bool {
    state.withLock { state in
      let isUsed =
        state.prepared[key] != nil || state.values.contains { $0.key.key == key && $0.value.isUsed }
      if isUsed, !replacingUsed { return false }
      state.values = state.values.filter { $0.key.key != key }
      state.prepared[key] = value
      return true
    }
  }

  /// The default value of a dependency, created on first use. If its key lacks a value for the context, its first use
  /// is reported.
  ///
  /// - Parameters:
  ///   - key: The dependency.
  ///   - values: The current values while the default is created, which may itself read other dependencies.
  ///   - property: The property of ``DependencyValues`` that reads it.
  ///   - site: Where it is read, for issues, unless `values` has a reader.
  ///   - isUse: Whether reading it counts as a use.
  func value<Key: TestDependencyKey>(
    for key: Key.Type,
    in values: DependencyValues,
    of property: StaticString,
    at site: SourceSite,
    isUse: Bool = Resolution.current.isUse
  ) -> Key.Value {
    let (known, slot) = find(ObjectIdentifier(key), in: values.chosenContext)
    if let known, known.isUsed { return known.value.unboxed(as: Key.Value.self) }
    let site = values.reader?.unboxed(as: SourceSite.self) ?? site
    if known == nil, slot.context == .test, let key = key as? any ReportingKey.Type,
      let value = key.testValue(reportingAt: site, in: values) as? Key.Value
    {
      return value
    }
    // Other dependencies can be needed meanwhile.
    let lock = lock(for: slot)
    lock.lock()
    defer { lock.unlock() }
    let value =
      known ?? find(ObjectIdentifier(key), in: slot.context).0
      ?? values.whileCurrent { makeDefault(for: key, in: slot.context) }
    if slot.context == .preview, let lacking = value.lacking, Self.reachesOutside(lacking) {
      let name = Self.shownName(of: lacking, readBy: property)
      let declared = Resolution.current.declaredLive
      let isRefused = refuse(name, isUse: isUse)
      if declared != nil || isRefused {
        let substitute = values.whileCurrent { makeDefault(for: key, in: .test) }
        if substitute.lacking == nil { return substitute.value.unboxed(as: Key.Value.self) }
        declared?.withValue { $0.append(name) }
      }
    }
    let (stored, isFirstUse) = store(value, in: slot, isUse: isUse)
    if isFirstUse, let lacking = stored.lacking { report(lacking, in: slot.context, of: property, at: site) }
    return stored.value.unboxed(as: Key.Value.self)
  }

  /// Where the value of a dependency for previews comes from, once it was created or prepared.
  func origin(of key: any TestDependencyKey.Type, in context: DependencyContext?) -> DependencyOrigin {
    find(ObjectIdentifier(key), in: context).0?.origin ?? .preview
  }

  /// The default value, if it was created or prepared.
  private func find(_ key: ObjectIdentifier, in context: DependencyContext?) -> (Default?, Slot) {
    state.withLock { state in
      let slot = Slot(key: key, context: context ?? state.context)
      return (state.values[slot] ?? state.prepared[key].map { Default(value: $0, isUsed: true) }, slot)
    }
  }

  private func lock(for slot: Slot) -> RecursiveLock {
    state.withLock { state in
      let lock = state.locks[slot] ?? RecursiveLock()
      state.locks[slot] = lock
      return lock
    }
  }

  /// Stores a default value, unless there is one.
  private func store(_ value: Default, in slot: Slot, isUse: Bool) -> (Default, isFirstUse: Bool) {
    state.withLock { state in
      var stored = state.values[slot] ?? value
      defer { (state.values[slot], state.locks[slot]) = (stored, nil) }
      let isFirstUse = isUse && !stored.isUsed
      if isUse { stored.isUsed = true }
      return (stored, isFirstUse)
    }
  }

  private func makeDefault<Key: TestDependencyKey>(for key: Key.Type, in context: DependencyContext)
    -> Default
  {
    if context == .live {
      if let key = key as? any DependencyKey.Type, let value = key.liveValue as? Key.Value {
        return Default(value: TypedBox(value))
      }
      return Default(value: TypedBox(Key.testValue), lacking: Key.self)
    }
    let lack = LockIsolated<Resolution.Lack?>(nil)
    var resolution = Resolution.current
    resolution.making = (context, lack)
    let value = Resolution.$current.withValue(resolution) {
      context == .test ? Key.testValue : Key.previewValue
    }
    let (origin, lacking) = lack.value ?? (.preview, Key.self)
    return Default(value: TypedBox(value), lacking: origin == .live ? lacking : nil, origin: origin)
  }

  private func report(
    _ key: any TestDependencyKey.Type,
    in context: DependencyContext,
    of property: StaticString,
    at site: SourceSite
  ) {
    let name = Self.shownName(of: key, readBy: property)
    if context == .preview {
      if Self.reachesOutside(key) { state.withLock { $0.liveNames.append(name) } }
      return
    }
    let dependency = "@Dependency(\(name))"
    site.reportIssue(
      context == .test
        ? """
        \(dependency) has no test value. A test used it, and got the preview value, or else the live value.

        Override it with "withDependencies", or give "\(key)" a "testValue".
        """
        : """
        \(dependency) has no live value. The running program used it, and got the test value.

        Conform "\(key)" to "DependencyKey", or override it with "withDependencies".
        """
    )
  }

  /// - Returns: Whether live values are refused to previews. A use is noted.
  private func refuse(_ name: String, isUse: Bool) -> Bool {
    state.withLock { state in
      guard let names = state.refusedNames else { return false }
      if isUse, !names.contains(name) { state.refusedNames?.append(name) }
      return true
    }
  }

  /// A dependency as a feature writes it.
  private static func shownName(of key: any TestDependencyKey.Type, readBy property: StaticString) -> String {
    let name = DependencyValues.name(of: key, readBy: property)
    return name == "\(key)" ? "\(name).self" : "\\.\(name)"
  }

  /// Whether a live value may reach something outside a session. What this module declares needs no preview value: a
  /// session provides it, or it reaches nothing.
  static func reachesOutside(_ key: any TestDependencyKey.Type) -> Bool {
    !String(reflecting: key).hasPrefix("Core.")
  }
}
