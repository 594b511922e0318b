/// The text of a literal such as `#fileID`, hashable so that it can be an argument of subscripts in key paths.
public struct HashableStaticString: Hashable, Sendable, ExpressibleByStringLiteral {
  let value: StaticString

  /// Creates the text of a literal.
  public init(stringLiteral value: StaticString) { self.value = value }

  /// Whether both have the same text.
  public static func == (left: Self, right: Self) -> Bool {
    left.value.description == right.value.description
  }
  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(value.description) }
}

extension Optional where Wrapped: CasePathable {
  /// The payload of a case of the value.
  ///
  /// While the value is in the case, setting a payload replaces it, and setting `nil` removes the value. A change
  /// while the value is in another case, or setting a payload while there is no value, is reported and ignored.
  subscript<Payload>(payload path: CaseKeyPath<Wrapped, Payload>, site: SourceSite) -> Payload? {
    get { flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let casePath = AnyCasePath(path)
      var payload = flatMap(casePath.extractValue)
      guard payload != nil else {
        // Optional chaining also gets here, and cannot be distinguished from setting `nil`.
        yield &payload
        if self != nil || payload != nil { site.reportMismatch(self, path) }
        return
      }
      // Holds the only reference to the payload while it is changed, so that its contents are not copied.
      self = nil
      defer { self = payload.map(casePath.embedValue) }
      yield &payload
    }
  }
}

extension SourceSite {
  /// Reports a change of a payload while the value was another case, or absent.
  fileprivate func reportMismatch<Root: CasePathable, Payload>(
    _ root: Root?,
    _ path: CaseKeyPath<Root, Payload>
  ) {
    let found = root.map { root in CurrentCase(root).map { ".\($0.name)" } ?? "\(root)" } ?? "nil"
    reportIssue(
      """
      Can't change '\(path.caseName())' of \(dumpTypeName(Root.self)): the value is '\(found)'. It was left unchanged.
      """
    )
  }
}
