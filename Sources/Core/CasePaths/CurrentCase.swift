/// The current case of an enum value, for code that does not know the enum.
struct CurrentCase {
  /// The case's name.
  let name: String
  /// The payload, if it is a single value.
  let payload: Any?

  /// Reads the case of a value of a ``CasePathable`` enum.
  ///
  /// - Returns: `nil` for any other value.
  init?(_ value: some Any) {
    guard value is any CasePathable else { return nil }
    if let current = Choice.current(of: value) {
      name = current.element.name
      payload = current.element.parameters.count == 1 ? Choice.payload(of: value).first?.value : nil
      return
    }
    // The payload of an optional.
    let child = Mirror(reflecting: value).children.first
    // A case without a payload has no child; its description is its name.
    name = child?.label ?? "\(value)"
    payload = child?.value
  }
}

extension AnyCasePath {
  /// The path to the case with a name, if its payload has this type.
  init?(toCaseNamed name: String) {
    func path<Enum: CasePathable>(in _: Enum.Type) -> Any? {
      guard let paths = Enum.allCasePaths as? any Sequence else { return nil }
      for case let path as CaseKeyPath<Enum, Value> in paths where path.caseName() == "\\.\(name)" {
        return AnyCasePath<Enum, Value>(path)
      }
      return nil
    }
    guard let type = Root.self as? any CasePathable.Type, let path = path(in: type) as? Self else {
      return nil
    }
    self = path
  }
}
