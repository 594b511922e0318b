import Synchronization

/// The state of a child that is presented while it is not `nil`: what the ``Presents()`` macro stores.
///
/// The child's state is stored separately, so that copies share it until one of them changes: copying or comparing a
/// parent that presents the same state costs nothing, however large the child is, and a feature can present itself.
@propertyWrapper
public struct PresentationState<State> {
  private var storage: Storage?

  private final class Storage: @unchecked Sendable {
    // Unchecked: changed only while nothing else refers to it. Empty while the state is being changed in place.
    var state: State?

    init(_ state: State) {
      self.state = state
    }
  }

  /// Creates the state of a child.
  public init(wrappedValue: State?) {
    storage = wrappedValue.map(Storage.init)
  }

  /// The child's state, `nil` while nothing is presented.
  public var wrappedValue: State? {
    get { storage?.state }
    _modify {
      let isUnique = isKnownUniquelyReferenced(&storage)
      var state = storage?.state
      // Released here, so that what the state contains is changed in place.
      if isUnique { storage?.state = nil } else { storage = nil }
      defer { store(state) }
      yield &state
    }
  }

  private mutating func store(_ state: State?) {
    guard let state else {
      storage = nil
      return
    }
    if let storage { storage.state = state } else { storage = Storage(state) }
  }

  /// The presented state itself, for the key path of `ifLet(\.$child, action: \.child)`.
  public var projectedValue: PresentationState {
    get { self }
    set { self = newValue }
  }

  /// The payload of a case of the child's state, where that is an enum: `$0.$destination[case: \.detail]?.title`.
  ///
  /// Setting `nil` dismisses the child. A change while the child is of another case, or absent, is reported as an issue
  /// and ignored.
  public subscript<Payload>(
    case path: CaseKeyPath<State, Payload>,
    fileID: HashableStaticString = #fileID,
    filePath: HashableStaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Payload? where State: CasePathable {
    get { wrappedValue?[case: path] }
    _modify {
      let site = PayloadSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &wrappedValue[payload: path, site]
    }
  }
}

extension PresentationState: IdentityComparable {
  /// Whether both share one stored state, or present nothing.
  ///
  /// - Complexity: O(1)
  public func isIdentical(to other: Self) -> Bool { storage === other.storage }
}

extension PresentationState: Equatable where State: Equatable {
  /// Whether both present equal states, or nothing.
  ///
  /// - Complexity: O(1) for copies of which none has changed since, otherwise that of comparing the states.
  public static func == (left: Self, right: Self) -> Bool {
    left.isIdentical(to: right) || left.wrappedValue == right.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PresentationState: Sendable where State: Sendable {}

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
  /// The presented state, however it is stored.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue as Any], displayStyle: .struct)
  }
}

extension PresentationState: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue as Any }
}

/// What tells an alert, a dialog or a button from all others that were made in this process.
///
/// It takes no part in comparing and printing them, so that it makes nothing depend on what else was made.
public struct PresentationValueID: Hashable, Sendable {
  private static let count = Atomic(0)
  private let number = count.wrappingAdd(1, ordering: .relaxed).newValue

  init() {}
}
