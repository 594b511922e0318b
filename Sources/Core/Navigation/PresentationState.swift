/// The state of a child that is presented while it is not `nil`: what the ``Presents()`` macro stores.
@propertyWrapper
public struct PresentationState<State> {
  /// The child's state, `nil` while nothing is presented.
  public var wrappedValue: State?

  /// Creates the state of a child.
  public init(wrappedValue: State?) {
    self.wrappedValue = wrappedValue
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

extension PresentationState: Equatable where State: Equatable {}
extension PresentationState: Hashable where State: Hashable {}
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

extension PresentationState: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue as Any }
}
