/// Where the payload of a case is accessed. Its parts are arguments of subscripts, so they are hashable: key paths
/// hold them.
struct PayloadSite {
  let fileID: HashableStaticString
  let filePath: HashableStaticString
  let line: UInt
  let column: UInt

  /// Reports that a payload was accessed for a change while the value was of another case, or absent.
  fileprivate func reportMismatch<Root: CasePathable, Payload>(
    _ root: Root?,
    _ path: CaseKeyPath<Root, Payload>
  ) {
    let found = root.map { root in CurrentCase(root).map { ".\($0.name)" } ?? "\(root)" } ?? "nil"
    reportIssue(
      """
      Can't change '\(path.caseName())' of \(dumpTypeName(Root.self)): the value is '\(found)'. It was left as it is.
      """,
      fileID: fileID.value,
      filePath: filePath.value,
      line: line,
      column: column
    )
  }
}

/// The text of a literal, such as `#fileID`, as an argument of a subscript that key paths go through.
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
  /// If the value is of the case, setting a payload replaces it and setting `nil` takes the value away. A change of a
  /// value of another case is reported and ignored, and so is setting a payload while there is no value.
  subscript<Payload>(payload path: CaseKeyPath<Wrapped, Payload>, site: PayloadSite) -> Payload? {
    get { flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let casePath = AnyCasePath(path)
      var payload = flatMap(casePath.extractValue)
      guard payload != nil else {
        // Optional chaining gets here as well, and cannot be told from setting `nil`.
        yield &payload
        if self != nil || payload != nil { site.reportMismatch(self, path) }
        return
      }
      // While the payload is changed nothing else holds it, so that what it contains is not copied.
      self = nil
      defer { self = payload.map(casePath.embedValue) }
      yield &payload
    }
  }
}
