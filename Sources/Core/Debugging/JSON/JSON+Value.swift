/// How values that JSON lacks are written in it.
package enum JSONForm {
  /// For programs: see ``JSON/init(_:as:)``.
  case plain
  /// For a page that shows them in Swift notation: what is not a string, a number, a Boolean or `nil` is an object with the
  /// member `$`, its source, such as `{"$":".all"}`. The members of an enum, a dictionary and a tuple are named as in
  /// source: `.alert`, `["key"]`, `0`.
  ///
  /// The closure writes a value without members.
  case swift((Any) -> String)

  fileprivate func leaf(_ value: Any, plain text: String) -> JSON {
    switch self {
    case .plain: .string(text)
    case .swift(let source): .object([("$", .string(source(value)))])
    }
  }

  /// The name of a case as a member.
  func name(ofCase name: String) -> String {
    if case .swift = self { ".\(name)" } else { name }
  }
}

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

  package init(_ value: Any, as form: JSONForm = .plain) {
    self = Peek.read(value) { JSON($0, as: form) }
  }

  init(_ value: Peek, as form: JSONForm, depth: Int = 0) {
    guard depth < Self.deepest else {
      self = .string("…")
      return
    }
    let contents = Contents(of: value)
    if contents.peek.shape.has(.scalarInJSON), let scalar = Self.scalar(contents.peek.value, as: form) {
      self = scalar
      return
    }
    switch contents.form {
    case .string(let text): self = .string(text)
    case .text(let text):
      self = contents.peek.shape.kind == .optional ? .null : form.leaf(contents.peek.value, plain: text)
    case .structure, .object, .dictionary:
      self = .object(Self.members(contents, as: form, depth: depth + 1))
    case .tuple:
      let members = Self.members(contents, as: form, depth: depth + 1)
      if case .plain = form, !contents.isLabelled {
        self = .array(members.map(\.value))
      } else {
        self = .object(members)
      }
    case .enumCase(_, let name, false): self = form.leaf(contents.peek.value, plain: name)
    case .enumCase(_, let name, true):
      let payload =
        contents.hasOnePayload
        ? JSON(contents.children[0].peek, as: form, depth: depth + 1)
        : .object(Self.members(contents, as: form, depth: depth + 1))
      self = .object([(form.name(ofCase: name), payload)])
    case .list, .set:
      self = .array(
        (0..<contents.children.count).map { JSON(contents.children[$0].peek, as: form, depth: depth + 1) }
      )
    }
  }

  /// The JSON of a single string, number or similar; `nil` for everything else.
  package static func scalar(_ value: Any, as form: JSONForm = .plain) -> JSON? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as any BinaryInteger: .number("\(value)")
    case let value as any BinaryFloatingPoint:
      value.isFinite ? .number("\(value)") : form.leaf(value, plain: "\(value)")
    case let value as String: .string(value)
    case let value as Date: form.leaf(value, plain: value.iso8601)
    case let value as Data: form.leaf(value, plain: value.base64EncodedString())
    case let value as UUID: form.leaf(value, plain: value.uuidString)
    case let value as URL: form.leaf(value, plain: value.absoluteString)
    case let value as Decimal:
      value.isFinite ? .number("\(value)") : form.leaf(value, plain: "\(value)")
    default: nil
    }
  }

  private static func members(
    _ contents: Contents,
    as form: JSONForm,
    depth: Int
  ) -> [(name: String, value: JSON)] {
    (0..<contents.children.count).map { position in
      let child = contents.children[position]
      return (child.memberName(at: position, as: form), JSON(child.peek, as: form, depth: depth))
    }
  }
}

extension Contents {
  /// Whether a single unlabelled value is the whole payload.
  var hasOnePayload: Bool { children.count == 1 && children[0].name == nil }

  fileprivate var isLabelled: Bool { (0..<children.count).contains { children[$0].name != nil } }

  /// Whether the value has no nested JSON.
  var isScalar: Bool {
    switch form {
    case .string, .text: true
    default: peek.shape.has(.scalarInJSON)
    }
  }
}

extension TypeTrait {
  /// Whether values are written as a single string, number or similar, whatever their dump.
  fileprivate static let scalarInJSON = TypeTrait {
    $0 is any BinaryInteger.Type || $0 is any BinaryFloatingPoint.Type
      || [Bool.self, Date.self, Data.self, UUID.self, URL.self, Decimal.self].map(ObjectIdentifier.init)
        .contains(ObjectIdentifier($0))
  }
}

extension DumpChild {
  /// The name as a member of an object.
  func memberName(at position: Int, as form: JSONForm = .plain) -> String {
    switch (name, form) {
    case (.label(let label), _): label
    case (.key(let key), .plain): JSON(key, as: .plain).nameText
    case (.key(let key), .swift(let source)):
      key.shape.type == StackElementID.self ? "[id: \(source(key.value))]" : "[\(source(key.value))]"
    case (.index, _), (.move, _), (nil, _): "\(position)"
    }
  }
}

extension JSON {
  fileprivate var nameText: String {
    if case .string(let text) = self { text } else { text }
  }
}
