import Observation

/// Implements the accessors of an ``ObservableState``: reading a field registers the current observer, and writing it
/// notifies the field's observers.
///
/// It is ignored in comparing, hashing and encoding the state.
public struct ObservationStateRegistrar: Sendable {
  @usableFromInline let identity = ObservationIdentity()
  @usableFromInline var version: UInt64 = 0

  /// Creates a registrar with a new identity.
  public init() {}

  /// The identity and version of the value that this registrar belongs to.
  public var id: ObservableStateID { ObservableStateID(identity, version: version) }

  /// Whether reads may have to register observers.
  @inlinable public var isTracking: Bool { !StateObservation._isSuspended }

  /// Registers the current observer for a field.
  public func access<State: Observable, Value>(_ state: State, keyPath: KeyPath<State, Value>) {
    identity.access(state, keyPath, version: version)
  }

  /// Records that a field was written.
  ///
  /// - Returns: Whether there may be observers.
  @inlinable
  public mutating func wrote() -> Bool {
    let old = version
    // Read first, because the processor delays it until the version is counted otherwise.
    let isObserved = identity.isObserved
    version = identity.nextVersion()
    guard isObserved else { return false }
    identity.noteNotification(from: old, to: version)
    return true
  }

  /// Notifies the observers of a field of its change.
  public func tellObservers<State: Observable, Value>(of keyPath: KeyPath<State, Value>, in state: State) {
    identity.notifyObservers(of: keyPath, in: state)
  }
}

/// Whether setting a field from one value to another is a change that its observers must be notified of.
///
/// Values that cannot be compared are considered changed, as is everything while there are no observers.
extension ObservationStateRegistrar {
  @_disfavoredOverload
  @inlinable
  public func isChange<Value>(from _: Value, to _: Value) -> Bool { true }

  @_disfavoredOverload
  @inlinable
  public func isChange<Value: Equatable>(from old: Value, to new: Value) -> Bool {
    !identity.isObserved || old != new
  }

  @_disfavoredOverload
  @inlinable
  public func isChange<Value: AnyObject>(from old: Value, to new: Value) -> Bool {
    !identity.isObserved || old !== new
  }

  @_disfavoredOverload
  @inlinable
  public func isChange<Value: AnyObject & Equatable>(from old: Value, to new: Value) -> Bool {
    !identity.isObserved || old !== new
  }

  @inlinable
  public func isChange<Value: ObservableState>(from old: Value, to new: Value) -> Bool {
    // A key path also writes changes in place through the setter, so the two must be distinguished.
    !identity.isObserved || !new._$id.continues(old._$id)
  }

  @inlinable
  public func isChange<Value: Collection>(from old: Value, to new: Value) -> Bool
  where Value.Element: ObservableState {
    !identity.isObserved || !new.elementsEqual(old) { $0._$id.continues($1._$id) }
  }

  /// - Complexity: O(*n* · log `count`) for *n* changes between the two, if one was derived from the other.
  @inlinable
  public func isChange<ID, Element: ObservableState>(
    from old: IdentifiedArray<ID, Element>,
    to new: IdentifiedArray<ID, Element>
  ) -> Bool {
    !identity.isObserved || !new.elementsEqual(toThoseOf: old) { $0._$id.continues($1._$id) }
  }
}

/// Determines whether the observers of a field must be notified after a change in place, by capturing a snapshot
/// before and comparing after. A copy of the value would make the change copy its storage, so only identities are
/// captured, except for an identified array, which copies no more than what changes.
extension ObservationStateRegistrar {
  /// The snapshot of a value without an identity: nothing.
  public struct Forgotten: Sendable {
    @inlinable init() {}
  }

  @_disfavoredOverload
  @inlinable
  public func remember<Value>(_: Value) -> Forgotten { Forgotten() }

  @inlinable
  public func remember<Value: ObservableState>(_ value: Value) -> ObservableStateID? {
    identity.isObserved ? value._$id : nil
  }

  @inlinable
  public func remember<Value: Collection>(_ value: Value) -> [ObservableStateID]?
  where Value.Element: ObservableState {
    identity.isObserved ? value.map(\._$id) : nil
  }

  @inlinable
  public func remember<ID, Element: ObservableState>(
    _ value: IdentifiedArray<ID, Element>
  ) -> IdentifiedArray<ID, Element>? {
    identity.isObserved ? value : nil
  }

  @inlinable
  public func isChange<Value>(from _: Forgotten, to _: Value) -> Bool { true }

  @inlinable
  public func isChange<Value: ObservableState>(from old: ObservableStateID?, to new: Value) -> Bool {
    old.map { !new._$id.continues($0) } ?? true
  }

  @inlinable
  public func isChange<Value: Collection>(from old: [ObservableStateID]?, to new: Value) -> Bool
  where Value.Element: ObservableState {
    old.map { !new.elementsEqual($0) { $0._$id.continues($1) } } ?? true
  }

  /// - Complexity: O(*n* · log `count`) for *n* changes since the snapshot.
  @inlinable
  public func isChange<ID, Element: ObservableState>(
    from old: IdentifiedArray<ID, Element>?,
    to new: IdentifiedArray<ID, Element>
  ) -> Bool {
    old.map { !new.elementsEqual(toThoseOf: $0) { $0._$id.continues($1._$id) } } ?? true
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Always equal, because the observers of a state are not part of its value.
  public static func == (_: Self, _: Self) -> Bool { true }

  /// Adds nothing to the hash of the state.
  public func hash(into _: inout Hasher) {}

  /// Creates a registrar with a new identity, because a decoded state is a new value.
  public init(from _: any Decoder) {
    self.init()
  }

  /// Encodes nothing.
  public func encode(to _: any Encoder) {}
}
