/// Converts values of any type to JSON, using the same descriptions as their dumps.
///
/// | value | JSON |
/// | --- | --- |
/// | a structure, an object, a labelled tuple | an object of its fields |
/// | a case without a payload | its name as a string |
/// | a case with a payload | an object of its name and the payload; for several or labelled values, an object |
/// | an array, an identified array, a set | an array |
/// | a dictionary, a stack | an object with its keys or ids as strings |
/// | a date, data, a UUID, a URL | a string: ISO 8601, Base64, the usual form |
/// | a number that JSON cannot represent | a string: `"nan"`, `"inf"` |
/// | anything else | the text of its dump as a string |
extension JSON {
  /// Values nested deeper than this are written as `"…"`, and so are cyclic references.
  static var deepest: Int { 64 }

  package init(_ value: Any) {
    self.init(value, on: .new)
  }

  init(_ value: Any, on side: ComparisonSide, depth: Int = 0) {
    guard depth < Self.deepest else {
      self = .string("…")
      return
    }
    if let scalar = Self.scalar(value) {
      self = scalar
      return
    }
    let node = DumpNode(value, on: side)
    if let scalar = Self.scalar(node.value) {
      self = scalar
      return
    }
    switch node.form {
    case .string(let text): self = .string(text)
    case .text(let text):
      if node.shape.kind == .optional { self = .null } else { self = .string(text) }
    case .structure, .object:
      self = .object(Self.members(node, depth: depth + 1))
    case .tuple:
      let members = Self.members(node, depth: depth + 1)
      self = node.isLabelled ? .object(members) : .array(members.map(\.value))
    case .enumCase(_, let name, let hasPayload):
      self = hasPayload ? .object([(name, Self.payload(node, depth: depth + 1))]) : .string(name)
    case .list, .set:
      self = .array(
        (0..<node.children.count).map { JSON(node.children[$0].value, on: side, depth: depth + 1) }
      )
    case .dictionary: self = .object(Self.members(node, depth: depth + 1))
    }
  }

  /// The JSON of a single string, number or similar; `nil` for everything else.
  private static func scalar(_ value: Any) -> JSON? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as any BinaryInteger: .number("\(value)")
    case let value as any BinaryFloatingPoint:
      value.isFinite ? .number("\(value)") : .string("\(value)")
    case let value as String: .string(value)
    case let value as Date: .string(text(of: value))
    case let value as Data: .string(value.base64EncodedString())
    case let value as UUID: .string(value.uuidString)
    case let value as URL: .string(value.absoluteString)
    case let value as Decimal: value.isFinite ? .number("\(value)") : .string("\(value)")
    default: nil
    }
  }

  /// Omits a zero fraction of seconds.
  private static func text(of date: Date) -> String {
    DateText(date).text.replacing(".000Z", with: "Z")
  }

  private static func payload(_ node: DumpNode, depth: Int) -> JSON {
    if node.hasOnePayload { return JSON(node.children[0].value, on: node.side, depth: depth) }
    return .object(members(node, depth: depth))
  }

  private static func members(_ node: DumpNode, depth: Int) -> [(name: String, value: JSON)] {
    (0..<node.children.count).map { position in
      let child = node.children[position]
      return (child.memberName(at: position), JSON(child.value, on: node.side, depth: depth))
    }
  }
}

extension DumpNode {
  /// Whether a single unlabelled value is the whole payload.
  var hasOnePayload: Bool { children.count == 1 && children[0].name == nil }

  fileprivate var isLabelled: Bool { (0..<children.count).contains { children[$0].name != nil } }

  /// Whether the value has no nested JSON.
  var isScalar: Bool {
    switch form {
    case .string, .text: true
    default: value is Date || value is Data || value is UUID || value is URL || value is Decimal
    }
  }
}

extension DumpChild {
  /// The name as a member of an object.
  func memberName(at position: Int) -> String {
    switch name {
    case .label(let label): label
    case .key(let key): (key as? String) ?? JSON(key).nameText
    case .index, .move, nil: "\(position)"
    }
  }
}

extension JSON {
  fileprivate var nameText: String {
    if case .string(let text) = self { text } else { text }
  }
}
