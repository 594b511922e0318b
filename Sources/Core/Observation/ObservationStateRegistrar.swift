import Observation

/// What the accessors of an ``ObservableState`` go through: whoever reads a field is registered, whoever observes a
/// field is told when it is written.
///
/// It takes no part in comparing, hashing or encoding the state.
public struct ObservationStateRegistrar: Sendable {
  @usableFromInline let identity = ObservationIdentity()
  @usableFromInline var version: UInt64 = 0

  /// Creates a registrar with a new identity.
  public init() {}

  /// The identity and version of the value that this registrar belongs to.
  public var id: ObservableStateID { ObservableStateID(identity, version: version) }

  /// Whether a read may have to register someone.
  @inlinable public var isTracking: Bool { !StateObservation._isSuspended }

  /// Registers whoever is observing for a field.
  public func access<State: Observable, Value>(_ state: State, keyPath: KeyPath<State, Value>) {
    identity.access(state, keyPath, version: version)
  }

  /// Notes that a field was written.
  ///
  /// - Returns: Whether someone may be observing.
  @inlinable
  public mutating func wrote() -> Bool {
    let old = version
    // Asked first: the processor waits with it until the version is counted.
    let isObserved = identity.isObserved
    version = identity.nextVersion()
    guard isObserved else { return false }
    identity.tell(from: old, to: version)
    return true
  }

  /// Tells the observers of a field that it has changed.
  public func tellObservers<State: Observable, Value>(of keyPath: KeyPath<State, Value>, in state: State) {
    identity.tellObservers(of: keyPath, in: state)
  }
}

/// Whether the observers of a field have to be told that it is set from one value to another.
///
/// What cannot be compared counts as changed, and so does everything while no one observes.
extension ObservationStateRegistrar {
  @_disfavoredOverload
  @inlinable
  public func isChange<Value>(from _: Value, to _: Value) -> Bool { true }

  @_disfavoredOverload
  @inlinable
  public func isChange<Value: Equatable>(from old: Value, to new: Value) -> Bool {
    !identity.isObserved || old != new
  }

  @inlinable
  public func isChange<Value: ObservableState>(from old: Value, to new: Value) -> Bool {
    // A key path writes what it has changed in place through the setter too, so this must tell the two apart.
    !identity.isObserved || !new._$id.continues(old._$id)
  }

  @inlinable
  public func isChange<Value: Collection>(from old: Value, to new: Value) -> Bool
  where Value.Element: ObservableState {
    !identity.isObserved || !new.elementsEqual(old) { $0._$id.continues($1._$id) }
  }

  /// - Complexity: O(*n* · log `count`) for *n* changes between the two, of which one was made from the other.
  @inlinable
  public func isChange<ID, Element: ObservableState>(
    from old: IdentifiedArray<ID, Element>,
    to new: IdentifiedArray<ID, Element>
  ) -> Bool {
    !identity.isObserved || !new.elementsEqual(toThoseOf: old) { $0._$id.continues($1._$id) }
  }
}

/// Whether the observers of a field have to be told after it was changed in place: what is remembered of it before,
/// and the comparison after. A copy of the value would make the change copy its storage, so only identities are kept,
/// except of an identified array, which copies no more than what is changed.
extension ObservationStateRegistrar {
  /// What is remembered of a value that has no identity: nothing.
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

  /// - Complexity: O(*n* · log `count`) for *n* changes since it was remembered.
  @inlinable
  public func isChange<ID, Element: ObservableState>(
    from old: IdentifiedArray<ID, Element>?,
    to new: IdentifiedArray<ID, Element>
  ) -> Bool {
    old.map { !new.elementsEqual(toThoseOf: $0) { $0._$id.continues($1._$id) } } ?? true
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Any two are equal: how a state is observed is no part of its value.
  public static func == (_: Self, _: Self) -> Bool { true }

  /// Adds nothing to the hash of the state.
  public func hash(into _: inout Hasher) {}

  /// Creates a registrar with a new identity: a decoded state is another one.
  public init(from _: any Decoder) {
    self.init()
  }

  /// Encodes nothing.
  public func encode(to _: any Encoder) {}
}
