import Synchronization

/// The state of a child that is presented while it is not `nil`: the storage of the ``Presents()`` macro.
///
/// The child's state is stored indirectly and shared by copies until one of them changes: copying or comparing a
/// parent that presents the same state is free, however large the child is, and a feature can present itself.
@propertyWrapper
public struct PresentationState<State> {
  private var storage: Storage?

  // Changed only while uniquely referenced. Empty while the state is being changed in place. A buffer, because to read the
  // address of a stored property counts as a change of it.
  private final class Storage: ManagedBuffer<ChildIdentity?, State?> {
    static func make(_ state: State?, known: ChildIdentity? = nil) -> Storage {
      let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in known }, to: Storage.self)
      storage.address.initialize(to: state)
      return storage
    }

    deinit { address.deinitialize(count: 1) }

    var address: UnsafeMutablePointer<State?> { withUnsafeMutablePointerToElements { $0 } }

    var state: State? {
      get { withExtendedLifetime(self) { address.pointee } }
      set { address.pointee = newValue }
    }
  }

  /// Creates the state of a child.
  public init(wrappedValue: State?) {
    storage = wrappedValue.map { Storage.make($0) }
  }

  /// The child's state; `nil` while nothing is presented.
  public var wrappedValue: State? {
    get { storage?.state }
    _modify {
      let isUnique = isKnownUniquelyReferenced(&storage)
      let known = isUnique ? nil : storage?.header ?? nil
      var state = storage?.state
      // Release the storage's reference, so that the state's contents are changed in place.
      if isUnique { storage?.state = nil } else { storage = nil }
      defer { store(state, known) }
      yield &state
    }
  }

  private mutating func store(_ state: State?, _ known: ChildIdentity?) {
    if let storage {
      storage.state = state
      if state == nil, storage.header == nil { self.storage = nil }
    } else if state != nil || known != nil {
      storage = .make(state, known: known)
    }
  }

  /// The child that `ifLet` found after its latest run: one that is gone since then was removed outside of it.
  var known: ChildIdentity? {
    get { storage?.header ?? nil }
    set {
      if newValue == nil, wrappedValue == nil {
        storage = nil
      } else if isKnownUniquelyReferenced(&storage) {
        storage?.header = newValue
      } else {
        storage = .make(wrappedValue, known: newValue)
      }
    }
  }

  /// The presentation state itself, for the key path of `ifLet(\.$child, action: \.child)`.
  public var projectedValue: PresentationState {
    get { self }
    set { self = newValue }
  }

  /// The payload of a case of the child's state, if that is an enum: `$0.$destination[case: \.detail]?.title`.
  ///
  /// Setting `nil` dismisses the child. A change while the child is in another case, or absent, is reported as an
  /// issue and ignored.
  public subscript<Payload>(
    case path: CaseKeyPath<State, Payload>,
    fileID: HashableStaticString = #fileID,
    filePath: HashableStaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Payload? where State: CasePathable {
    get { wrappedValue?[case: path] }
    _modify {
      let site = SourceSite(fileID.value, filePath.value, line, column)
      yield &wrappedValue[payload: path, site]
    }
  }
}

extension PresentationState: IdentityComparable {
  /// Whether both share the same storage, or present nothing.
  ///
  /// - Complexity: O(1)
  public func isIdentical(to other: Self) -> Bool { storage === other.storage }
}

extension PresentationState: Equatable where State: Equatable {
  /// Whether both present equal states, or nothing.
  ///
  /// - Complexity: O(1) for unchanged copies, otherwise that of comparing the states.
  public static func == (left: Self, right: Self) -> Bool {
    left.isIdentical(to: right) || left.wrappedValue == right.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

// Unchecked: no value changes the storage of another.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension PresentationState: CustomReflectable {
  /// The presented state, regardless of its storage.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue as Any], displayStyle: .struct)
  }
}

extension PresentationState: CustomDumpRepresentable, PropertyStorage {
  public var customDumpValue: Any { wrappedValue as Any }

  package static var valueType: Any.Type? { State?.self }

  package static func valueAddress(in storage: UnsafeRawPointer) -> UnsafeRawPointer? {
    storage.assumingMemoryBound(to: Self.self).pointee.storage.map { UnsafeRawPointer($0.address) }
  }
}

/// The identity of an alert, dialog or button among all those created in this process.
///
/// It is ignored when they are compared and printed, so that nothing depends on what else was created.
public struct PresentationValueID: Hashable, Sendable {
  private static let count = Atomic(0)
  private let number = count.wrappingAdd(1, ordering: .relaxed).newValue

  init() {}
}

/// Stores the state of a child that is presented while it is not `nil`.
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Presents var destination: Destination.State?
/// }
///
/// Reduce { … }
///   .ifLet(\.$destination, action: \.destination)
/// ```
///
/// `$destination` is the ``PresentationState``. Inside an ``ObservableState()`` the child is observed like any field.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), prefixed(`$`))
public macro Presents() = #externalMacro(module: "TodoShellMacrosPlugin", type: "PresentsMacro")
