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
    guard Shape.of(value: value).has(.casePaths) else { return nil }
    self.init(of: value)
  }

  /// Reads the case of a value of any enum.
  init(of value: Any) {
    let current = Choice.read(value) { element, payload in
      let parameter = element.parameters.count == 1 ? element.parameters[0] : nil
      return (element.name, payload.flatMap { parameter?.value(in: $0) })
    }
    if let current {
      (name, payload) = current
    } else {
      // The payload of an optional.
      let child = reflect(value).children.first
      // A case without a payload has no child; its description is its name.
      name = child?.label ?? "\(value)"
      payload = child?.value
    }
  }
}
