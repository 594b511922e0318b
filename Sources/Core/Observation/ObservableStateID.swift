/// Which value of observable state this is: one that was made once and then changed in place, or another.
public struct ObservableStateID: Sendable {
  private enum Value: Sendable {
    /// A value with fields that can be observed.
    case observable(ObservationIdentity, version: UInt64)
    /// A value whose fields cannot be observed.
    case opaque
    /// No value at all, so none that could change.
    case absent
  }

  private var value: Value
  /// The enum cases around the value.
  private var cases: [Int] = []

  private init(_ value: Value) {
    self.value = value
  }

  init(_ identity: ObservationIdentity, version: UInt64) {
    value = .observable(identity, version: version)
  }

  /// The identity of what has no content: an empty optional, a case without a payload.
  public static let absent = ObservableStateID(.absent)

  /// The identity of a value of an enum's case.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - tag: The number of the case.
  public static func of(_ payload: some ObservableState, inCase tag: Int) -> ObservableStateID {
    payload._$id.inCase(tag)
  }

  /// The identity of a value of an enum's case whose payload has no identity.
  @_disfavoredOverload
  public static func of<Payload>(_: Payload, inCase tag: Int) -> ObservableStateID {
    ObservableStateID(.opaque).inCase(tag)
  }

  /// The identity of a value of an enum's case, with this identity as the payload's.
  public func inCase(_ tag: Int) -> ObservableStateID {
    var id = self
    id.cases.append(tag)
    return id
  }

  /// Whether those who observed the value with the identity `old` have been told all that has changed since, by the
  /// fields that changed.
  ///
  /// If not, the value was replaced by another, or by an older copy of itself, and those who observe what holds it
  /// have to be told: a store does so for the outermost state, the accessors that ``ObservableState()`` generates do
  /// so for each field.
  public func continues(_ old: ObservableStateID) -> Bool {
    guard self == old else { return false }
    switch (old.value, value) {
    case (.observable(_, let oldVersion), .observable(let identity, let version)):
      return identity.toldChanges(from: oldVersion, to: version)
    case (.absent, .absent): return true
    default: return false
    }
  }
}

extension ObservableStateID: Hashable {
  /// Whether two values are copies of one, changed or not.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.object == rhs.object && lhs.cases == rhs.cases
  }

  /// Hashes what copies of one value have in common, changed or not.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(object)
    hasher.combine(cases)
  }

  private var object: ObjectIdentifier? {
    if case .observable(let identity, _) = value { ObjectIdentifier(identity) } else { nil }
  }
}
